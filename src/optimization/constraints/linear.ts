import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import type { Problem } from "../problem.ts";
import { inOrder, limit, limits, OUT_OF_ORDER, within } from "./limits.ts";

const linearRule = z.strictObject({
  name: boundedName.min(1),
  coefficients: z.record(boundedName, boundedNumber),
  ...limits,
}).refine(inOrder, { error: OUT_OF_ORDER });

const linearRules = z.array(linearRule);

export type LinearRules = z.infer<typeof linearRules>;

/** Limits on weighted sums of the weights. */
export const linear: ConstraintFamily<LinearRules> = {
  id: "linear",
  kind: "affine",
  documentation: {
    title: "Linear rules",
    paragraph: "The smallest and the largest value of a sum of weights times coefficients. Assets left out have 0.",
  },
  rules: linearRules,
  priceFree: true,
  staysAtGuess: false,
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
  constrain(program, weights, rules, { problem, scale }) {
    for (const rule of rules) {
      limit(program, weights.dot(vectorOf(rule, problem)), rule, { scale, family: this.id, rule: rule.name });
    }
  },
  evaluate(weights, rules, problem) {
    return rules.map((rule) => {
      const coefficients = vectorOf(rule, problem);
      return {
        family: this.id,
        rule: rule.name,
        value: weights.reduce((sum, weight, i) => sum + coefficients[i] * weight, 0),
        min: rule.min ?? null,
        max: rule.max ?? null,
      };
    });
  },
};

function vectorOf({ coefficients }: LinearRules[number], { assets }: Problem): Float64Array {
  return Float64Array.from(assets, (asset) => Object.hasOwn(coefficients, asset) ? coefficients[asset] : 0);
}
