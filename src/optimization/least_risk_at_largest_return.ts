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

/** A risk that is less by a smaller share is the same. */
const SAME_RISK = 1e-9;

/**
 * Share of the largest return that is left out where rules are curved, or count, so that a portfolio of it has room.
 */
const ROOM = 1e-9;

/**
 * Of the portfolios of the largest expected return that the rules allow the one of least risk: that of max_return where
 * there is one alone. `not_proven` where it is not shown that no other of them has less.
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

/** The weights of least risk on the face of the largest return, null where they are not proven. */
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

/** What holds at all portfolios of the largest return, in the variables that the rules make, and the rows it names. */
interface HeldFace extends OptimalFace {
  readonly of: Affine;
}

/** Null where it is not proven, or rules are curved. Costs bend the return, so that it has none either. */
function largestReturnFace({ problem, kernels }: RiskComparison, best: Float64Array): HeldFace | null {
  const lowered = weightProgram(problem), { program: builder, weights } = lowered;
  builder.minimize(weights.dot(problem.expectedReturns).times(-1));
  const program = builder.build();
  const { status, point } = solveProgram(program, kernels, { guess: () => variablesAt(lowered, best) });
  const face = status === "optimal" && point !== null ? optimalFace(program, point) : null;
  return face && { ...face, of: program.rows };
}

/** Adds to a program of the same rules what holds on a face. */
function hold({ program }: WeightProgram, { lower, upper, rows, of }: HeldFace): void {
  program.bound(new Variables(0, lower.length), { lower, upper });
  if (rows.length === 0) return;
  program.equal(Affine.stack(rows.map((row) => of.entry(row))), Affine.constants(new Float64Array(rows.length)));
}
