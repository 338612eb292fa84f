import type { SeriesId } from "../series_history.ts";

/** What the text of a history was asked for. */
export interface AskedSeries {
  readonly id: SeriesId;
  /** By which the source knows it. */
  readonly symbol: string;
  /** The first day that was asked for, `YYYY-MM-DD`; null for the whole history. */
  readonly since: string | null;
}

/** A text is no history, or not that which was asked for: why not. */
export class HistoryTextError extends Error {
  override readonly name = "HistoryTextError";
}
