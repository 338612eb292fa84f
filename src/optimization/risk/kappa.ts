import { z } from "zod";

/**
 * Nearer to 0 the kappa-entropy is that of Shannon as far as digits go, and its formula, which divides by kappa, loses
 * them; nearer to 1 it is what it is at 1.
 */
const LEAST = 1e-6;

/** How the entropy of a relativistic measure is deformed, a millionth from 0 and from 1 at least. */
export const kappa = z.number().min(LEAST).max(1 - LEAST)
  .meta({
    description: "How close the measure is to the loss of the worst period; towards 0 it becomes the entropic measure",
  }).default(0.3);
