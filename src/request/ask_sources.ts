import { askMarket, type RequestSources } from "./ask_market.ts";
import type { RunAnswer, RunQuestion } from "./complete_request.ts";

/**
 * Answers a question about a run's request from market data or from the saved classification maps. Throws like
 * `askMarket` and like the source of maps.
 */
export async function askSources(
  question: RunQuestion,
  sources: RequestSources,
  signal: AbortSignal,
): Promise<RunAnswer> {
  if (question.about !== "maps") return await askMarket(question, sources, signal);
  return { about: "maps", found: await sources.savedMaps?.(question.mapIds) ?? null };
}
