import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { netReturn, netReturnOf } from "../../program/net_return.ts";
import { Affine } from "../../program/program.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import type { Problem } from "../../problem.ts";
import { benchmarkReturnOf, trackingErrorOf } from "../../risk/active_risk.ts";
import type { Solution } from "../../solution.ts";
import { ENFORCED } from "../enforced.ts";
import { maxReturn } from "../mean_variance/max_return.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod, type Objective } from "../program_method.ts";
import { calmestOfRatio } from "./calmest_of_ratio.ts";
import { judgeActiveRisk } from "./judge_active_risk.ts";
import { minimiseTrackingError, ratioBesideBenchmark } from "./beside_benchmark.ts";
import { returnLeftOpen } from "../return_left_open.ts";
import { unlessRulesConflict } from "../unless_rules_conflict.ts";

const description: Omit<Method<NoParameters>, "solve"> = {
  id: "max_information_ratio",
  group: "benchmark",
  documentation: {
    title: "Maximum information ratio",
    formula: "maximise (m'w - mean(b)) / std(x - b) (ddof 1), against weights b (m'w - m'b) / sqrt((w - b)'S(w - b))",
    reference:
      "Goodwin (1998), The information ratio, Financial Analysts Journal 54; homogenised as in Cornuejols, Tütüncü (2007), Optimization methods in finance, 8.2",
    paragraph:
      "The portfolio with the largest expected return over the benchmark per unit of tracking error. If several " +
      "portfolios have the same ratio, as where the rules allow the benchmark itself, it is the one of least " +
      "volatility.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, expectedReturns: true, benchmark: true }),
  enforces: () => ENFORCED.byRatios,
};

/**
 * Maximises the information ratio under the rules: the expected return, less costs and the expected return of the
 * benchmark, divided by the tracking error.
 */
export const maxInformationRatio: Method<NoParameters> = defineProgramMethod(description, {
  ...ratioIn(excessUnit),
  explain: (solution, { problem, kernels }) => explained(solution, problem, kernels),
});

/**
 * Returns the objective of the homogenised program: the least tracking error times the scale, with an active return
 * times the scale of at least `unitOf(problem)`.
 */
function ratioIn(unitOf: (problem: Problem) => number): Objective<NoParameters> {
  return {
    guesses: ["tangency", "maximum_return"],
    program(problem) {
      const lowered = ratioBesideBenchmark(problem), { program, weights, scale } = lowered;
      const active = netReturn(program, weights, { problem, scale }).minus(scale.times(benchmarkReturnOf(problem)));
      program.atMost(Affine.constant(1), active.times(1 / unitOf(problem)));
      return lowered;
    },
    minimise(lowered, { problem }) {
      const unit = unitOf(problem);
      minimiseTrackingError(lowered, problem);
      return {
        name: "information_ratio",
        value: (found) => (netReturnOf(found, problem) - benchmarkReturnOf(problem)) / trackingErrorOf(found, problem),
        // At an objective f the ratio is unit / sqrt(2 f), and the slope is its derivative by f.
        slope: (ratio) => -(ratio ** 3) / unit ** 2,
      };
    },
  };
}

/** The largest absolute active return of an asset: in this unit the scaling variable is near 1. */
function excessUnit(problem: Problem): number {
  const benchmark = benchmarkReturnOf(problem);
  return problem.expectedReturns.reduce((most, mean) => Math.max(most, Math.abs(mean - benchmark)), 0) || 1;
}

/**
 * Explains a missing answer: infeasible rules, rules under which nothing earns more than the benchmark, or a ratio
 * without maximum. If the best active return is too small for the unit of active returns, the program is solved again
 * in the unit of that return.
 */
function explained(solution: Solution, problem: Problem, kernels: Kernels): Solution {
  if (solution.weights !== null) return judged(solution, problem);
  if (solution.status === "unbounded") {
    return unlessRulesConflict(withoutWeights("unbounded", NO_MAXIMUM), problem, kernels);
  }
  const best = maxReturn.solve(problem, {}, kernels);
  if (best.status === "infeasible") return best;
  if (best.objective === null) {
    return solution.status === "infeasible" ? withoutWeights("infeasible", TOO_LITTLE) : solution;
  }
  const active = best.objective.value - benchmarkReturnOf(problem);
  if (solution.status === "infeasible" || active <= -returnLeftOpen(best, problem)) {
    return withoutWeights("infeasible", earningTooLittle(best, problem));
  }
  if (!(active > 0)) return solution;
  const solved = defineProgramMethod(description, ratioIn(() => active)).solve(problem, {}, kernels);
  if (solved.weights !== null) return judged(solved, problem);
  return solved.status === "not_proven" ? solved : withoutWeights("not_proven");
}

function judged(solution: Solution, problem: Problem): Solution {
  return judgeActiveRisk(calmestOfRatio(solution, problem), problem);
}

const NO_MAXIMUM = "The ratio has no maximum under the rules: limit the weights, also the short ones";

const TOO_LITTLE = "No weights that meet the rules are expected to earn more than the benchmark";

function earningTooLittle({ objective }: Solution, problem: Problem): string {
  const [benchmark, best] = [benchmarkReturnOf(problem), objective?.value ?? NaN]
    .map((perPeriod) => perPeriod * problem.periodsPerYear);
  return `${TOO_LITTLE}, ${benchmark} a year: the best earn ${best}`;
}
