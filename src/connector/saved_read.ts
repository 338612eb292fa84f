import { z } from "zod";

/** Schema of the answer of the operation `list_saved`. */
export const savedRead = z.strictObject({
  templates: z.array(z.strictObject({ id: z.string(), name: z.string(), request: z.record(z.string(), z.unknown()) })),
  maps: z.array(z.strictObject({
    id: z.string(),
    name: z.string(),
    groups: z.array(z.strictObject({ name: z.string(), assets: z.int() })),
  })),
});
