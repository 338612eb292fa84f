import type { SeriesId } from "../series_history.ts";

/** The series and range that the text of a price history was requested for. */
export interface AskedSeries {
  readonly id: SeriesId;
  /** Symbol by which the source knows the series. */
  readonly symbol: string;
  /** First day of the requested history, `YYYY-MM-DD`; null for the whole history. */
  readonly since: string | null;
}

/** Error for text that is not a price history, or not the requested one; its message says why. */
export class HistoryTextError extends Error {
  override readonly name = "HistoryTextError";
}
