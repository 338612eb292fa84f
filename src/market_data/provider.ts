import type { AssetId, Currency, Market } from "../domain/asset.ts";

export type ProviderId = "sample" | "files";

export type BenchmarkId = "NIFTY50" | "SENSEX" | "BANKNIFTY" | "SP500" | "NASDAQ100";
export const BENCHMARK_IDS: readonly BenchmarkId[] = ["NIFTY50", "SENSEX", "BANKNIFTY", "SP500", "NASDAQ100"];

/** Where prices come from. What a provider lacks it leaves out. */
export interface MarketDataProvider {
  readonly id: ProviderId;
  /** Does what is done once, and would hold up everybody if it were done for a request. */
  prepare?(): void;
  /** Everything listed on a market, in a stable order. */
  listings?(market: Market, context: FetchContext): Promise<readonly Listing[]>;
  /** The indices that it has a history of. */
  benchmarks?(context: FetchContext): Promise<readonly BenchmarkId[]>;
  /**
   * The last trading day of the exchanges of assets that is not after a day, `YYYY-MM-DD`; null where there is none.
   */
  lastSession?(assets: readonly AssetId[], day: string, context: FetchContext): Promise<string | null>;
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
 * before; or a session by the calendar that the source has no row for.
 */
export interface OmittedRow {
  /** As the source has it where it is no date. */
  readonly date: string;
  readonly reason: "holiday" | "absent" | "unreadable" | "repeated";
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
