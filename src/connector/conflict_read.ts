import { z } from "zod";
import { conflictLines } from "./refusal_text.ts";

const change = z.object({
  family: z.string(),
  rule: z.string().nullable(),
  limit: z.enum(["min", "max"]),
  from: z.number(),
  to: z.number().nullable(),
});

/** Schema of rules that cannot be met together, as the answers of the API have them. */
export const conflictRead = z.object({
  rules: z.array(z.object({ family: z.string(), rule: z.string().nullable(), detail: z.string() })),
  minimum: z.boolean(),
  relaxation: z.array(change),
  joint_relaxation: z.array(change),
});

/** Returns the lines that tell of a conflict in an answer of the API; none without one. */
export function linesOfConflict(conflict: z.output<typeof conflictRead> | null | undefined): readonly string[] {
  if (conflict === null || conflict === undefined) return [];
  return conflictLines({ ...conflict, jointRelaxation: conflict.joint_relaxation });
}
