/**
 * A synthetic market from a fixed seed. The return of stock i on day t is drift + scale × (beta_i m + gamma_i s + e_i): a market factor m, a factor s of its
 * sector and its own shock e, each a GARCH(1,1) of Student t innovations (T. Bollerslev, 1987), scaled so that the history has the drift and the
 * volatility that were drawn for it. Only operations that are exact on every platform are used, and prices are rounded to four decimals.
 */
import type { AssetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import type { BenchmarkId, DateRange, Listing } from "./provider.ts";
import { RandomStream } from "./random_stream.ts";
import { sampleFunds, sampleIndianStocks, sampleUsStocks } from "./sample_listings.ts";
import { sampleTradingDays } from "./sample_trading_days.ts";

/** The whole sample market: Indian stocks and funds on one calendar, US stocks on another. */
export interface SampleMarket {
  readonly IN: SamplePanel;
  readonly US: SamplePanel;
}

export interface SamplePanel {
  /** `YYYY-MM-DD`, ascending: the trading days from 2015 to 2024. */
  readonly dates: readonly string[];
  readonly listings: readonly Listing[];
  /** A row per date, a column per listing; NaN before an asset was listed. */
  readonly prices: Matrix;
  readonly benchmarks: readonly SampleBenchmark[];
}

/** A price index, weighted by market capitalisation. */
export interface SampleBenchmark {
  readonly id: BenchmarkId;
  /** A level per date. */
  readonly levels: Float64Array;
}

let market: SampleMarket | null = null;

/** The sample market: made at the first call, the same at every other. */
export function sampleMarket(): SampleMarket {
  return market ??= { IN: indianPanel(), US: usPanel() };
}

/**
 * Prices of assets of one calendar within a range of dates: a row per trading day, a column per asset in the order given, NaN before its listing.
 * Throws `market_data_unavailable` for an unknown asset, and for assets of both calendars.
 */
export function samplePrices(assets: readonly AssetId[], range: DateRange): { dates: string[]; prices: Matrix } {
  const panel = panelOf(assets);
  const columns = assets.map((asset) => panel.listings.findIndex((listing) => listing.asset === asset));
  const rows = rowsWithin(panel.dates, range);
  const prices = matrix(rows.length, assets.length);
  rows.forEach((row, i) => {
    columns.forEach((column, j) =>
      prices.data[i * assets.length + j] = panel.prices.data[row * panel.prices.columns + column]
    );
  });
  return { dates: rows.map((row) => panel.dates[row]), prices };
}

/** The levels of a benchmark, one per trading day of its market; throws `market_data_unavailable` for an unknown one. */
export function sampleBenchmark(id: BenchmarkId): { dates: readonly string[]; levels: Float64Array } {
  for (const { dates, benchmarks } of [sampleMarket().IN, sampleMarket().US]) {
    const benchmark = benchmarks.find((one) => one.id === id);
    if (benchmark) return { dates, levels: benchmark.levels };
  }
  throw new DomainError("market_data_unavailable", `Cannot find benchmark "${id}" in the sample market`);
}

/** The rows of ascending dates within a range. */
export function rowsWithin(dates: readonly string[], { start, end }: DateRange): number[] {
  const rows: number[] = [];
  dates.forEach((date, row) => {
    if ((start === null || date >= start) && (end === null || date <= end)) rows.push(row);
  });
  return rows;
}

function panelOf(assets: readonly AssetId[]): SamplePanel {
  const { IN, US } = sampleMarket();
  for (const asset of assets) {
    if ([IN, US].some((panel) => isListed(panel, asset))) continue;
    throw new DomainError("market_data_unavailable", `Cannot find asset "${asset}" in the sample market`);
  }
  const panel = [IN, US].find((panel) => assets.every((asset) => isListed(panel, asset)));
  if (panel) return panel;
  throw new DomainError("market_data_unavailable", "Cannot mix Indian and US assets, whose trading days differ");
}

function isListed(panel: SamplePanel, asset: AssetId): boolean {
  return panel.listings.some((listing) => listing.asset === asset);
}

const SEED = 20150101;
const TRADING_DAYS_PER_YEAR = 252;
/** Of the standard deviation of a single innovation, and of the conditional variance: a history without impossible days. */
const MAX_INNOVATION = 6;
const MAX_VARIANCE = 6;
/** Every twelfth stock was listed within the history rather than before it. */
const LATE_LISTING_EVERY = 12;

/** First numbers of the streams, so that a new stock leaves the history of every other as it was. */
const STREAMS = { indianStocks: 1000, usStocks: 2000, funds: 3000, factors: 4000, sectorsIN: 5000, sectorsUS: 6000 };

interface StockHistories {
  readonly listings: readonly Listing[];
  /** Of every day but the first, a series per stock, late listings included. */
  readonly returns: readonly Float64Array[];
  readonly firstRows: readonly number[];
  readonly firstPrices: readonly number[];
}

function indianPanel(): SamplePanel {
  const dates = sampleTradingDays("IN");
  const stocks = stockHistories(sampleIndianStocks(), dates.length - 1, {
    streams: STREAMS.indianStocks,
    factorStream: STREAMS.factors,
    sectorStreams: STREAMS.sectorsIN,
    firstPrice: { low: 80, high: 2400 },
  });
  const funds = fundHistories(sampleFunds(), stocks);
  const isBank = (listing: Listing): boolean => listing.sector === "Banks";
  return {
    dates,
    listings: [...stocks.listings, ...funds.listings],
    prices: priceMatrix([stocks, funds], dates.length),
    benchmarks: [
      { id: "NIFTY50", levels: capitalisationIndex(stocks, 8000, { size: 50 }) },
      { id: "SENSEX", levels: capitalisationIndex(stocks, 27000, { size: 30 }) },
      { id: "BANKNIFTY", levels: capitalisationIndex(stocks, 18000, { include: isBank }) },
    ],
  };
}

function usPanel(): SamplePanel {
  const dates = sampleTradingDays("US");
  const stocks = stockHistories(sampleUsStocks(), dates.length - 1, {
    streams: STREAMS.usStocks,
    factorStream: STREAMS.factors + 1,
    sectorStreams: STREAMS.sectorsUS,
    firstPrice: { low: 12, high: 260 },
  });
  const growthSectors = ["Technology", "Communication", "Consumer Discretionary", "Health Care"];
  const isGrowth = (listing: Listing): boolean => growthSectors.includes(listing.sector ?? "");
  return {
    dates,
    listings: stocks.listings,
    prices: priceMatrix([stocks], dates.length),
    benchmarks: [
      { id: "SP500", levels: capitalisationIndex(stocks, 2000, {}) },
      { id: "NASDAQ100", levels: capitalisationIndex(stocks, 4200, { include: isGrowth }) },
    ],
  };
}

interface StockOptions {
  readonly streams: number;
  readonly factorStream: number;
  readonly sectorStreams: number;
  readonly firstPrice: { readonly low: number; readonly high: number };
}

function stockHistories(listings: readonly Listing[], days: number, options: StockOptions): StockHistories {
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
  /** Weight of the last squared shock in the variance of the next. */
  readonly reaction: number;
  /** Weight of the last variance in the next. */
  readonly persistence: number;
}

const MARKET_DYNAMICS: Dynamics = { degreesOfFreedom: 8, reaction: 0.1, persistence: 0.88 };
const STOCK_DYNAMICS: Dynamics = { degreesOfFreedom: 4, reaction: 0.09, persistence: 0.89 };

/** Shocks of unconditional variance about 1. */
function garch(random: RandomStream, days: number, dynamics: Dynamics): Float64Array {
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

/** Daily returns whose mean and standard deviation (ddof 1) are the annual ones of the arguments. */
function standardised(shocks: Float64Array, annualReturn: number, annualVolatility: number): Float64Array {
  let mean = 0;
  for (const shock of shocks) mean += shock / shocks.length;
  let variance = 0;
  for (const shock of shocks) variance += ((shock - mean) * (shock - mean)) / (shocks.length - 1);
  const scale = annualVolatility / Math.sqrt(TRADING_DAYS_PER_YEAR * variance);
  return shocks.map((shock) => annualReturn / TRADING_DAYS_PER_YEAR + scale * (shock - mean));
}

/** What an asset class of funds holds: shares of the equity basket, of bonds and of other assets, which sum to 1. */
const FUND_MIXES: Readonly<Record<string, readonly [equity: number, debt: number, other: number]>> = {
  equity: [0.97, 0.03, 0],
  debt: [0, 1, 0],
  hybrid: [0.6, 0.4, 0],
  other: [0, 0, 1],
};
const ANNUAL_EXPENSE_RATIO = 0.008;
const STOCKS_IN_A_FUND = 15;

function fundHistories(listings: readonly Listing[], stocks: StockHistories): StockHistories {
  const days = stocks.returns[0].length;
  const bondShocks = garch(new RandomStream(SEED, STREAMS.factors + 2), days, MARKET_DYNAMICS);
  const random = listings.map((_, i) => new RandomStream(SEED, STREAMS.funds + i));
  return {
    listings,
    firstPrices: random.map((stream) => stream.uniform(10, 90)),
    firstRows: random.map((stream, i) =>
      i % LATE_LISTING_EVERY === 10 ? Math.floor(stream.uniform(0.1, 0.5) * days) : 0
    ),
    returns: listings.map((listing, i) => {
      const [equity, debt, other] = FUND_MIXES[listing.fund?.assetClass ?? "other"];
      const basket = basketReturns(random[i], stocks, listing.fund?.category ?? "");
      const ownShocks = garch(random[i], days, MARKET_DYNAMICS);
      const mixedShocks = bondShocks.map((shock, t) => 0.9 * shock + 0.4 * ownShocks[t]);
      const bonds = standardised(mixedShocks, random[i].uniform(0.06, 0.075), random[i].uniform(0.01, 0.04));
      const others = standardised(garch(random[i], days, MARKET_DYNAMICS), 0.085, 0.15);
      const expense = ANNUAL_EXPENSE_RATIO / TRADING_DAYS_PER_YEAR;
      return basket.map((value, t) => equity * value + debt * bonds[t] + other * others[t] - expense);
    }),
  };
}

const SECTOR_OF_CATEGORY: Readonly<Record<string, string>> = {
  "Banking Sector": "Banks",
  "Technology Sector": "Information Technology",
  "Healthcare Sector": "Healthcare",
};

/** Returns of an equally weighted basket of stocks, listed from the start, drawn from all or from the sector of the category. */
function basketReturns(random: RandomStream, stocks: StockHistories, category: string): Float64Array {
  const sector = SECTOR_OF_CATEGORY[category];
  const candidates = stocks.listings.map((_, i) => i)
    .filter((i) => stocks.firstRows[i] === 0 && (sector === undefined || stocks.listings[i].sector === sector));
  while (candidates.length > STOCKS_IN_A_FUND) candidates.splice(Math.floor(random.uniform(0, candidates.length)), 1);
  const returns = new Float64Array(stocks.returns[0].length);
  for (const i of candidates) stocks.returns[i].forEach((value, t) => returns[t] += value / candidates.length);
  return returns;
}

function priceMatrix(groups: readonly StockHistories[], rows: number): Matrix {
  const columns = groups.reduce((sum, group) => sum + group.listings.length, 0);
  const prices = matrix(rows, columns);
  let column = 0;
  for (const group of groups) {
    group.returns.forEach((returns, i) => {
      let price = group.firstPrices[i];
      for (let t = 0; t < rows; t++) {
        if (t > group.firstRows[i]) price *= 1 + returns[t - 1];
        prices.data[t * columns + column] = t < group.firstRows[i] ? NaN : rounded(price);
      }
      column++;
    });
  }
  return prices;
}

/** The level of an index from `base`: each day the mean return of the constituents then listed, weighted by their capitalisation the day before. */
function capitalisationIndex(
  stocks: StockHistories,
  base: number,
  choice: { readonly size?: number; readonly include?: (listing: Listing) => boolean },
): Float64Array {
  const ranked = stocks.listings.map((listing, i) => ({ listing, i, capitalisation: firstCapitalisation(i) }))
    .filter(({ listing }) => choice.include?.(listing) ?? true)
    .sort((a, b) => b.capitalisation - a.capitalisation)
    .slice(0, choice.size);
  const capitalisations = ranked.map(({ capitalisation }) => capitalisation);
  const levels = new Float64Array(stocks.returns[0].length + 1);
  levels[0] = rounded(base);
  let level = base;
  for (let t = 1; t < levels.length; t++) {
    let before = 0;
    let after = 0;
    ranked.forEach(({ i }, k) => {
      if (t <= stocks.firstRows[i]) return;
      before += capitalisations[k];
      capitalisations[k] *= 1 + stocks.returns[i][t - 1];
      after += capitalisations[k];
    });
    level *= after / before;
    levels[t] = rounded(level);
  }
  return levels;
}

/** When it was listed, in units of the largest: a few stocks are large and most are small, in an order that is not the order of the list. */
function firstCapitalisation(i: number): number {
  return 1 / (1 + 0.15 * ((i * 37) % 61));
}

function rounded(price: number): number {
  return Math.round(price * 10_000) / 10_000;
}
