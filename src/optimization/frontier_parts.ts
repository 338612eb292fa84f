import type { Kernels } from "../kernels/mod.ts";
import type { FrontierBranch } from "./frontier_parameters.ts";
import { largestReturnAtLeastRisk } from "./largest_return_at_least_risk.ts";
import { leastRiskAtLargestReturn } from "./least_risk_at_largest_return.ts";
import { leastRiskAtReturn, type RiskComparison } from "./least_risk.ts";
import { ENFORCED } from "./methods/enforced.ts";
import { meanRisk } from "./methods/general/mean_risk.ts";
import { mirroredProblem } from "./mirrored_problem.ts";
import type { Problem } from "./problem.ts";
import type { MeasureChoice } from "./risk/measure_choice.ts";
import { programUnit } from "./risk/program_unit.ts";
import type { Solution } from "./solution.ts";

/** The fields of a solution that a frontier keeps, as plain data that can cross between threads. */
export type FrontierSolution = Pick<Solution, "status" | "weights" | "detail">;

/**
 * A part of a frontier: an end of a half, the portfolio of the largest ratio, or neighbouring points of a half. It can
 * be solved without the other parts of the same step of `frontierSteps`.
 */
export type FrontierPart =
  | { readonly solve: "least_risk"; readonly half: FrontierBranch }
  | { readonly solve: "largest_return"; readonly half: FrontierBranch }
  | { readonly solve: "largest_ratio" }
  | {
    readonly solve: "points";
    readonly half: FrontierBranch;
    /** Target return per period of each point. The targets of the lower half are negated. */
    readonly targets: readonly number[];
    /** Weights from which the first point starts. Each later point starts from the solution before it. */
    readonly near: Float64Array;
  };

/**
 * Returns a function that solves one part of the frontier of a measure. It calls `onPoint` before each point. The
 * result does not depend on the parts solved before.
 */
export function frontierSolver(
  problem: Problem,
  choice: MeasureChoice<object>,
  kernels: Kernels,
): (part: FrontierPart, onPoint?: () => void) => readonly FrontierSolution[] {
  const upper = { ...choice, problem, kernels, unit: programUnit(choice.measure, problem) };
  let lower: RiskComparison | null = null;
  const comparisonOf = (half: FrontierBranch): RiskComparison =>
    half === "upper" ? upper : lower ??= { ...upper, problem: mirroredProblem(problem) };
  return (part, onPoint = () => undefined) => {
    if (part.solve === "largest_ratio") return [largestRatio(problem, choice, kernels)];
    const comparison = comparisonOf(part.half);
    if (part.solve === "least_risk") return [kept(largestReturnAtLeastRisk(comparison))];
    if (part.solve === "largest_return") return [kept(leastRiskAtLargestReturn(comparison))];
    let { near } = part;
    return part.targets.map((target) => {
      onPoint();
      const solution = kept(leastRiskAtReturn(comparison, target, near));
      near = solution.weights ?? near;
      return solution;
    });
  };
}

function kept({ status, weights, detail }: Solution): FrontierSolution {
  return { status, weights, detail };
}

/** Solves for the portfolio of the largest ratio. `detail` explains why there is none or why it is not proven. */
function largestRatio(
  problem: Problem,
  { measure, parameters }: MeasureChoice<object>,
  kernels: Kernels,
): FrontierSolution {
  const beyond = problem.rules.find(({ id }) => !ENFORCED.byRatios.has(id));
  if (beyond !== undefined) {
    return {
      status: "failed",
      weights: null,
      detail: `The portfolio of the largest ratio is not computed: methods of ratios do not enforce "${beyond.id}"`,
    };
  }
  const sent = { ...parameters, objective: "max_ratio", measure: measure.id } as const;
  const { status, weights, detail } = meanRisk.solve(problem, sent, kernels);
  return {
    status,
    weights,
    detail: status === "optimal" ? null : `The largest ratio has no proven portfolio: ${detail}`,
  };
}
