import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { column, dot } from "../domain/matrix.ts";
import { BENCHMARK_IDS } from "./provider.ts";
import { sampleBenchmark, sampleMarket, samplePrices } from "./sample_market.ts";

const market = sampleMarket();
const panels = [market.IN, market.US];
const listings = panels.flatMap((panel) => panel.listings);
/** Daily simple returns of every asset of the sample market from its first price on. */
const returns = panels.flatMap((panel) => panel.listings.map((_, j) => returnsOf(column(panel.prices, j))));
const stockReturns = returns.filter((_, i) => listings[i].fund === null);

Deno.test("the sample market has the same bits in every process", async () => {
  const bytes = panels.flatMap((panel) => [panel.prices.data, ...panel.benchmarks.map((one) => one.levels)])
    .map((prices) => JSON.stringify(Array.from(prices))).join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(bytes));
  assert.equal(new Uint8Array(digest).toHex(), "038737e9d77fed8ef404a33ad8bfe4e4d1fe35ce4794eef4725f6ededc825ae3");
});

Deno.test("the sample market has 60 Indian stocks, 40 US stocks and 20 funds, with distinct ids and names", () => {
  const count = (id: RegExp): number => listings.filter((listing) => id.test(listing.asset)).length;
  assert.deepEqual([count(/^NSE:EX[A-Z]+$/), count(/^US:EX[A-Z]+$/), count(/^MF:\d{6}$/)], [60, 40, 20]);
  assert.equal(new Set(listings.map((listing) => listing.asset)).size, 120);
  assert.equal(new Set(listings.map((listing) => listing.name)).size, 120);
});

Deno.test("every name in the sample market says that it is an example", () => {
  assert.deepEqual(listings.filter((listing) => !listing.name.startsWith("Example ")), []);
});

Deno.test("every sample stock shares its sector with another, and every sample fund has a house and a category", () => {
  for (const panel of panels) {
    for (const { sector, fund } of panel.listings) {
      if (fund) assert.ok(fund.amc.startsWith("Example ") && fund.category !== "");
      else assert.ok(panel.listings.filter((other) => other.sector === sector).length >= 2, String(sector));
    }
  }
});

Deno.test("the dates of the sample market are ascending weekdays from 2015 to 2024 without the holidays of each market", () => {
  for (const { dates } of panels) {
    assert.ok(dates.length > 2500);
    assert.deepEqual(dates.toSorted(), dates);
    assert.ok(dates.every((date) => new Date(date).getUTCDay() % 6 !== 0));
    assert.deepEqual([dates.at(0)?.slice(0, 7), dates.at(-1)], ["2015-01", "2024-12-31"]);
  }
  assert.ok(!market.IN.dates.includes("2019-08-15") && market.US.dates.includes("2019-08-15"));
  assert.ok(!market.US.dates.includes("2019-07-04") && market.IN.dates.includes("2019-07-04"));
});

Deno.test("sample prices are positive, have four decimals and are never missing once an asset is listed", () => {
  for (const panel of panels) {
    panel.listings.forEach((listing, j) => {
      const prices = column(panel.prices, j);
      const listed = prices.slice(prices.findIndex((price) => !Number.isNaN(price)));
      assert.ok(listed.every((price) => price > 0 && Number(price.toFixed(4)) === price), listing.asset);
    });
  }
});

Deno.test("a few sample assets are listed within the ten years, and the others from the first day", () => {
  const late = panels.flatMap((panel) => panel.listings.filter((_, j) => Number.isNaN(panel.prices.data[j])));
  assert.ok(late.length >= 5 && late.length <= 15, String(late.length));
});

Deno.test("no sample price moves by more than a third in a day", () => {
  assert.ok(returns.every((series) => series.every((value) => Math.abs(value) < 1 / 3)));
});

Deno.test("sample stocks return between 2 and 22 % a year at a volatility between 15 and 45 %", () => {
  for (const series of stockReturns) {
    const { mean, variance } = momentsOf(series);
    assert.ok(mean * 252 > 0.02 && mean * 252 < 0.22, String(mean * 252));
    const volatility = Math.sqrt(variance * 252);
    assert.ok(volatility > 0.15 && volatility < 0.45, String(volatility));
  }
});

Deno.test("nine in ten sample series of returns have fat tails, with an excess kurtosis above 1", () => {
  const fat = returns.filter((series) => momentsOf(series).kurtosis > 1);
  assert.ok(fat.length >= 0.9 * returns.length, String(fat.length));
});

Deno.test("nine in ten sample series have clustered volatility: their squared returns are autocorrelated", () => {
  // The limit 0.02 is the standard error of an autocorrelation over 2,500 days.
  const clustered = returns.filter((series) => {
    const squares = series.map((value) => value * value);
    return correlation(squares.subarray(1), squares.subarray(0, -1)) > 0.02;
  });
  assert.ok(clustered.length >= 0.9 * returns.length, String(clustered.length));
});

Deno.test("sample stocks are correlated, and those of one sector more than others", () => {
  for (const panel of panels) {
    const within: number[] = [];
    const across: number[] = [];
    const stocks = panel.listings.map((listing, j) => ({ listing, series: returnsOf(column(panel.prices, j)) }))
      .filter(({ listing, series }) => listing.fund === null && series.length === panel.dates.length - 1)
      .map(({ listing, series }) => ({ listing, scores: standardised(series) }));
    stocks.forEach((one, i) => {
      for (const other of stocks.slice(0, i)) {
        const list = one.listing.sector === other.listing.sector ? within : across;
        list.push(dot(one.scores, other.scores) / one.scores.length);
      }
    });
    assert.ok(mean(across) > 0.1 && mean(across) < 0.6, String(mean(across)));
    assert.ok(mean(within) > mean(across) + 0.05, String(mean(within)));
  }
});

Deno.test("every sample benchmark is correlated with the mean return of its stocks", () => {
  for (const panel of panels) {
    const full = panel.listings.map((listing, j) => ({ listing, series: returnsOf(column(panel.prices, j)) }))
      .filter(({ listing, series }) => listing.fund === null && series.length === panel.dates.length - 1);
    const average = Float64Array.from(full[0].series, (_, t) => mean(full.map(({ series }) => series[t])));
    for (const { id, levels } of panel.benchmarks) {
      assert.ok(correlation(returnsOf(levels), average) > 0.7, id);
    }
  }
});

Deno.test("every benchmark of the API has a sample level on every trading day", () => {
  for (const id of BENCHMARK_IDS) {
    const { dates, levels } = sampleBenchmark(id);
    assert.equal(levels.length, dates.length);
    assert.ok(levels.every((level) => level > 0));
  }
});

Deno.test("sample prices come in the order of the requested assets, from the start to the end date inclusive", () => {
  const assets = ["NSE:EXNEEM", "MF:900001", "NSE:EXLOTUS"].map(assetId);
  const { dates, prices } = samplePrices(assets, { start: "2020-03-02", end: "2020-03-06" });
  assert.deepEqual(dates, ["2020-03-02", "2020-03-03", "2020-03-04", "2020-03-05", "2020-03-06"]);
  const row = market.IN.dates.indexOf("2020-03-02");
  const expected = assets.map((asset) => {
    const j = market.IN.listings.findIndex((listing) => listing.asset === asset);
    return market.IN.prices.data[row * market.IN.prices.columns + j];
  });
  assert.deepEqual(Array.from(prices.data.subarray(0, 3)), expected);
});

Deno.test("sample prices of an unknown asset, or of assets with two calendars, are unavailable", () => {
  const everything = { start: null, end: null };
  const unavailable = (error: Error): boolean =>
    error instanceof DomainError && error.code === "market_data_unavailable";
  assert.throws(() => samplePrices([assetId("NSE:NONE")], everything), unavailable);
  assert.throws(() => samplePrices(["NSE:EXLOTUS", "US:EXMAPLE"].map(assetId), everything), unavailable);
});

function returnsOf(prices: Float64Array): Float64Array {
  const listed = prices.slice(prices.findIndex((price) => !Number.isNaN(price)));
  return Float64Array.from({ length: listed.length - 1 }, (_, t) => listed[t + 1] / listed[t] - 1);
}

function mean(values: ArrayLike<number>): number {
  return Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
}

function momentsOf(series: Float64Array): { mean: number; variance: number; kurtosis: number } {
  const center = mean(series);
  const variance = mean(series.map((value) => (value - center) ** 2));
  return { mean: center, variance, kurtosis: mean(series.map((value) => (value - center) ** 4)) / variance ** 2 - 3 };
}

function standardised(series: Float64Array): Float64Array {
  const { mean, variance } = momentsOf(series);
  return series.map((value) => (value - mean) / Math.sqrt(variance));
}

function correlation(a: Float64Array, b: Float64Array): number {
  return dot(standardised(a), standardised(b)) / a.length;
}
