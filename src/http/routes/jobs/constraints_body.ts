import { z } from "zod";
import { documentationText } from "../../../domain/documentation.ts";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { componentName } from "../../component_name.ts";
import { documentedAs } from "../../documented_as.ts";

const families = [...CONSTRAINT_FAMILIES].map(({ id, documentation, rules }) => {
  const { title } = documentation, description = documentationText(documentation);
  return [id, rules.meta({ id: componentName(id), title, description }).optional()] as const;
});

/** Documented schema of the field `constraints`: the rules of every constraint family. */
export const constraintsBody: z.ZodUnknown = documentedAs(
  z.strictObject(Object.fromEntries(families)).meta({ id: "Constraints" }),
  "input",
);

/**
 * Returns a short schema of `constraints` that only names the allowed families. It stands where the full
 * `constraintsBody` would make the document too large.
 */
export function constraintsOf(ids: readonly string[]): z.ZodType {
  return ids.length === 0 ? z.strictObject({}) : z.partialRecord(z.enum(ids), z.unknown());
}
