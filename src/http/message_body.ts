import { z } from "zod";

/** What an operation answers that has nothing to show: one sentence. */
export const messageBody = z.strictObject({ detail: z.string() }).meta({ id: "Message" });
