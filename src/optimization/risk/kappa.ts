import { z } from "zod";

/**
 * Smallest distance of kappa from 0 and from 1. Nearer to 0 the kappa-entropy equals Shannon's entropy up to rounding,
 * and its formula, which divides by kappa, loses digits. Nearer to 1 it equals its limit at 1.
 */
const LEAST = 1e-6;

/** Request parameter: the deformation of the entropy of a relativistic measure, between 1e-6 and 1 - 1e-6. */
export const kappa = z.number().min(LEAST).max(1 - LEAST)
  .meta({
    description: "How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure",
  }).default(0.3);
