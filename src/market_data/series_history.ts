import type { AssetId } from "../domain/asset.ts";
import type { BenchmarkId, CorporateAction, OmittedRow } from "./provider.ts";

/** What a history is of. */
export type SeriesId = AssetId | BenchmarkId;

/** Closes as a source has them, dates ascending, each once. */
export interface SourceHistory {
  readonly dates: readonly string[];
  /** Corrected for the splits that the source knows by now, as chart services give them. */
  readonly closes: Float64Array;
  /** Corrected for splits and dividends. */
  readonly adjustedCloses: Float64Array;
  readonly actions: readonly CorporateAction[];
  /** Rows that cannot be used. */
  readonly omitted: readonly OmittedRow[];
}

/** Of a source that has no row. */
export const NO_HISTORY: SourceHistory = {
  dates: [],
  closes: new Float64Array(),
  adjustedCloses: new Float64Array(),
  actions: [],
  omitted: [],
};
