import { z } from "zod";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { METHODS } from "../../../optimization/methods/mod.ts";
import { documentedAs } from "../../documented_as.ts";
import { familiesText } from "../catalogue/families_text.ts";
import { type DescribedMethod, describedMethod, enforcedFamilies } from "../catalogue/method_families.ts";
import { constraintsBody, constraintsOf } from "./constraints_body.ts";
import { variantType } from "./variant_type.ts";

const key = z.string().optional().meta({ description: "Names the entry in the result; the method's id if absent" });
const constraints = constraintsBody.optional().meta({ description: "In place of the run's" });

/** The families that a method enforces by one of its choices at least. */
function everEnforced(method: DescribedMethod): readonly string[] {
  const { atDefaults, byChoice } = enforcedFamilies(method);
  const enforced = new Set([atDefaults, ...Object.values(byChoice ?? {})].flat());
  return CONSTRAINT_FAMILIES.ids.filter((id) => enforced.has(id));
}

/** A method of a request with its parameters beside it, as it is documented. */
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

/** The same in a config, where each has its key: one of one, as generators take a part of `allOf` for a base. */
export const configMethodBody: z.ZodUnknown = documentedAs(
  z.intersection(z.xor([methodBody]), z.object({ key: z.string() })).meta({ id: "ConfigMethod" }),
  "input",
);
