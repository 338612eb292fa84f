import type { DateRange, MarketDataProvider, PriceHistory } from "../provider.ts";
import { rowsWithin, sampleBenchmark, sampleMarket, samplePrices } from "../sample_market.ts";

/** The sample market: made from a seed, every name fictional, without corporate actions. */
export const sample: MarketDataProvider = {
  id: "sample",
  listings(market) {
    const { IN, US } = sampleMarket();
    return Promise.resolve([...IN.listings, ...US.listings].filter((listing) => listing.market === market));
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
