import type { Reading } from "../doubts/reading.ts";
import type { AssetId, Currency, Market } from "../domain/asset.ts";

/**
 * Id of a market data provider, such as `live`, or of a data source that `live` asks, such as `yahoo`. Both are defined
 * in `providers/mod.ts`.
 */
export type ProviderId = string;

export type BenchmarkId = "NIFTY50" | "SENSEX" | "BANKNIFTY" | "SP500" | "NASDAQ100";
export const BENCHMARK_IDS: readonly BenchmarkId[] = ["NIFTY50", "SENSEX", "BANKNIFTY", "SP500", "NASDAQ100"];

/**
 * Interface of a provider of asset lists and price histories. A provider leaves out the methods that it does not
 * support.
 */
export interface MarketDataProvider {
  readonly id: ProviderId;
  /** Does slow one-time work of the provider in advance, so that no request has to wait for it. */
  prepare?(): void;
  /** Returns all assets listed on a market. Throws `market_data_unavailable` where no usable list exists. */
  listings?(market: Market, context: FetchContext): Promise<Listings>;
  /** Fetches the asset lists that are due, or all of them. A provider that caches no lists has nothing to refresh. */
  refreshLists?(which: "due" | "all", context: FetchContext): Promise<readonly RefreshedList[]>;
  /** Returns the state of the asset lists, the price cache and the hosts of the sources, for the operator. */
  status?(context: FetchContext): Promise<MarketDataStatus>;
  /**
   * Reads every price file of a provider that has files, and returns a sentence about each that cannot be read, for the
   * operator.
   */
  unreadableFiles?(context: FetchContext): Promise<readonly string[]>;
  /** Returns the ids of the indices whose history the provider has. */
  benchmarks?(context: FetchContext): Promise<readonly BenchmarkId[]>;
  /**
   * Returns the last trading day, up to the given day (`YYYY-MM-DD`), of the exchanges of some assets; null where there
   * is none.
   */
  lastSession?(assets: readonly AssetId[], day: string, context: FetchContext): Promise<string | null>;
  /** Whether prices exist for an asset that no list contains, such as a share that is no longer traded. */
  hasHistory?(asset: AssetId, context: FetchContext): Promise<boolean>;
  /**
   * Returns the price history of one asset within a range of dates, without rows where it has no prices there. Throws
   * `market_data_unavailable` where the provider cannot find the asset or fetch its prices.
   */
  prices?(asset: AssetId, range: DateRange, context: FetchContext): Promise<PriceHistory>;
  /** Returns the level history of an index. Throws `market_data_unavailable` where there is none. */
  benchmark?(id: BenchmarkId, range: DateRange, context: FetchContext): Promise<BenchmarkHistory>;
  /** Returns the annual risk-free rate of a market, a fraction. */
  riskFreeRate?(market: Market, range: DateRange, context: FetchContext): Promise<number>;
}

/** Signal that aborts a fetch, and the clock, which a provider needs to fetch data. */
export interface FetchContext {
  readonly signal: AbortSignal;
  /** Returns the current time, which is recorded with fetched data, ISO 8601 UTC. */
  now(): string;
}

/** Range of dates `YYYY-MM-DD`, both ends included; null means as far as the history goes. */
export interface DateRange {
  readonly start: string | null;
  readonly end: string | null;
}

/** Type of all the assets listed on a market, with the age and source of the list. */
export interface Listings {
  /** Listed assets in a stable order, each once; the same object until the list changes. */
  readonly items: ListingRows<Listing>;
  /**
   * Assets that are no longer listed but may still have prices, as last listed. `renamedTo` names the asset that now
   * has the same ISIN.
   */
  readonly former: ListingRows<FormerListing>;
  /** Listings of `items` as an older list describes them, under another name; none if absent. */
  readonly formerNames?: readonly Listing[];
  /** Assets of `items` that no list names, because they only have prices; none if absent. */
  readonly unlisted?: ReadonlySet<AssetId>;
  /** File names of the published lists without which the market is not complete; none if absent. */
  readonly missingLists?: readonly string[];
  /**
   * The date that the list states as its own, or else the day it was fetched, `YYYY-MM-DD`; of several lists the
   * earliest. Null where it is unknown.
   */
  readonly asOf: string | null;
  /** When the list was fetched from its source, ISO 8601 UTC; of several lists the earliest time. */
  readonly fetchedAt: string;
  /**
   * Time from which the age of the asset list is counted, ISO 8601 UTC; of several lists the earliest. Null for a list
   * that never becomes too old.
   */
  readonly agesFrom: string | null;
  readonly source: ProviderId;
  /** SHA-256 of the contents of the lists, in lower-case hexadecimal. It changes when any item changes. */
  readonly digest: string;
}

/** Sequence of listings that need not all be in memory; an array also qualifies. */
export interface ListingRows<Row> extends Iterable<Row> {
  readonly length: number;
}

export interface FormerListing extends Listing {
  readonly renamedTo: AssetId | null;
}

/** State of a list that a source publishes: `nse`, `bse`, `amfi`, `mfapi`, `nasdaqlisted` or `otherlisted`. */
export interface ListStatus {
  readonly list: string;
  readonly market: Market;
  /**
   * Id of the source that published the asset list. Null where the list has not been fetched yet, as are the next four
   * fields.
   */
  readonly source: ProviderId | null;
  readonly asOf: string | null;
  readonly fetchedAt: string | null;
  readonly agesFrom: string | null;
  readonly digest: string | null;
  readonly rows: number;
}

/**
 * Outcome of refreshing an asset list. `fault` says why the list could not be fetched or was rejected; it is null for
 * every outcome other than `failed`.
 */
export interface RefreshedList extends ListStatus {
  readonly outcome: "fresh" | "replaced" | "unchanged" | "failed" | "left to another process";
  readonly fault: string | null;
}

/** Type of the state of the cached market data and of the hosts of its sources. */
export interface MarketDataStatus {
  readonly lists: readonly ListStatus[];
  /** State of the price cache; null for a provider without a cache. */
  readonly cache: CacheStatus | null;
  /** States of the hosts of the data sources, sorted by host name. */
  readonly hosts: readonly HostStatus[];
}

/** Number, size and age of the cached price series. */
export interface CacheStatus {
  readonly assets: number;
  readonly bytes: number;
  /** When the oldest cached series was fetched, ISO 8601 UTC; null where nothing is cached. */
  readonly oldestFetchedAt: string | null;
}

/**
 * State of the circuit breaker of a data source's host, as last recorded by any process. While it is `open`, nothing is
 * requested from the host before `until`.
 */
export interface HostStatus {
  readonly host: string;
  readonly provider: ProviderId;
  readonly circuit: "closed" | "half_open" | "open";
  /** Time at which the circuit breaker entered its state, ISO 8601 UTC. */
  readonly since: string;
  /** End of the time during which the host is left alone, ISO 8601 UTC; null where the circuit breaker is not open. */
  readonly until: string | null;
  readonly lastFault: string | null;
}

/** Type of one tradable asset of a market, as an asset list describes it. */
export interface Listing {
  readonly asset: AssetId;
  readonly name: string;
  readonly market: Market;
  readonly currency: Currency | null;
  /** Exchange of the asset: NSE, BSE or the US exchange; null for a fund. */
  readonly exchange: string | null;
  /** Ticker of a share, or scheme code of a fund. */
  readonly symbol: string;
  readonly isin: string | null;
  readonly sector: string | null;
  /** Series of a share on an Indian exchange, such as EQ, BE or BZ; null where the list has none. */
  readonly series: string | null;
  /** Day of listing, `YYYY-MM-DD`; null where the list does not state it. */
  readonly listedOn: string | null;
  /** Face value of a share in its currency; null where the list does not state it. */
  readonly faceValue: number | null;
  /** Letters that a BSE share has beside its numeric code; null for other assets. */
  readonly securityId: string | null;
  /** Whether the asset is an exchange-traded fund; null where the list does not say. */
  readonly isEtf: boolean | null;
  readonly fund: FundDetails | null;
}

export type FundAssetClass = "equity" | "debt" | "hybrid" | "other";

export interface FundDetails {
  /** Name of the asset management company of a fund. */
  readonly amc: string;
  readonly assetClass: FundAssetClass;
  readonly category: string;
  readonly plan: "direct" | "regular";
  readonly option: "growth" | "dividend";
  /** ISIN of fund units whose dividends are reinvested, where it differs from the ISIN of the listing. */
  readonly reinvestmentIsin?: string;
  /** Latest net asset value of a fund, and the day of that value, `YYYY-MM-DD`; both null where the list has none. */
  readonly nav: number | null;
  readonly navDate: string | null;
}

/** Type of the price history of one asset: closing prices, one row per trading day, dates ascending. */
export interface PriceHistory {
  readonly dates: readonly string[];
  /** Closes adjusted for splits and dividends; returns are computed from these. */
  readonly adjustedCloses: Float64Array;
  readonly closes: Float64Array;
  readonly actions: readonly CorporateAction[];
  readonly source: ProviderId;
  /** When the price history was fetched, ISO 8601 UTC. */
  readonly fetchedAt: string;
  /** Rows of the source's price history that were removed, by date; none if absent. */
  readonly omitted?: readonly OmittedRow[];
  /** How the days and prices were read from files, where their text alone does not say it; none if absent. */
  readonly readings?: readonly Reading[];
}

/**
 * A day that a price history leaves out, and the reason: a holiday, an unreadable price or date, a repeated date, a
 * session that is not over, a price that the next session reverts, or a session of the calendar without a row in the
 * source.
 */
export interface OmittedRow {
  /** Date of the omitted price row; where the source has no valid date, the text that stands in its place. */
  readonly date: string;
  readonly reason: "holiday" | "absent" | "unreadable" | "unreadable_day" | "repeated" | "unfinished" | "reverted";
}

/** A stock split (`amount` new shares for each old one) or a dividend (`amount` a share). */
export interface CorporateAction {
  readonly date: string;
  readonly kind: "split" | "dividend";
  readonly amount: number;
}

export interface BenchmarkHistory extends PriceHistory {
  /** Whether the index levels include dividends (`total`) or not (`price`). */
  readonly returnType: "price" | "total";
}
