import { askMarket, type RequestSources } from "./ask_market.ts";
import type { RunAnswer, RunQuestion } from "./complete_request.ts";

/** The answer to a question about a run, by the source that knows. Throws as `askMarket` and the source of maps do. */
export async function askSources(
  question: RunQuestion,
  sources: RequestSources,
  signal: AbortSignal,
): Promise<RunAnswer> {
  if (question.about !== "maps") return await askMarket(question, sources, signal);
  return { about: "maps", found: await sources.savedMaps?.(question.mapIds) ?? null };
}
