import type { AssetId, Market } from "../domain/asset.ts";
import type { BenchmarkId, CorporateAction, OmittedRow, ProviderId } from "./provider.ts";
import type { SourceAnswer, SourceRequest } from "./providers/source_client.ts";
import type { ListingFile } from "./readers/listing_file.ts";

/** A source of market data on the network, as it is: nothing of it is kept, cleaned or looked up elsewhere. */
export interface Source {
  /** Also the name within `PROVIDER_<NAME>_URL`, in lower case. */
  readonly id: ProviderId;
  /** Where it is. */
  readonly url: string;
  readonly lists?: readonly SourceList[];
  /** Histories of assets and indices; absent where it publishes lists alone. */
  readonly histories?: SourceHistories;
}

/** How a source is asked. */
export interface SourceContext {
  /** Its address, which a setting may have put elsewhere; ends with a slash. */
  readonly base: URL;
  get(request: SourceRequest): Promise<SourceAnswer>;
}

/** A list of what is tradable. */
export interface SourceList {
  /** The name it is kept under. */
  readonly id: string;
  readonly market: Exclude<Market, "CUSTOM">;
  /** Whether the market is known without it. */
  readonly isOptional: boolean;
  /** Its text, as published. Throws a `SourceError`. */
  fetch(context: SourceContext): Promise<string>;
  /** Throws a `ListingFileError` for what is no such list. */
  read(text: string): Promise<ListingFile>;
}

/** What a history is of. */
export type SeriesId = AssetId | BenchmarkId;

export interface SeriesName {
  readonly id: SeriesId;
  /** The letters of a BSE share beside its code; null where its list has none, and elsewhere. */
  readonly securityId: string | null;
}

export interface SourceHistories {
  /** Whether it has histories of the kind at all. */
  covers(id: SeriesId): boolean;
  /**
   * The history from a day on, `YYYY-MM-DD`, or whole with null; null where the source knows no such series. Throws a
   * `SourceError`.
   */
  fetch(series: SeriesName, since: string | null, context: SourceContext): Promise<SourceHistory | null>;
}

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
