import { historyQuestion } from "../computations/align_run.ts";
import type { ReadPreflight } from "../computations/preflight_reading.ts";
import type { RequestSources } from "../request/ask_market.ts";
import { askSources } from "../request/ask_sources.ts";
import { completePreflight, preflightConfig } from "../request/preflight_request.ts";

/**
 * Reads the parsed request body of a constraint preflight on this thread, which suits bodies of up to 64 KiB that name
 * no upload. Throws `validation_failed` with JSON pointers into the body, and errors of market data.
 */
export async function readSmallPreflight(
  body: unknown,
  { sources, signal }: { readonly sources: RequestSources; readonly signal: AbortSignal },
): Promise<ReadPreflight> {
  const completing = completePreflight(body);
  let step = completing.next();
  while (!step.done) step = completing.next(await askSources(step.value, sources, signal));
  const request = step.value;
  return { config: preflightConfig(body, request), upload: null, question: historyQuestion(request) };
}
