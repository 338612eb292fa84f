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

/** Programs around one answer after another: each but the first begins where the one before has its digits. */
const MOST_ROUNDS = 4;

/**
 * The least tracking error that the rules allow. Of positions whose variances cancel the squares keep half of the
 * digits: the program is stated again in differences from the weights found, until the tracking error is more than
 * rounding of what those differences add. An answer that follows less closely than the one before it is refuted by
 * that, whatever it proves of the digits that its own positions leave.
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

/** A solution at the weights of the benchmark, which no others follow more closely; null where rules keep them out. */
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
        // The objective is half the square.
        slope: (value) => value > 0 ? 1 / value : 0,
      };
    },
  });
}
