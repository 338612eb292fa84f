import { z } from "zod";

/**
 * Smallest distance of a confidence from 0 and from 1. This share of the longest history is less than one row. At a
 * confidence nearer to 1 the tail is the worst period alone, and at one nearer to 0 it is all periods, up to rounding.
 */
const LEAST = 1e-6;

/** Request parameter: the confidence level of a tail measure, between 1e-6 and 1 - 1e-6. */
export const confidence = z.number().min(LEAST).max(1 - LEAST).meta({
  description: "1 - confidence is the fraction of periods, the worst ones, that the measure looks at",
}).default(0.95);
