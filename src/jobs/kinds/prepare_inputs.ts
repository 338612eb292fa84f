import { alignRun, historyQuestion } from "../../computations/align_run.ts";
import type { OptimizationInputs } from "../../computations/optimization_inputs.ts";
import { withPeriods } from "../../computations/with_periods.ts";
import { kernelDigests } from "../../kernels/digests.ts";
import type { OptimizationRequest } from "../../request/optimization_request.ts";
import { findHistory, type HistorySources } from "./find_history.ts";

/**
 * Prepares the inputs of a run on the current thread, for a process that serves no requests meanwhile. Throws like
 * `findHistory` and `alignRun`.
 */
export async function prepareInputs(
  request: OptimizationRequest,
  sources: HistorySources,
  signal: AbortSignal,
): Promise<OptimizationInputs> {
  const question = historyQuestion(request);
  const found = question && await findHistory(question, sources, signal);
  const { history: _own, ...rest } = request;
  const history = alignRun(request, found);
  return { request: withPeriods(rest, history), history, digests: await kernelDigests() };
}
