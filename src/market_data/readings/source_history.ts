import type { OmittedRow } from "../provider.ts";
import { type AskedSeries, HistoryTextError } from "../readers/history_text.ts";
import type { HistoryLayout } from "../readers/history_layouts.ts";
import { encodeChunk } from "../series_chunk.ts";

export interface HistoryInputs extends AskedSeries {
  readonly layout: HistoryLayout;
  /** Bytes of the source's answer with a price history, UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type HistoryOutput =
  | { readonly outcome: "bad"; readonly fault: string }
  | { readonly outcome: "unknown" }
  | {
    readonly outcome: "read";
    /** The whole price history, encoded by `encodeChunk` as one chunk. */
    readonly rows: Uint8Array<ArrayBuffer>;
    /** Omitted rows of the price history without a valid date, which the encoding cannot hold. */
    readonly undated: readonly OmittedRow[];
  };

/** Parses a price history from a source's answer in the named layout. */
export async function readHistory({ layout, bytes, ...asked }: HistoryInputs): Promise<HistoryOutput> {
  // Imports the history readers on demand: their schema library takes megabytes, which a worker that only reads lists
  // does not need.
  const { HISTORY_LAYOUTS } = await import("../readers/history_layouts.ts");
  try {
    const history = HISTORY_LAYOUTS[layout](new TextDecoder().decode(bytes), asked);
    if (history === null) return { outcome: "unknown" };
    const [dated, undated] = [history.omitted.filter(isDated), history.omitted.filter((row) => !isDated(row))];
    return { outcome: "read", rows: encodeChunk({ ...history, omitted: dated }), undated };
  } catch (error) {
    if (!(error instanceof HistoryTextError)) throw error;
    return { outcome: "bad", fault: error.message };
  }
}

function isDated({ date }: OmittedRow): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date);
}
