import { leastRisk, leastRiskAtReturn, type RiskComparison } from "./least_risk.ts";
import { maxReturn } from "./methods/mean_variance/max_return.ts";
import { Affine } from "./program/program.ts";
import { hasCosts, netReturnOf } from "./program/net_return.ts";
import { supportRulesOf } from "./weights/search_weights.ts";
import { variablesAt } from "./weights/starting_guess.ts";
import { Variables } from "./program/variables.ts";
import { type WeightProgram, weightProgram } from "./weights/weight_program.ts";
import type { Solution } from "./solution.ts";
import { type OptimalFace, optimalFace } from "./certify/optimal_face.ts";
import { PROOF } from "./certify/proof.ts";
import { solveProgram } from "./solve_program.ts";

/** Two risks whose relative difference is at most this count as equal. */
const SAME_RISK = 1e-9;

/**
 * Under curved rules, rules that count assets, or costs, the least risk is minimised subject to a return that is
 * smaller than the largest one by this share of Σ |m_i w_i|, for expected returns m and weights w. The solver then has
 * an interior.
 */
const ROOM = 1e-9;

/**
 * Minimises the risk over the portfolios of the largest expected return that the rules allow. The solution of
 * `max_return` is returned if that portfolio is unique. The status is `not_proven` if the least risk is not proven.
 */
export function leastRiskAtLargestReturn(comparison: RiskComparison): Solution {
  const { problem, measure, parameters, kernels } = comparison;
  const best = maxReturn.solve(problem, {}, kernels);
  if (best.status !== "optimal" || best.weights === null) return best;
  const calmest = calmestOf(comparison, best.weights);
  if (calmest === null) {
    return { ...best, status: "not_proven", detail: "The least risk at the largest return is not proven" };
  }
  const [own, least] = [best.weights, calmest].map((at) => measure.value(at, { problem, parameters, kernels }));
  return least < own - SAME_RISK * Math.abs(own) ? { ...best, weights: calmest } : best;
}

/** Returns the weights of least risk on the optimal face of the largest return; null if they are not proven. */
function calmestOf(comparison: RiskComparison, best: Float64Array): Float64Array | null {
  const { problem } = comparison, { expectedReturns } = problem;
  const largest = netReturnOf(best, problem);
  const size = expectedReturns.reduce((sum, mean, i) => sum + Math.abs(mean * best[i]), 0);
  const held = supportRulesOf(problem) === null && !hasCosts(problem) ? largestReturnFace(comparison, best) : null;
  const { status, weights } = held === null
    ? leastRiskAtReturn(comparison, largest - ROOM * size, best)
    : leastRisk(comparison, { near: best, added: (lowered) => hold(lowered, held) });
  if (status !== "optimal" || weights === null) return null;
  return netReturnOf(weights, problem) >= largest - PROOF.gap * size ? weights : null;
}

/**
 * The optimal face of the largest return: bounds of the variables, and the indices of the active rows among the rows
 * `of`.
 */
interface HeldFace extends OptimalFace {
  readonly of: Affine;
}

/**
 * Returns the optimal face of the largest return; null if it is not proven or a rule is curved. Costs are not in the
 * objective, so no rule may have any.
 */
function largestReturnFace({ problem, kernels }: RiskComparison, best: Float64Array): HeldFace | null {
  const lowered = weightProgram(problem), { program: builder, weights } = lowered;
  builder.minimize(weights.dot(problem.expectedReturns).times(-1));
  const program = builder.build();
  const { status, point } = solveProgram(program, kernels, { guess: () => variablesAt(lowered, best) });
  const face = status === "optimal" && point !== null ? optimalFace(program, point) : null;
  return face && { ...face, of: program.rows };
}

/** Adds the bounds and the active rows of a face to a program of the same rules. */
function hold({ program }: WeightProgram, { lower, upper, rows, of }: HeldFace): void {
  program.bound(new Variables(0, lower.length), { lower, upper });
  if (rows.length === 0) return;
  program.equal(Affine.stack(rows.map((row) => of.entry(row))), Affine.constants(new Float64Array(rows.length)));
}
