import { z } from "zod";

/** How the entropy of a relativistic measure is deformed, strictly between 0 and 1. */
export const kappa = z.number().gt(0).lt(1)
  .meta({ description: "How near the measure is to the worst period: towards 0 it is the entropic one" }).default(0.3);
