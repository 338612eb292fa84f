import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import type { Problem } from "../problem.ts";
import { inOrder, limitsOn, outOfOrder, within } from "./limits.ts";

const entry = z.strictObject(limitsOn("weight of this asset, a fraction of the portfolio")).refine(inOrder, {
  error: ({ input }) => outOfOrder(input),
});

const weightBoundsRules = z.strictObject({
  ...limitsOn("weight of each asset, a fraction of the portfolio"),
  assets: z.record(boundedName, entry).optional().meta({
    description: "Limits of single assets in place of the general ones: {asset: {min, max}}",
  }),
})
  .refine(inOrder, { error: ({ input }) => outOfOrder(input) });

export type WeightBoundsRules = z.infer<typeof weightBoundsRules>;

/** Bounds of single weights. A limit of an asset replaces the general limit of the same side. */
export const weightBounds: ConstraintFamily<WeightBoundsRules> = {
  id: "weight_bounds",
  kind: "bounds",
  limitsIn: "fraction",
  documentation: {
    title: "Weight bounds",
    formula: "min_i ≤ w_i ≤ max_i",
    reference:
      "Jagannathan, Ma (2003), Risk reduction in large portfolios: why imposing the wrong constraints helps, Journal " +
      "of Finance 58",
    paragraph:
      "The smallest and the largest weight of every asset, or of single assets. If the entry of an asset leaves out " +
      "a limit, the general limit applies. Without exposure.short no weight is below 0.",
  },
  rules: weightBoundsRules,
  priceFree: true,
  // The default bounds every weight below by 0 unless short selling is allowed.
  defaultRule: {},
  inConflict: "as_one",
  check(rules, { assets, short }) {
    const known = new Set<string>(assets);
    const unknown = Object.keys(rules.assets ?? {}).filter((asset) => !known.has(asset)).map((asset) => ({
      pointer: jsonPointer("assets", asset),
      detail: `Cannot bound "${asset}", which is not an asset of the run`,
    }));
    const crossed = Object.entries(rules.assets ?? {}).flatMap(([asset, entry]) => {
      const inForce = { ...rules, ...entry };
      if (inOrder(inForce)) return [];
      const detail = `${outOfOrder(inForce)}, where a limit left out is the general limit`;
      return [{ pointer: jsonPointer("assets", asset), detail }];
    });
    if (short) return [...unknown, ...crossed];
    const entries = [["", rules] as const, ...Object.entries(rules.assets ?? {})];
    const negative = entries.flatMap(([asset, { min, max }]) =>
      ([["min", min], ["max", max]] as const).filter(([, limit]) => limit !== undefined && limit < 0).map((
        [name, limit],
      ) => ({
        pointer: asset === "" ? jsonPointer(name) : jsonPointer("assets", asset, name),
        detail: `Cannot hold a weight of ${limit} without short selling: set exposure.short or a limit of at least 0`,
      }))
    );
    return [...unknown, ...negative, ...crossed];
  },
  pointerOf: (rule, { assets = {} }) => Object.hasOwn(assets, rule) ? jsonPointer("assets", rule) : "",
  describe: (rule) => within("Weight", rule),
  weightLimits: (rules, run) => weightLimits(rules, run),
  isGeneral: (asset, limit, { assets = {} }) => !Object.hasOwn(assets, asset) || assets[asset][limit] === undefined,
  isByDefault: (limit, { min }) => limit === "min" && min === undefined,
  constrain(program, weights, rules, { problem, scale }) {
    const label = { family: this.id, rule: (i: number) => problem.assets[i] };
    if (scale.isConstant()) {
      program.bound(weights, generalOrEach(rules, problem), label);
      return;
    }
    const { lower, upper } = weightLimits(rules, problem);
    program.bound(weights, { lower: lower.map((low) => low === 0 ? 0 : -Infinity) }, label);
    problem.assets.forEach((asset, i) => {
      const rule = { family: this.id, rule: asset };
      if (lower[i] !== 0 && lower[i] > -Infinity) {
        program.atMost(scale.times(lower[i]), weights.at(i), { ...rule, slackByLimit: scale.times(-1) });
      }
      if (upper[i] < Infinity) {
        program.atMost(weights.at(i), scale.times(upper[i]), { ...rule, slackByLimit: scale });
      }
    });
  },
  evaluate(weights, rules, problem) {
    const { lower, upper } = weightLimits(rules, problem);
    return problem.assets.map((asset, i) => ({
      family: this.id,
      rule: asset,
      value: weights[i],
      min: Number.isFinite(lower[i]) ? lower[i] : null,
      max: Number.isFinite(upper[i]) ? upper[i] : null,
    }));
  },
  breach(weights, rules, problem) {
    if (rules.assets !== undefined) return null;
    const { lower, upper } = generalLimits(rules, problem);
    let worst = -Infinity;
    for (const weight of weights) worst = Math.max(worst, lower - weight, weight - upper);
    return worst;
  },
};

/** The bounds as numbers if they are the same for every weight, else one for each weight. */
function generalOrEach(rules: WeightBoundsRules, problem: Problem) {
  return rules.assets === undefined ? generalLimits(rules, problem) : weightLimits(rules, problem);
}

function generalLimits({ min, max }: WeightBoundsRules, { short }: Pick<Problem, "short">) {
  return { lower: min ?? (short ? -Infinity : 0), upper: max ?? Infinity };
}

/** The bounds of every weight, infinite where there is none. */
export function weightLimits(
  rules: WeightBoundsRules,
  problem: Pick<Problem, "assets" | "short">,
): { lower: Float64Array; upper: Float64Array } {
  const { assets } = problem;
  const { lower: low, upper: high } = generalLimits(rules, problem);
  const lower = new Float64Array(assets.length).fill(low), upper = new Float64Array(assets.length).fill(high);
  const placeOf = firstPlaces<string>(assets);
  for (const [asset, { min, max }] of Object.entries(rules.assets ?? {})) {
    const i = placeOf.get(asset) ?? -1;
    lower[i] = min ?? low;
    upper[i] = max ?? high;
  }
  return { lower, upper };
}
