import { z } from "zod";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { METHODS } from "../../../optimization/methods/mod.ts";
import { documentedAs } from "../../documented_as.ts";
import { familiesText } from "../catalogue/families_text.ts";
import { type DescribedMethod, describedMethod, enforcedFamilies } from "../catalogue/method_families.ts";
import { constraintsBody, constraintsOf } from "./constraints_body.ts";
import { variantType } from "./variant_type.ts";

const key = z.string().optional().meta({ description: "Names the entry in the result; the method's id if absent" });
const constraints = constraintsBody.optional().meta({
  description: "Constraints of this method, in place of the run's",
});

/** Returns the constraint families that a method enforces under at least one choice of its parameters. */
function everEnforced(method: DescribedMethod): readonly string[] {
  const { atDefaults, byChoice } = enforcedFamilies(method);
  const enforced = new Set([atDefaults, ...Object.values(byChoice ?? {})].flat());
  return CONSTRAINT_FAMILIES.ids.filter((id) => enforced.has(id));
}

/** Documented schema of a method in a request, with its parameters beside its id. */
export const methodBody: z.ZodUnknown = documentedAs(
  variantType(METHODS, {
    name: "Method",
    kind: "Method",
    by: "method",
    fields: { key },
    largeFields: { constraints },
    outlines: (method) => ({ constraints: constraintsOf(everEnforced(describedMethod(method))) }),
    remark: (method) => familiesText(enforcedFamilies(describedMethod(method))),
  }),
  "input",
);

/**
 * Documented schema of a method in a stored config, where `key` is always present. It wraps `methodBody` in a `oneOf`
 * with one member, because client generators treat a direct part of `allOf` as a base class.
 */
export const configMethodBody: z.ZodUnknown = documentedAs(
  z.intersection(z.xor([methodBody]), z.object({ key: z.string() })).meta({ id: "ConfigMethod" }),
  "input",
);
