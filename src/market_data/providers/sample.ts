import type { Market } from "../../domain/asset.ts";
import {
  BENCHMARK_IDS,
  type DateRange,
  type Listing,
  type MarketDataProvider,
  type PriceHistory,
} from "../provider.ts";
import { rowsWithin, sampleBenchmark, sampleMarket, samplePrices } from "../sample_market.ts";

/** The sample market: made from a seed, every name fictional, without corporate actions. */
export const sample: MarketDataProvider = {
  id: "sample",
  prepare: () => void sampleMarket(),
  listings: (market) => Promise.resolve(listingsOf(market)),
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

const lists = new Map<Market, readonly Listing[]>();

/** The same list at every call. */
function listingsOf(market: Market): readonly Listing[] {
  const known = lists.get(market);
  if (known !== undefined) return known;
  const { IN, US } = sampleMarket();
  const listings = [...IN.listings, ...US.listings].filter((listing) => listing.market === market);
  lists.set(market, listings);
  return listings;
}

/** The rows within the range on which there is a close. */
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
