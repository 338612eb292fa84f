import type { Market } from "../domain/asset.ts";
import type { ProviderId } from "./provider.ts";
import type { SourceAnswer, SourceRequest } from "./providers/source_client.ts";
import type { ListLayout } from "./readers/mod.ts";
import type { AnsweredText } from "./read_source_history.ts";
import type { SeriesId, SourceHistory } from "./series_history.ts";

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
  /** Reads an answer with a history; null where it says that there is none. Throws a `SourceError`. */
  read(answered: AnsweredText): Promise<SourceHistory | null>;
}

/** A list of what is tradable. */
export interface SourceList {
  /** The name it is kept under. */
  readonly id: string;
  readonly market: Exclude<Market, "CUSTOM">;
  /** Whether the market is known without it. */
  readonly isOptional: boolean;
  readonly layout: ListLayout;
  /** Its bytes, as published. Throws a `SourceError`. */
  fetch(context: SourceContext): Promise<Uint8Array<ArrayBuffer>>;
}

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
