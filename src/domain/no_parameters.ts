import { z } from "zod";

/** Schema of the parameters of an estimator that takes none. */
export const noParameters = z.strictObject({});

export type NoParameters = z.infer<typeof noParameters>;
