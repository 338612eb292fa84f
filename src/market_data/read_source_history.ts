import type { MarketReader } from "./market_reader.ts";
import type { ProviderId } from "./provider.ts";
import type { HistoryInputs } from "./readings/source_history.ts";
import { decodeChunk } from "./series_chunk.ts";
import type { SourceHistory } from "./series_history.ts";
import { SourceError } from "./source_error.ts";

/** Bytes of a source's answer that should hold a price history, with the provider that sent them. */
export interface AnsweredText extends HistoryInputs {
  readonly provider: ProviderId;
}

/**
 * Parses the price history in a source's answer; null where the source does not know the series. Throws a `SourceError`
 * where the answer is not a history.
 */
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
