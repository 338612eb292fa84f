import type { AssetId, Currency, Market } from "../domain/asset.ts";

/** One of `providers/mod.ts`, or `live`, an order of preference over them. */
export type ProviderId = string;

export type BenchmarkId = "NIFTY50" | "SENSEX" | "BANKNIFTY" | "SP500" | "NASDAQ100";
export const BENCHMARK_IDS: readonly BenchmarkId[] = ["NIFTY50", "SENSEX", "BANKNIFTY", "SP500", "NASDAQ100"];

/** Where prices come from. What a provider lacks it leaves out. */
export interface MarketDataProvider {
  readonly id: ProviderId;
  /** Does what is done once, and would hold up everybody if it were done for a request. */
  prepare?(): void;
  /** Everything listed on a market; throws `market_data_unavailable` where no list is good enough to go by. */
  listings?(market: Market, context: FetchContext): Promise<Listings>;
  /** Fetches the lists that are due for it, or all; where none is kept there is nothing to refresh. */
  refreshLists?(which: "due" | "all", context: FetchContext): Promise<readonly RefreshedList[]>;
  /** The lists, the cache and the hosts of sources, for whoever runs the service. */
  status?(context: FetchContext): Promise<MarketDataStatus>;
  /** The indices that it has a history of. */
  benchmarks?(context: FetchContext): Promise<readonly BenchmarkId[]>;
  /**
   * The last trading day of the exchanges of assets that is not after a day, `YYYY-MM-DD`; null where there is none.
   */
  lastSession?(assets: readonly AssetId[], day: string, context: FetchContext): Promise<string | null>;
  /** Whether there is a history of an asset that no list has, as of a share that is traded no more. */
  hasHistory?(asset: AssetId, context: FetchContext): Promise<boolean>;
  /** The history of one asset; throws `market_data_unavailable` where there is none. */
  prices?(asset: AssetId, range: DateRange, context: FetchContext): Promise<PriceHistory>;
  /** The history of an index; throws `market_data_unavailable` where there is none. */
  benchmark?(id: BenchmarkId, range: DateRange, context: FetchContext): Promise<BenchmarkHistory>;
  /** Annual, a fraction. */
  riskFreeRate?(market: Market, range: DateRange, context: FetchContext): Promise<number>;
}

/** What a provider needs from outside itself. */
export interface FetchContext {
  readonly signal: AbortSignal;
  /** The time to write beside what is fetched, ISO 8601 UTC. */
  now(): string;
}

/** Dates `YYYY-MM-DD`, both inclusive; null is as far as the history goes. */
export interface DateRange {
  readonly start: string | null;
  readonly end: string | null;
}

/** All that is listed on a market. */
export interface Listings {
  /** In a stable order, each asset once; the same rows while nothing has changed. */
  readonly items: ListingRows<Listing>;
  /**
   * What is listed no more but may still have prices, as it was last listed; `renamedTo` names what its ISIN is listed
   * under now.
   */
  readonly former: ListingRows<FormerListing>;
  /**
   * The day that the list says it is of, `YYYY-MM-DD`, or that it was fetched on; of several lists the earliest. Null
   * where nobody knows.
   */
  readonly asOf: string | null;
  /** When it was got of its source, ISO 8601 UTC, of several lists the earliest. */
  readonly fetchedAt: string;
  /** From when its age counts, ISO 8601 UTC, of several lists the earliest; null for a list that is never too old. */
  readonly agesFrom: string | null;
  readonly source: ProviderId;
  /** SHA-256 of the content of the lists, lower-case hexadecimal: another where an item is another. */
  readonly digest: string;
}

/** Listings in their order, which need not all be in memory: an array is such rows. */
export interface ListingRows<Row> extends Iterable<Row> {
  readonly length: number;
}

export interface FormerListing extends Listing {
  readonly renamedTo: AssetId | null;
}

/** A list that a source publishes: `nse`, `bse`, `amfi`, `mfapi`, `nasdaqlisted`, `otherlisted`. */
export interface ListStatus {
  readonly list: string;
  readonly market: Market;
  /** Null where there is none yet, as the next ones. */
  readonly source: ProviderId | null;
  readonly asOf: string | null;
  readonly fetchedAt: string | null;
  readonly agesFrom: string | null;
  readonly digest: string | null;
  readonly rows: number;
}

/** What became of a list: why its source's is not taken, null where it is taken or still fresh. */
export interface RefreshedList extends ListStatus {
  readonly outcome: "fresh" | "replaced" | "unchanged" | "failed" | "left to another process";
  readonly fault: string | null;
}

/** What market data is kept, and how the hosts of its sources are. */
export interface MarketDataStatus {
  readonly lists: readonly ListStatus[];
  /** Null where nothing is kept. */
  readonly cache: CacheStatus | null;
  /** By name. */
  readonly hosts: readonly HostStatus[];
}

/** The prices that are kept. */
export interface CacheStatus {
  readonly assets: number;
  readonly bytes: number;
  /** When what was fetched longest ago was, ISO 8601 UTC; null without any. */
  readonly oldestFetchedAt: string | null;
}

/** Of a host that is open nothing is asked before `until`; as any process has noted it last. */
export interface HostStatus {
  readonly host: string;
  readonly provider: ProviderId;
  readonly circuit: "closed" | "half_open" | "open";
  /** ISO 8601 UTC. */
  readonly since: string;
  /** ISO 8601 UTC; null where it is not open. */
  readonly until: string | null;
  readonly lastFault: string | null;
}

/** One tradable asset of a market. */
export interface Listing {
  readonly asset: AssetId;
  readonly name: string;
  readonly market: Market;
  readonly currency: Currency | null;
  /** NSE, BSE or the US exchange; null for a fund. */
  readonly exchange: string | null;
  /** Ticker, or the scheme code of a fund. */
  readonly symbol: string;
  readonly isin: string | null;
  readonly sector: string | null;
  /** EQ, BE, BZ and the like of the Indian exchanges; null where the list has none. */
  readonly series: string | null;
  /** `YYYY-MM-DD`; null where the list does not say. */
  readonly listedOn: string | null;
  /** In the currency; null where the list does not say. */
  readonly faceValue: number | null;
  /** The letters of a BSE share beside its code; null elsewhere. */
  readonly securityId: string | null;
  /** Null where the list does not say. */
  readonly isEtf: boolean | null;
  readonly fund: FundDetails | null;
}

export type FundAssetClass = "equity" | "debt" | "hybrid" | "other";

export interface FundDetails {
  /** The asset management company. */
  readonly amc: string;
  readonly assetClass: FundAssetClass;
  readonly category: string;
  readonly plan: "direct" | "regular";
  readonly option: "growth" | "dividend";
  /** By which units are held whose dividends are reinvested, where the listing has another ISIN for the rest. */
  readonly reinvestmentIsin?: string;
  /** The latest net asset value, and its day, `YYYY-MM-DD`; both null where the list has none. */
  readonly nav: number | null;
  readonly navDate: string | null;
}

/** Closes of one series, a row per trading day, dates ascending. */
export interface PriceHistory {
  readonly dates: readonly string[];
  /** Corrected for splits and dividends: what returns are taken of. */
  readonly adjustedCloses: Float64Array;
  readonly closes: Float64Array;
  readonly actions: readonly CorporateAction[];
  readonly source: ProviderId;
  /** ISO 8601 UTC. */
  readonly fetchedAt: string;
  /** Rows of the source that were left out, by date; none if absent. */
  readonly omitted?: readonly OmittedRow[];
}

/**
 * A row, or its price, that is not in a history: the day is a holiday, the price or the date is none, the date came
 * before, the session is not over, or the price is undone by the next; or a session by the calendar that the source has
 * no row for.
 */
export interface OmittedRow {
  /** As the source has it where it is no date. */
  readonly date: string;
  readonly reason: "holiday" | "absent" | "unreadable" | "repeated" | "unfinished" | "reverted";
}

/** A split by `amount` shares for one, or a dividend of `amount` a share. */
export interface CorporateAction {
  readonly date: string;
  readonly kind: "split" | "dividend";
  readonly amount: number;
}

export interface BenchmarkHistory extends PriceHistory {
  /** Whether dividends are counted. */
  readonly returnType: "price" | "total";
}
