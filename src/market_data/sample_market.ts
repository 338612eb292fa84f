/**
 * Generates a synthetic market from a fixed seed. The return of stock i on day t is drift + scale × (beta_i m + gamma_i
 * s + e_i), with a market factor m, a factor s of its sector and its own shock e. Each of these is a GARCH(1,1) process
 * with Student t innovations (T. Bollerslev, 1987), scaled so that the history has the drawn drift and volatility. Only
 * operations that are exact on every platform are used, and prices are rounded to four decimals.
 */
import type { AssetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import type { BenchmarkId, DateRange, Listing } from "./provider.ts";
import { fundHistories } from "./sample_fund_histories.ts";
import { sampleFunds, sampleIndianStocks, sampleUsStocks } from "./sample_listings.ts";
import { type StockHistories, stockHistories, STREAMS } from "./sample_stock_histories.ts";
import { sampleTradingDays } from "./sample_trading_days.ts";

/** Type of the whole sample market: Indian stocks and funds on one calendar, US stocks on another. */
export interface SampleMarket {
  readonly IN: SamplePanel;
  readonly US: SamplePanel;
}

export interface SamplePanel {
  /** Trading days of the sample market from 2015 to 2024, `YYYY-MM-DD`, ascending. */
  readonly dates: readonly string[];
  readonly listings: readonly Listing[];
  /** Matrix of sample prices with a row per date and a column per listing; NaN before an asset was listed. */
  readonly prices: Matrix;
  readonly benchmarks: readonly SampleBenchmark[];
}

/** Type of a price index of the sample market, weighted by market capitalisation. */
export interface SampleBenchmark {
  readonly id: BenchmarkId;
  /** Levels of the sample index, one per trading day. */
  readonly levels: Float64Array;
}

let market: SampleMarket | null = null;

/** Returns the sample market, which is generated at the first call and cached. */
export function sampleMarket(): SampleMarket {
  return market ??= { IN: indianPanel(), US: usPanel() };
}

/**
 * Returns the sample prices of assets on one calendar within a date range: a row per trading day, a column per asset in
 * the given order, NaN before its listing. Throws `market_data_unavailable` for an unknown asset, and for a mix of both
 * calendars.
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

/**
 * Returns the levels of a sample benchmark, one per trading day of its market. Throws `market_data_unavailable` for an
 * unknown benchmark.
 */
export function sampleBenchmark(id: BenchmarkId): { dates: readonly string[]; levels: Float64Array } {
  for (const { dates, benchmarks } of [sampleMarket().IN, sampleMarket().US]) {
    const benchmark = benchmarks.find((one) => one.id === id);
    if (benchmark) return { dates, levels: benchmark.levels };
  }
  throw new DomainError("market_data_unavailable", `Cannot find benchmark "${id}" in the sample market`);
}

/** Returns the indices of the dates that lie within a range, out of ascending dates. */
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

/**
 * Computes the levels of an index that starts at `base`. Each day it moves by the mean return of its constituents
 * listed by then, weighted by their capitalisation of the day before.
 */
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

/**
 * Returns the initial market capitalisation of stock number i relative to the largest. A few stocks are large and most
 * are small, in an order unlike that of the list.
 */
function firstCapitalisation(i: number): number {
  return 1 / (1 + 0.15 * ((i * 37) % 61));
}

function rounded(price: number): number {
  return Math.round(price * 10_000) / 10_000;
}
