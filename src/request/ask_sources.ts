import { askMarket, type RequestSources } from "./ask_market.ts";
import type { RunAnswer, RunQuestion } from "./complete_request.ts";

/**
 * Answers a question about a run's request from market data, the saved classification maps or the uploads. Throws like
 * `askMarket` and like these sources.
 */
export async function askSources(
  question: RunQuestion,
  sources: RequestSources,
  signal: AbortSignal,
): Promise<RunAnswer> {
  if (question.about === "upload") {
    if (sources.uploads === undefined) return { about: "upload", found: "not here" };
    return { about: "upload", found: await sources.uploads(question.uploadId) ?? "absent" };
  }
  if (question.about !== "maps") return await askMarket(question, sources, signal);
  return { about: "maps", found: await sources.savedMaps?.(question.mapIds) ?? null };
}
