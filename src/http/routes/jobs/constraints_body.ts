import { z } from "zod";
import { documentationText } from "../../../domain/documentation.ts";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { componentName } from "../../component_name.ts";
import { documentedAs } from "../../documented_as.ts";

const families = [...CONSTRAINT_FAMILIES].map(({ id, documentation, rules }) => {
  const { title } = documentation, description = documentationText(documentation);
  return [id, rules.meta({ id: componentName(id), title, description }).optional()] as const;
});

/** The rules of every family of the list, as they are documented. */
export const constraintsBody: z.ZodUnknown = documentedAs(
  z.strictObject(Object.fromEntries(families)).meta({ id: "Constraints" }),
  "input",
);

/** The rules of some families by their names alone, where all of `constraintsBody` would take too much room. */
export function constraintsOf(ids: readonly string[]): z.ZodType {
  return ids.length === 0 ? z.strictObject({}) : z.partialRecord(z.enum(ids), z.unknown());
}
