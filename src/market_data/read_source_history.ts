import type { MarketReader } from "./market_reader.ts";
import type { ProviderId } from "./provider.ts";
import type { HistoryInputs } from "./readings/source_history.ts";
import { decodeChunk } from "./series_chunk.ts";
import type { SourceHistory } from "./series_history.ts";
import { SourceError } from "./source_error.ts";

/** An answer with a history, and whose it is. */
export interface AnsweredText extends HistoryInputs {
  readonly provider: ProviderId;
}

/** The history of an answer; null where the source knows no such series. Throws a `SourceError` for what is none. */
export async function readSourceHistory(
  { provider, ...inputs }: AnsweredText,
  reader: MarketReader,
): Promise<SourceHistory | null> {
  const output = await reader.run("history", inputs);
  if (output.outcome === "unknown") return null;
  const history = output.outcome === "read" ? decodeChunk(output.rows) : null;
  if (output.outcome === "read" && history !== null) {
    return { ...history, omitted: [...history.omitted, ...output.undated] };
  }
  const why = output.outcome === "bad" ? output.fault : "it could not be read";
  throw new SourceError(provider, `Cannot read the answer of "${provider}": ${why}`);
}
