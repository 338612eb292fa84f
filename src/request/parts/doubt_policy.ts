import { z } from "zod";

/** Schema of the field `doubts` of a request: whether doubts of severity `wrong` are told or refuse the request. */
export const doubtPolicy = z.enum(["tell", "refuse"]).default("tell").meta({
  description:
    "Whether doubts of severity `wrong` are told in the result (`tell`) or refuse the request with 422 (`refuse`)",
});

export type DoubtPolicy = z.output<typeof doubtPolicy>;
