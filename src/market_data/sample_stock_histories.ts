import type { Listing } from "./provider.ts";
import { RandomStream } from "../domain/random_stream.ts";

export const SEED = 20150101;
export const TRADING_DAYS_PER_YEAR = 252;

/**
 * Bounds of the GARCH process of the sample returns: of a single innovation, in standard deviations, and of the
 * conditional variance, as a multiple of the unconditional one. They prevent impossibly large daily moves.
 */
const MAX_INNOVATION = 6;
const MAX_VARIANCE = 6;
/** Interval of late listings: every twelfth sample asset is listed only part-way through the history. */
export const LATE_LISTING_EVERY = 12;

/**
 * First random stream number of each group of sample assets, so that adding a stock leaves the history of every other
 * stock unchanged.
 */
export const STREAMS = {
  indianStocks: 1000,
  usStocks: 2000,
  funds: 3000,
  factors: 4000,
  sectorsIN: 5000,
  sectorsUS: 6000,
};

/** Generated return series of sample assets, one per listing in the same order. */
export interface StockHistories {
  readonly listings: readonly Listing[];
  /** Daily returns of every day but the first, one series per asset, also for days before a late listing. */
  readonly returns: readonly Float64Array[];
  readonly firstRows: readonly number[];
  readonly firstPrices: readonly number[];
}

interface StockOptions {
  readonly streams: number;
  readonly factorStream: number;
  readonly sectorStreams: number;
  readonly firstPrice: { readonly low: number; readonly high: number };
}

/**
 * Generates the daily returns of the sample stocks from a market factor, one factor per sector and a shock of each
 * stock's own.
 */
export function stockHistories(listings: readonly Listing[], days: number, options: StockOptions): StockHistories {
  const marketFactor = garch(new RandomStream(SEED, options.factorStream), days, MARKET_DYNAMICS);
  const sectors = [...new Set(listings.map((listing) => listing.sector))];
  const sectorFactors = new Map(
    sectors.map((
      sector,
      i,
    ) => [sector, garch(new RandomStream(SEED, options.sectorStreams + i), days, MARKET_DYNAMICS)]),
  );
  const returns: Float64Array[] = [];
  const firstRows: number[] = [];
  const firstPrices: number[] = [];
  listings.forEach((listing, i) => {
    const random = new RandomStream(SEED, options.streams + i);
    const { low, high } = options.firstPrice;
    firstPrices.push(random.uniform(low, high));
    const lateRow = Math.floor(random.uniform(0.1, 0.6) * days);
    firstRows.push(i % LATE_LISTING_EVERY === LATE_LISTING_EVERY - 1 ? lateRow : 0);
    const sectorFactor = sectorFactors.get(listing.sector) ?? marketFactor;
    returns.push(stockReturns(random, marketFactor, sectorFactor));
  });
  return { listings, returns, firstRows, firstPrices };
}

function stockReturns(random: RandomStream, marketFactor: Float64Array, sectorFactor: Float64Array): Float64Array {
  const days = marketFactor.length;
  const annualReturn = random.uniform(0.03, 0.19);
  const annualVolatility = random.uniform(0.18, 0.4);
  const marketLoading = random.uniform(0.4, 0.65);
  const sectorLoading = random.uniform(0.25, 0.45);
  const ownLoading = Math.sqrt(1 - marketLoading * marketLoading - sectorLoading * sectorLoading);
  const own = garch(random, days, STOCK_DYNAMICS);
  const shocks = new Float64Array(days);
  for (let t = 0; t < days; t++) {
    shocks[t] = marketLoading * marketFactor[t] + sectorLoading * sectorFactor[t] + ownLoading * own[t];
  }
  return standardised(shocks, annualReturn, annualVolatility);
}

interface Dynamics {
  readonly degreesOfFreedom: 4 | 8;
  /** Weight of the last squared shock in the next variance of the GARCH process. */
  readonly reaction: number;
  /** Weight of the last variance in the next variance of the GARCH process. */
  readonly persistence: number;
}

export const MARKET_DYNAMICS: Dynamics = { degreesOfFreedom: 8, reaction: 0.1, persistence: 0.88 };
const STOCK_DYNAMICS: Dynamics = { degreesOfFreedom: 4, reaction: 0.09, persistence: 0.89 };

/**
 * Generates daily shocks by a GARCH(1,1) process with Student t innovations; their unconditional variance is about 1.
 */
export function garch(random: RandomStream, days: number, dynamics: Dynamics): Float64Array {
  const { degreesOfFreedom, reaction, persistence } = dynamics;
  const shocks = new Float64Array(days);
  let variance = 1;
  for (let t = 0; t < days; t++) {
    const innovation = random.studentT(degreesOfFreedom);
    const bounded = Math.min(MAX_INNOVATION, Math.max(-MAX_INNOVATION, innovation));
    shocks[t] = Math.sqrt(variance) * bounded;
    variance = 1 - reaction - persistence + reaction * shocks[t] * shocks[t] + persistence * variance;
    variance = Math.min(MAX_VARIANCE, variance);
  }
  return shocks;
}

/** Rescales shocks to daily returns with the given annual mean and volatility (standard deviation with ddof 1). */
export function standardised(shocks: Float64Array, annualReturn: number, annualVolatility: number): Float64Array {
  let mean = 0;
  for (const shock of shocks) mean += shock / shocks.length;
  let variance = 0;
  for (const shock of shocks) variance += ((shock - mean) * (shock - mean)) / (shocks.length - 1);
  const scale = annualVolatility / Math.sqrt(TRADING_DAYS_PER_YEAR * variance);
  return shocks.map((shock) => annualReturn / TRADING_DAYS_PER_YEAR + scale * (shock - mean));
}
