import type { Doubt } from "../domain/doubt.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import type { ComputationContext } from "./computation.ts";
import { alignHistory } from "./align_history.ts";
import { doubtsOf } from "./align_run.ts";
import { refuseConflicts } from "./refuse_conflicts.ts";
import { refuseEstimates } from "./refuse_estimates.ts";

/**
 * Checks a submission in a worker, as far as no market data is needed: whether its own history has enough common rows,
 * whether its own large covariance matrix is positive semidefinite, and whether the rules that need no prices can be
 * met together. Throws `validation_failed` or `constraints_infeasible` with pointers into the request body.
 */
export const preflight = {
  compute(request: OptimizationRequest, context: ComputationContext): null {
    const { history } = request, own = history && alignHistory(request, history, null);
    return judgeSubmission(request, context, () => own === null ? [] : doubtsOf(own, null));
  },
};

/**
 * Checks the estimates and the rules of a submission whose history is aligned. `doubtsOfHistory` returns the doubts
 * about that history, for the error. Throws like `preflight`.
 */
export function judgeSubmission(
  { history, ...request }: OptimizationRequest,
  { kernels }: ComputationContext,
  doubtsOfHistory: () => readonly Doubt[],
): null {
  refuseEstimates(request, kernels, { isMoments: history === null && !request.listed });
  refuseConflicts(request, kernels, () => [...request.doubtsOfRequest, ...doubtsOfHistory()]);
  return null;
}
