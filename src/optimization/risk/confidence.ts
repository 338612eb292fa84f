import { z } from "zod";

/**
 * Smallest distance of a confidence from 0 and from 1. It is less than one row of the longest history. Nearer to 0 the
 * tail is all periods, and nearer to 1 it is the worst one, up to rounding.
 */
const LEAST = 1e-6;

/** Request parameter: the confidence level of a tail measure, between 1e-6 and 1 - 1e-6. */
export const confidence = z.number().min(LEAST).max(1 - LEAST).meta({
  description: "1 - confidence is the fraction of periods, the worst ones, that the measure looks at",
}).default(0.95);
