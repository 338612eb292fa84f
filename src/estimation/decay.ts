import { z } from "zod";

/**
 * Schema of the parameters of an exponentially weighted estimate. `decay` in (0, 1) is the weight of a return relative
 * to the next later one.
 */
export const decayParameters = z.strictObject({
  decay: z.number().gt(0).lt(1).default(0.94).meta({
    description: "The weight of a period as a fraction of the weight of the next period",
  }),
});

export type DecayParameters = z.infer<typeof decayParameters>;
