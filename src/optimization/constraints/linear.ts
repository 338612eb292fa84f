import { z } from "zod";
import { boundedName, givenName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import type { Problem } from "../problem.ts";
import { inOrder, limit, limitsOn, outOfOrder, unitOfSum, within } from "./limits.ts";

const linearRule = z.strictObject({
  name: givenName.meta({ description: "Name of the rule, which results show" }),
  coefficients: z.record(boundedName, boundedNumber).meta({
    description: "Number by which the weight of each asset counts: {asset: coefficient}; 0 for others",
  }),
  ...limitsOn("sum of weights times coefficients, in their unit"),
}).refine(inOrder, { error: ({ input }) => outOfOrder(input) });

const linearRules = z.array(linearRule);

export type LinearRules = z.infer<typeof linearRules>;

/** Limits on linear functions of the weights. */
export const linear: ConstraintFamily<LinearRules> = {
  id: "linear",
  kind: "affine",
  limitsIn: "number",
  documentation: {
    title: "Linear rules",
    formula: "min_k ≤ a_k'w ≤ max_k",
    reference:
      "Markowitz (1956), The optimization of a quadratic function subject to linear constraints, Naval Research " +
      "Logistics Quarterly 3",
    paragraph:
      "The smallest and the largest value of a sum of weights times coefficients. An asset that is left out has the " +
      "coefficient 0.",
  },
  rules: linearRules,
  priceFree: true,
  inConflict: "each",
  check(rules, { assets }) {
    const known = new Set<string>(assets);
    const first = firstPlaces(rules.map(({ name }) => name));
    return rules.flatMap(({ name, coefficients }, i) => [
      ...Object.keys(coefficients).filter((asset) => !known.has(asset)).map((asset) => ({
        pointer: jsonPointer(i, "coefficients", asset),
        detail: `Cannot give a coefficient to "${asset}", which is not an asset of the run`,
      })),
      ...first.get(name) !== i
        ? [{ pointer: jsonPointer(i, "name"), detail: `Cannot use the name "${name}" for two linear rules` }]
        : [],
    ]);
  },
  pointerOf: (rule, rules) => jsonPointer(rules.findIndex(({ name }) => name === rule)),
  describe: (rule) => within(`"${rule.rule}"`, rule),
  sums(rules, assets) {
    const vectors = vectorsOf(rules, { assets });
    return { name: "linear", sums: rules.map(({ name }, k) => ({ name, coefficients: vectors[k] })) };
  },
  constrain(program, weights, rules, { problem, scale }) {
    const vectors = vectorsOf(rules, problem);
    rules.forEach((rule, k) => {
      const unit = unitOfSum(vectors[k], rule);
      limit(program, weights.dot(vectors[k]), rule, { scale, family: this.id, rule: rule.name, unit });
    });
  },
  evaluate(weights, rules, problem) {
    const vectors = vectorsOf(rules, problem);
    return rules.map((rule, k) => {
      const coefficients = vectors[k];
      return {
        family: this.id,
        rule: rule.name,
        value: weights.reduce((sum, weight, i) => sum + coefficients[i] * weight, 0),
        min: rule.min ?? null,
        max: rule.max ?? null,
        unit: unitOfSum(coefficients, rule),
      };
    });
  },
};

function vectorsOf(rules: LinearRules, { assets }: Pick<Problem, "assets">): readonly Float64Array[] {
  const placeOf = firstPlaces<string>(assets);
  return rules.map(({ coefficients }) => {
    const vector = new Float64Array(assets.length);
    for (const [asset, coefficient] of Object.entries(coefficients)) {
      const i = placeOf.get(asset);
      if (i !== undefined) vector[i] = coefficient;
    }
    return vector;
  });
}
