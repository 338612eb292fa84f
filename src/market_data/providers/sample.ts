import { createHash } from "node:crypto";
import type { Market } from "../../domain/asset.ts";
import {
  BENCHMARK_IDS,
  type DateRange,
  type Listings,
  type MarketDataProvider,
  type PriceHistory,
} from "../provider.ts";
import { rowsWithin, sampleBenchmark, sampleMarket, samplePrices } from "../sample_market.ts";

/** Provider of the sample market: generated from a seed, with fictional names and no corporate actions. */
export const sample: MarketDataProvider = {
  id: "sample",
  prepare: () => void sampleMarket(),
  listings: (market, { now }) => Promise.resolve(listingsOf(market, now())),
  benchmarks: () => Promise.resolve(BENCHMARK_IDS),
  lastSession(assets, day) {
    const { IN, US } = sampleMarket();
    const { dates } = assets.some((asset) => asset.startsWith("US:")) ? US : IN;
    return Promise.resolve(dates.findLast((date) => date <= day) ?? null);
  },
  prices(asset, range, context) {
    return Promise.try(() => {
      const { dates, prices } = samplePrices([asset], range);
      return history(dates, prices.data, range, context.now());
    });
  },
  benchmark(id, range, context) {
    return Promise.try(() => {
      const { dates, levels } = sampleBenchmark(id);
      return { ...history(dates, levels, range, context.now()), returnType: "price" };
    });
  },
};

const lists = new Map<Market, Listings>();

/** Returns the asset listings of a sample market, the same object at every call. They never become too old. */
function listingsOf(market: Market, fetchedAt: string): Listings {
  const known = lists.get(market);
  if (known !== undefined) return known;
  const { IN, US } = sampleMarket();
  const items = [...IN.listings, ...US.listings].filter((listing) => listing.market === market);
  const dates = market === "US" ? US.dates : IN.dates;
  const listings = {
    items,
    former: [],
    asOf: dates[dates.length - 1],
    fetchedAt,
    agesFrom: null,
    source: "sample",
    digest: createHash("sha256").update(JSON.stringify(items)).digest("hex"),
  };
  lists.set(market, listings);
  return listings;
}

/** Returns a price history with the rows of a date range that have a close. */
function history(dates: readonly string[], prices: Float64Array, range: DateRange, fetchedAt: string): PriceHistory {
  const rows = rowsWithin(dates, range).filter((row) => !Number.isNaN(prices[row]));
  const closes = Float64Array.from(rows, (row) => prices[row]);
  return {
    dates: rows.map((row) => dates[row]),
    adjustedCloses: closes,
    closes,
    actions: [],
    source: "sample",
    fetchedAt,
  };
}
