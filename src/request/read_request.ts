import type { RequestSources } from "./ask_market.ts";
import { askSources } from "./ask_sources.ts";
import { completeRequest } from "./complete_request.ts";
import type { HistoryBeside } from "./parts/history.ts";
import type { OptimizationRequest } from "./optimization_request.ts";

/**
 * Reads the body of POST /jobs into a run request, which is completed from saved maps and market data. Throws like
 * `completeRequest`, and `market_data_unavailable` if listings or the trading calendar cannot be read.
 */
export async function readRequest(
  body: unknown,
  sources: RequestSources,
  { signal, beside }: { readonly signal: AbortSignal; readonly beside?: HistoryBeside },
): Promise<OptimizationRequest> {
  const completing = completeRequest(body, beside);
  let step = completing.next();
  while (!step.done) step = completing.next(await askSources(step.value, sources, signal));
  return step.value;
}
