import { z } from "zod";

/**
 * Nearer to 0 or 1 a tail is all of the periods or the worst of them, as far as digits go: of the most rows that a
 * request takes, a ten-thousandth is one.
 */
const LEAST = 1e-6;

/** Confidence level of a tail measure, a millionth from 0 and from 1 at least. */
export const confidence = z.number().min(LEAST).max(1 - LEAST).meta({
  description: "1 - confidence is the fraction of periods, the worst ones, that the measure looks at",
}).default(0.95);
