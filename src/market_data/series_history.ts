import type { AssetId } from "../domain/asset.ts";
import type { BenchmarkId, CorporateAction, OmittedRow } from "./provider.ts";

/** Type of the id of a price series: an asset or a benchmark. */
export type SeriesId = AssetId | BenchmarkId;

/** Closing prices as a source sends them, dates ascending and each once. */
export interface SourceHistory {
  readonly dates: readonly string[];
  /** Closes adjusted for all splits that the source knows of, as chart services send them. */
  readonly closes: Float64Array;
  /** Closes of the price series adjusted for splits and dividends. */
  readonly adjustedCloses: Float64Array;
  readonly actions: readonly CorporateAction[];
  /** Rows of the source's price history that cannot be used. */
  readonly omitted: readonly OmittedRow[];
}

/** Price history without rows, for a source that has none. */
export const NO_HISTORY: SourceHistory = {
  dates: [],
  closes: new Float64Array(),
  adjustedCloses: new Float64Array(),
  actions: [],
  omitted: [],
};
