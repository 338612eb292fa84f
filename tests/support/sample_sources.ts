import { sampleBenchmark, sampleMarket, samplePrices } from "../../src/market_data/sample_market.ts";
import { assetId } from "../../src/domain/asset.ts";
import { yahooSymbol } from "../../src/market_data/upstream_symbols.ts";
import type { BenchmarkId } from "../../src/market_data/provider.ts";
import { BENCHMARK_IDS } from "../../src/market_data/provider.ts";
import type { ChartContent, SourceContent } from "./source_server.ts";

/**
 * Returns the sample market in the formats of the upstream market data sources: lists of assets, price charts, and
 * values of funds. A test server serves them in place of the real sources.
 */
export function sampleSources(): SourceContent {
  return {
    list: (id) => SAMPLE_LISTS[id]?.() ?? null,
    chart: (symbol) => sampleChart(symbol),
    values(code) {
      const asset = assetId(`MF:${code}`);
      if (!sampleMarket().IN.listings.some((listing) => listing.asset === asset)) return null;
      const { dates, prices } = samplePrices([asset], { start: null, end: null });
      return dates.flatMap((date, row) =>
        Number.isNaN(prices.data[row]) ? [] : [[date, prices.data[row].toFixed(4)] as const]
      );
    },
  };
}

/** Returns the daily prices of a stock or index of the sample market by its Yahoo symbol; null for any other symbol. */
export function sampleChart(symbol: string): ChartContent | null {
  const index = BENCHMARK_IDS.find((id) => yahooSymbol({ id, securityId: null }) === symbol);
  if (index !== undefined) return indexChart(index);
  const { IN, US } = sampleMarket();
  const listing = [...IN.listings, ...US.listings].find(({ asset, market }) =>
    market !== "MF" && yahooSymbol({ id: asset, securityId: null }) === symbol
  );
  if (listing === undefined) return null;
  const { dates, prices } = samplePrices([listing.asset], { start: null, end: null });
  const rows = dates.flatMap((_, row) => Number.isNaN(prices.data[row]) ? [] : [row]);
  const closes = rows.map((row) => prices.data[row]);
  return { currency: String(listing.currency), dates: rows.map((row) => dates[row]), closes, adjustedCloses: closes };
}

function indexChart(id: BenchmarkId): ChartContent {
  const { dates, levels } = sampleBenchmark(id);
  const closes = [...levels];
  return { currency: id === "SP500" || id === "NASDAQ100" ? "USD" : "INR", dates, closes, adjustedCloses: closes };
}

const SAMPLE_LISTS: Readonly<Record<string, () => string>> = {
  nse: () =>
    lines(
      "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE",
      sampleMarket().IN.listings.filter(({ market }) => market === "IN").map(({ symbol, name }, i) =>
        `${symbol},${name},EQ,01-JAN-2015,10,1,${isinOf(i)},10`
      ),
    ),
  bse: () =>
    lines(
      "Security Code,Issuer Name,Security Id,Security Name,Status,Group,Face Value,ISIN No,Industry,Instrument",
      sampleMarket().IN.listings.filter(({ market }) => market === "IN").map(({ symbol, name }, i) =>
        `${990_001 + i},${name},${symbol},${name},Active,A ,10.00,${isinOf(i)},Lamps,Equity,`
      ),
    ),
  amfi: () =>
    lines("Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Net Asset Value;Date", [
      "Open Ended Schemes(Equity Scheme - Flexi Cap Fund)",
      "Example Lotus Mutual Fund",
      ...sampleMarket().IN.listings.filter(({ market }) => market === "MF").map(({ symbol, name }) =>
        `${symbol};-;-;${name};10.5;31-Dec-2024`
      ),
    ]),
  mfapi: () =>
    JSON.stringify(
      sampleMarket().IN.listings.filter(({ market }) => market === "MF").map(({ symbol, name }) => ({
        schemeCode: Number(symbol),
        schemeName: name,
        isinGrowth: null,
        isinDivReinvestment: null,
      })),
    ),
  nasdaqlisted: () =>
    usList(0, "Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares"),
  otherlisted: () =>
    usList(1, "ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol"),
};

/**
 * Returns a Nasdaq Trader list file with every second US stock of the sample market: the file of Nasdaq's own symbols
 * for `part` 0, the file of other exchanges for `part` 1.
 */
function usList(part: number, header: string): string {
  const stocks = sampleMarket().US.listings.filter((_, i) => i % 2 === part);
  const rows = stocks.map(({ symbol, name }) =>
    part === 0 ? `${symbol}|${name}|Q|N|N|100|N|N` : `${symbol}|${name}|N|${symbol}|N|100|N|${symbol}`
  );
  return `${lines(header, rows)}\nFile Creation Time: 1231202421:31|||||||`;
}

function isinOf(i: number): string {
  return `INE${String(i).padStart(3, "0")}X01011`;
}

function lines(header: string, rows: readonly string[]): string {
  return [header, ...rows].join("\n");
}
