import { z } from "zod";

/**
 * Smallest distance of a confidence from 0 and from 1. Nearer to them the tail is all periods, or a fraction of the
 * worst one even in the longest history.
 */
const LEAST = 1e-6;

/** Request parameter: the confidence level of a tail measure, between 1e-6 and 1 - 1e-6. */
export const confidence = z.number().min(LEAST).max(1 - LEAST).meta({
  description: "1 - confidence is the fraction of periods, the worst ones, that the measure looks at",
}).default(0.95);
