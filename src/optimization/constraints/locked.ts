import { z } from "zod";
import { boundedName } from "../../domain/bounded_name.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { firstPlaces } from "../../domain/first_places.ts";
import type { ConstraintFamily } from "./constraint_family.ts";
import type { Problem } from "../problem.ts";

const lockedRules = z.array(boundedName);

export type LockedRules = z.infer<typeof lockedRules>;

/** Fixes the weights of some assets at their starting weights. */
export const locked: ConstraintFamily<LockedRules> = {
  id: "locked",
  kind: "affine",
  limitsIn: "fraction",
  documentation: {
    title: "Locked",
    formula: "w_i = w0_i for each asset named",
    reference:
      "Boyd et al. (2017), Multi-period trading via convex optimization, Foundations and Trends in Optimization 3",
    paragraph:
      "Assets that keep their weight in the starting portfolio, which is 0 for an asset that the portfolio does not " +
      "hold.",
  },
  rules: lockedRules,
  ofHoldings: true,
  priceFree: true,
  inConflict: "as_one",
  check(rules, { assets, hasStartingPortfolio }) {
    const known = new Set<string>(assets);
    const first = firstPlaces(rules);
    const faults = rules.flatMap((asset, i) => {
      const pointer = jsonPointer(i);
      if (!known.has(asset)) {
        return [{ pointer, detail: `Cannot lock "${asset}", which is not an asset of the run` }];
      }
      return first.get(asset) !== i ? [{ pointer, detail: `Cannot lock "${asset}" twice` }] : [];
    });
    if (hasStartingPortfolio || rules.length === 0) return faults;
    return [{ pointer: "", detail: "Cannot lock weights without a starting_portfolio: send one" }, ...faults];
  },
  pointerOf: (rule, rules) => jsonPointer(rules.indexOf(rule)),
  describe: () => "Locked assets kept at their starting weights",
  reach(likely, rules, problem) {
    const reached = likely.slice();
    for (const { i, weight } of places(rules, problem)) reached[i] = weight;
    return reached;
  },
  constrain(program, weights, rules, { problem, scale }) {
    for (const { asset, i, weight } of places(rules, problem)) {
      program.equal(weights.at(i), scale.times(weight), { family: this.id, rule: asset, slackByLimit: scale });
    }
  },
  evaluate(weights, rules, problem) {
    return places(rules, problem).map(({ asset, i, weight }) => ({
      family: this.id,
      rule: asset,
      value: weights[i],
      min: weight,
      max: weight,
    }));
  },
};

function places(
  rules: LockedRules,
  { assets, startingWeights }: Problem,
): { asset: string; i: number; weight: number }[] {
  const placeOf = firstPlaces<string>(assets);
  // In a backtest a locked asset may not yet be in the window.
  return rules.flatMap((asset) => {
    const i = placeOf.get(asset);
    return i === undefined ? [] : [{ asset, i, weight: startingWeights?.[i] ?? 0 }];
  });
}
