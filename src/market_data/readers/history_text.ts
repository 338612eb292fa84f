import type { SeriesId } from "../series_history.ts";

/** Price series and range of days that were requested from a source, whose answer is to be parsed. */
export interface AskedSeries {
  readonly id: SeriesId;
  /** Symbol by which the data source knows the price series. */
  readonly symbol: string;
  /** First day of the requested history, `YYYY-MM-DD`; null for the whole history. */
  readonly since: string | null;
}

/** Error for text that is not a price history, or not the requested one; its message says why. */
export class HistoryTextError extends Error {
  override readonly name = "HistoryTextError";
}
