import { z } from "zod";

/**
 * Type of the zod schema that documents a value in the OpenAPI document, and whether it describes the input or the
 * output side.
 */
interface Documentation {
  readonly type: z.ZodType;
  readonly io: "input" | "output";
}

const DOCUMENTATION = new WeakMap<z.core.$ZodType, Documentation>();

/**
 * Returns a zod schema that accepts any value but appears as `type` in the OpenAPI document. It is for values that a
 * separate reader checks, which reports every fault at once. With `input`, a field that has a default may be absent;
 * with `output`, it is always present.
 */
export function documentedAs(type: z.ZodType, io: "input" | "output"): z.ZodUnknown {
  const anything = z.unknown();
  DOCUMENTATION.set(anything, { type, io });
  return anything;
}

/**
 * Returns the documentation of a schema that `documentedAs` made. Returns undefined for any other schema, which
 * documents itself.
 */
export function documentationOf(type: z.core.$ZodType): Documentation | undefined {
  return DOCUMENTATION.get(type);
}
