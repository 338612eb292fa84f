import { largestBreach } from "../program/constrain_by_rules.ts";
import { leastAllowedPart } from "./least_allowed_part.ts";
import { isNegligible } from "../refine/solve_without_negligible.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";

/** A multiple of the weights has the same ratio if the ratios differ by at most this share. */
const SAME_RATIO = 1e-12;

/** A breach of a rule up to this is rounding: a multiple of the weights may have it. */
const ROUNDING = 1e-14;

/**
 * Shrinks the weights of a solution of the largest ratio to their smallest multiple that the rules allow, if their
 * multiples have the same ratio, as with a risk-free rate of 0 and a range as the budget. Among proportional weights it
 * has the least risk. Returns any other solution unchanged.
 */
export function calmestMultiple(
  solution: Solution,
  valueOf: (weights: Float64Array) => number,
  problem: Problem,
): Solution {
  const { status, weights, objective, certificate } = solution;
  if (status !== "optimal" || weights === null || objective === null || certificate === null) return solution;
  const at = (multiple: number): Float64Array =>
    weights.map((weight) => isNegligible(multiple * weight) ? 0 : multiple * weight);
  const isBest = (multiple: number): boolean =>
    Math.abs(valueOf(at(multiple)) - objective.value) <= SAME_RATIO * Math.abs(objective.value);
  // A multiple may break the rules by no more than the weights found do. Within the larger tolerance of a proof, an
  // exact budget would let the weights shrink.
  const breach = Math.max(ROUNDING, largestBreach(weights, problem));
  const excessAt = (multiple: number): number => largestBreach(at(multiple), problem) - breach;
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
