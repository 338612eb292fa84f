import { z } from "zod";
import { METHODS } from "../../../optimization/methods/mod.ts";

/** A method of a request with its parameters beside it, as it is documented. */
export const methodShape = z.looseObject({
  method: z.enum(METHODS.ids),
  key: z.string().optional().meta({ description: "Names the entry in the result; the method's id if absent" }),
  constraints: z.record(z.string(), z.unknown()).optional().meta({ description: "In place of the run's" }),
});

/** The JSON Schema of a body that its reader checks: only to be documented. */
export function documentedShape(type: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(type, { io });
  return shape;
}
