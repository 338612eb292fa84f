import type { Market } from "../domain/asset.ts";
import type { ProviderId } from "./provider.ts";
import type { SourceAnswer, SourceRequest } from "./providers/source_client.ts";
import type { ListLayout } from "./readers/mod.ts";
import type { AnsweredText } from "./read_source_history.ts";
import type { SeriesId, SourceHistory } from "./series_history.ts";

/** Interface of a data source on the network. It neither caches nor cleans its data, and asks no other source. */
export interface Source {
  /** Id of the source, which is also the name in `PROVIDER_<NAME>_URL`, in lower case. */
  readonly id: ProviderId;
  /** Default base address of the data source. */
  readonly url: string;
  readonly lists?: readonly SourceList[];
  /**
   * Object that fetches the price histories of assets and indices from the source; absent where the source only
   * publishes lists.
   */
  readonly histories?: SourceHistories;
}

/** Type of the base address and functions that a data source needs to send requests. */
export interface SourceContext {
  /** Base address of the source, which a setting may replace; ends with a slash. */
  readonly base: URL;
  get(request: SourceRequest): Promise<SourceAnswer>;
  /**
   * Parses an answer that holds a price history; null where the source says that there is none. Throws a `SourceError`.
   */
  read(answered: AnsweredText): Promise<SourceHistory | null>;
}

/** Type of a list of tradable assets that a source publishes. */
export interface SourceList {
  /** Id under which the asset list is cached. */
  readonly id: string;
  readonly market: Exclude<Market, "CUSTOM">;
  /** Whether the market can be used without this asset list. */
  readonly isOptional: boolean;
  readonly layout: ListLayout;
  /** Downloads the bytes of the asset list as published. Throws a `SourceError`. */
  fetch(context: SourceContext): Promise<Uint8Array<ArrayBuffer>>;
}

export interface SeriesName {
  readonly id: SeriesId;
  /** Letters that a BSE share has beside its code; null where its list has none, and for other assets. */
  readonly securityId: string | null;
}

export interface SourceHistories {
  /** Whether the data source has histories for this kind of asset at all. */
  covers(id: SeriesId): boolean;
  /**
   * Fetches the history from a day on, `YYYY-MM-DD`, or the whole history for null; returns null where the source does
   * not know the series. Throws a `SourceError`.
   */
  fetch(series: SeriesName, since: string | null, context: SourceContext): Promise<SourceHistory | null>;
}
