import { type NoParameters, noParameters } from "../../../domain/no_parameters.ts";
import { trackingErrorOf } from "../../risk/active_risk.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { defineProgramMethod } from "../program_method.ts";
import type { Problem } from "../../problem.ts";
import { largestBreach } from "../../program/constrain_by_rules.ts";
import { isNegligible } from "../../refine/solve_without_negligible.ts";
import type { Certificate, Solution } from "../../solution.ts";
import { PROOF } from "../../certify/proof.ts";
import { besideBenchmark, minimiseTrackingError } from "./beside_benchmark.ts";
import { isAsGood, isCancelling } from "./judge_active_risk.ts";

const description: Omit<Method<NoParameters>, "solve"> = {
  id: "min_tracking_error",
  group: "benchmark",
  documentation: {
    title: "Minimum tracking error",
    formula: "minimise sqrt((w - b)'S(w - b)) against weights b, std(x - b) (ddof 1) against a series",
    reference: "Roll (1992), A mean/variance analysis of tracking error, Journal of Portfolio Management 18",
    paragraph: "The portfolio within the rules that follows the benchmark most closely.",
  },
  parameters: noParameters,
  needs: needing({ assets: 2, benchmark: true }),
  enforces: () => ENFORCED.byRiskMinimisers,
};

/**
 * Largest number of programs that `minTrackingError` solves. Each but the first is stated in differences from the
 * weights of the one before.
 */
const MOST_ROUNDS = 4;

/**
 * Minimises the tracking error under the rules: (w - b)'S(w - b) against benchmark weights b, with the covariance S, or
 * the variance of the active returns against a series. If the variances of the positions cancel, the squares keep only
 * half of the digits. The program is then solved again in differences from the weights found, until the tracking error
 * exceeds the rounding of these differences. A new answer with a larger tracking error is rejected: the weights before
 * it disprove its optimality.
 */
export const minTrackingError: Method<NoParameters> = {
  ...description,
  solve(problem, parameters, kernels) {
    let found = minimisingAround(null).solve(problem, parameters, kernels), from: Float64Array | null = null;
    for (let round = 1; round < MOST_ROUNDS && isCancelling(found, problem, from); round++) {
      const copied = atBenchmark(found, problem);
      if (copied !== null) return copied;
      from = found.weights;
      const next = minimisingAround(from).solve(problem, parameters, kernels);
      if (!isAsGood(next, found, problem)) return found;
      found = next;
    }
    return found;
  },
};

/**
 * Returns the benchmark's weights as a solution, whose tracking error is 0; null if the rules exclude them or the
 * benchmark is a series.
 */
function atBenchmark({ certificate, shadowPrices, ...found }: Solution, problem: Problem): Solution | null {
  const { benchmark } = problem;
  if (benchmark?.kind !== "weights" || certificate === null || found.objective === null) return null;
  if (benchmark.weights.some((weight) => weight !== 0 && isNegligible(weight))) return null;
  const breach = largestBreach(benchmark.weights, problem);
  if (breach > PROOF.primal) return null;
  return {
    ...found,
    status: "optimal",
    detail: null,
    weights: benchmark.weights.slice(),
    objective: { ...found.objective, value: 0 },
    certificate: { ...withoutGap(certificate), primalResidual: breach, dualResidual: 0, provenOptimal: true },
    shadowPrices: new Map(Array.from(shadowPrices.keys(), (key) => [key, 0])),
  };
}

function withoutGap({ search, ...certificate }: Certificate): Certificate {
  return { ...certificate, dualityGap: 0, ...search && { search: { ...search, bound: 0 } } };
}

function minimisingAround(portfolio: Float64Array | null): Method<NoParameters> {
  return defineProgramMethod(description, {
    guesses: ["minimum_variance"],
    program: besideBenchmark,
    minimise(lowered, { problem }) {
      minimiseTrackingError(lowered, problem, portfolio);
      return {
        name: "tracking_error",
        value: (found) => trackingErrorOf(found, problem),
        // The program minimises half the squared tracking error: the slope is the derivative of the tracking error by
        // that.
        slope: (value) => value > 0 ? 1 / value : 0,
      };
    },
  });
}
