import { z } from "zod";

/** Schema of the parameters of an estimator without parameters: an empty object. */
export const noParameters = z.strictObject({});

export type NoParameters = z.infer<typeof noParameters>;
