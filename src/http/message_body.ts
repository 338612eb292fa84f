import { z } from "zod";

/** Schema of the answer of an endpoint that has no data to return: one sentence in `detail`. */
export const messageBody = z.strictObject({ detail: z.string() }).meta({ id: "Message" });
