import { largestBreach } from "../program/constrain_by_rules.ts";
import { leastAllowedPart } from "./least_allowed_part.ts";
import { isNegligible } from "../refine/solve_without_negligible.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";

/** Ratios that differ by a smaller share are the same. */
const SAME_RATIO = 1e-12;

/** Of the limits of rules. */
const ROUNDING = 1e-14;

/**
 * Where a part of the weights of the best ratio has the same ratio, as with a rate of 0 and a budget that is a range,
 * the least part that the rules allow: of all best weights in proportion those of smallest risk.
 */
export function calmestMultiple(
  solution: Solution,
  valueOf: (weights: Float64Array) => number,
  problem: Problem,
): Solution {
  const { status, weights, objective, certificate } = solution;
  if (status !== "optimal" || weights === null || objective === null || certificate === null) return solution;
  const at = (part: number): Float64Array => weights.map((weight) => isNegligible(part * weight) ? 0 : part * weight);
  const isBest = (part: number): boolean =>
    Math.abs(valueOf(at(part)) - objective.value) <= SAME_RATIO * Math.abs(objective.value);
  // What a proof leaves open of a rule is no room: a budget that is no range stays as it is met.
  const breach = Math.max(ROUNDING, largestBreach(weights, problem));
  const excessAt = (part: number): number => largestBreach(at(part), problem) - breach;
  const most = 1 - 2 * breach;
  if (excessAt(most) > 0 || !isBest(0.5)) return solution;
  const least = leastAllowedPart(excessAt);
  if (least >= most || !isBest(least)) return solution;
  const calmest = at(least);
  return {
    ...solution,
    weights: calmest,
    objective: { ...objective, value: valueOf(calmest) },
    certificate: { ...certificate, primalResidual: Math.max(0, largestBreach(calmest, problem)) },
  };
}
