import { z } from "zod";

/** The parameters of an estimator that has none. */
export const noParameters = z.strictObject({});

export type NoParameters = z.infer<typeof noParameters>;
