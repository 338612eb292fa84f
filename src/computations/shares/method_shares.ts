import type { AlignedHistory } from "../../documents/aligned_history.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { METHODS } from "../../optimization/methods/mod.ts";
import { type AllocatedRun, allocationBasis } from "../allocation.ts";
import { benchmarkSeries } from "../benchmark_series.ts";
import { answerOf, type MethodAnswer } from "../method_result.ts";
import type { OptimizationInputs } from "../optimization_inputs.ts";
import { type Estimates, problemOf, type ProblemRequest } from "../problem_of.ts";
import type { ShareKind, ShareTypes } from "./share_kind.ts";

/** What the methods of a run have in common. */
export interface MethodShareBasis {
  readonly request:
    & ProblemRequest
    & AllocatedRun["request"]
    & Pick<OptimizationInputs["request"], "methods" | "constraints">;
  readonly history: Pick<AlignedHistory, "dates" | "returns" | "rowWeights" | "benchmark" | "closes"> | null;
  readonly estimates: Estimates;
}

interface MethodShareTypes extends ShareTypes {
  readonly basis: MethodShareBasis;
  readonly output: MethodAnswer;
}

/** The methods of a run side by side: each share is one method, with the figures of its portfolio. */
export const methodShares: ShareKind<MethodShareTypes> = {
  id: "methods",
  begin({ request, history, estimates }, kernels) {
    const allocation = allocationBasis({ request, history });
    const reference = {
      riskFreeRate: request.risk_free_rate,
      benchmark: benchmarkSeries(request.benchmark, request, history),
    };
    return (share) => {
      const choice = entryAt(request.methods, share), method = METHODS.get(choice.method);
      if (method === undefined) throw new Error(`Cannot find method "${choice.method}"`);
      const constraints = choice.constraints ?? request.constraints;
      const problem = problemOf({ request, history }, estimates, { constraints, kernels });
      return answerOf({ method, choice, problem, allocation }, reference, kernels);
    };
  },
};

/**
 * Returns the parts of a run on which its methods depend. Lists that only the estimates need stay behind, because every
 * helper gets a copy.
 */
export function methodShareBasis(
  { request, history }: Pick<OptimizationInputs, "request" | "history">,
  estimates: Estimates,
): MethodShareBasis {
  const { covariance: _covariance, expected_returns: _expected, doubtsOfRequest: _doubts, ...needed } = request;
  if (history === null) return { request: needed, history, estimates };
  const { data: _data, factors: _factors, available: _available, benchmarkReturnType: _type, ...shared } = history;
  return { request: needed, history: shared, estimates };
}
