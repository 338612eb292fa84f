import { z } from "zod";

/**
 * Parameters of an exponentially weighted estimate: `decay` in (0, 1), the weight of a return over that of the one
 * after it.
 */
export const decayParameters = z.strictObject({
  decay: z.number().gt(0).lt(1).default(0.94).meta({ description: "The weight of a period beside the one after it" }),
});

export type DecayParameters = z.infer<typeof decayParameters>;
