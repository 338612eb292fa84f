import { z } from "zod";

/** The type that a value is documented by, and which side of it. */
interface Documentation {
  readonly type: z.ZodType;
  readonly io: "input" | "output";
}

const DOCUMENTATION = new WeakMap<z.core.$ZodType, Documentation>();

/**
 * Takes any value as it is, and stands in the OpenAPI document as `type`: for what a reader of its own checks, which
 * tells every fault at once. On the side `input` a field with a default may be left out, on `output` it is there.
 */
export function documentedAs(type: z.ZodType, io: "input" | "output"): z.ZodUnknown {
  const anything = z.unknown();
  DOCUMENTATION.set(anything, { type, io });
  return anything;
}

/** What `documentedAs` was given; undefined for a type that is its own documentation. */
export function documentationOf(type: z.core.$ZodType): Documentation | undefined {
  return DOCUMENTATION.get(type);
}
