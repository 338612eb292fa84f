import { z } from "zod";
import { boundedName, givenName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { Problem } from "../problem.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import { inOrder, limit, limitsOn, outOfOrder, unitOfSum, within } from "./limits.ts";

const factorRule = z.strictObject({
  factor: givenName.meta({ description: "Name of a factor of the loadings" }),
  ...limitsOn("sum of weights times loadings, in their unit"),
}).refine(inOrder, {
  error: ({ input }) => outOfOrder(input),
});

const factorExposureRules = z.strictObject({
  loadings: z.record(boundedName, z.record(boundedName.min(1), boundedNumber)).meta({
    description: "The loadings of each asset on the factors: {asset: {factor: loading}}",
  }),
  rules: z.array(factorRule).meta({ description: "Limits of single factors" }),
});

export type FactorExposureRules = z.infer<typeof factorExposureRules>;

/** Limits on the exposures of the portfolio to factors: sums of weights times loadings. */
export const factorExposure: ConstraintFamily<FactorExposureRules> = {
  id: "factor_exposure",
  kind: "affine",
  limitsIn: "number",
  documentation: {
    title: "Factor exposure",
    formula: "min_f ≤ Σ loading_{i,f} w_i ≤ max_f",
    reference: "Jacobs, Levy, Markowitz (2005), Portfolio optimization with factors, scenarios, and realistic short " +
      "positions, Operations Research 53",
    paragraph:
      "The smallest and the largest exposure of the portfolio to a factor: the sum of the weights times the loadings of their assets. An asset without a loading on a factor has 0.",
  },
  rules: factorExposureRules,
  priceFree: true,
  inConflict: "each",
  check({ loadings, rules }, { assets }) {
    const known = new Set<string>(assets), first = firstPlaces(rules.map(({ factor }) => factor));
    const loaded = new Set(Object.values(loadings).flatMap((of) => Object.keys(of)));
    const unknown = Object.keys(loadings).filter((asset) => !known.has(asset)).map((asset) => ({
      pointer: jsonPointer("loadings", asset),
      detail: `Cannot give loadings to "${asset}", which is not an asset of the run`,
    }));
    const ofRules = rules.flatMap(({ factor }, i) => {
      const pointer = jsonPointer("rules", i, "factor");
      return [
        ...loaded.has(factor) ? [] : [{ pointer, detail: `Cannot find factor "${factor}" in the loadings` }],
        ...first.get(factor) === i ? [] : [{ pointer, detail: `Cannot give factor "${factor}" two rules` }],
      ];
    });
    return [...unknown, ...ofRules];
  },
  pointerOf: (rule, { rules }) => jsonPointer("rules", rules.findIndex(({ factor }) => factor === rule)),
  describe: (rule) => within(`Exposure to "${rule.rule}"`, rule),
  sums: (rules, assets) => ({
    name: "factors",
    sums: rules.rules.map(({ factor }) => ({ name: factor, coefficients: loadingsOn(factor, rules, { assets }) })),
  }),
  constrain(program, weights, rules, { problem, scale }) {
    for (const { factor, min, max } of rules.rules) {
      const loadings = loadingsOn(factor, rules, problem), unit = unitOfSum(loadings, { min, max });
      limit(program, weights.dot(loadings), { min, max }, { scale, family: this.id, rule: factor, unit });
    }
  },
  evaluate(weights, rules, problem) {
    return rules.rules.map(({ factor, min, max }) => {
      const loadings = loadingsOn(factor, rules, problem);
      return {
        family: this.id,
        rule: factor,
        value: weights.reduce((sum, weight, i) => sum + loadings[i] * weight, 0),
        min: min ?? null,
        max: max ?? null,
        unit: unitOfSum(loadings, { min, max }),
      };
    });
  },
};

/** The loading of each asset on a factor; 0 for an asset without one. */
function loadingsOn(
  factor: string,
  { loadings }: FactorExposureRules,
  { assets }: Pick<Problem, "assets">,
): Float64Array {
  return Float64Array.from(assets, (asset) => {
    const own = Object.hasOwn(loadings, asset) ? loadings[asset] : {};
    return Object.hasOwn(own, factor) ? own[factor] : 0;
  });
}
