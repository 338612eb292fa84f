import assert from "node:assert/strict";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { testInTurn } from "../../../tests/support/tier.ts";
import { assetId } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import type { MarketDataProvider } from "../../market_data/provider.ts";
import { filesProvider } from "../../market_data/providers/files.ts";
import { sample } from "../../market_data/providers/sample.ts";
import { readRequest } from "../../request/read_request.ts";
import type { OptimizationInputs } from "../../computations/optimization_inputs.ts";
import { prepareInputs } from "./prepare_inputs.ts";

const { signal } = new AbortController();
const now = (): string => "2025-06-02T12:00:00.000Z";

/** Test helper. Turns a request body into the inputs of its run, as the service does. */
async function prepared(body: Record<string, unknown>, marketData: MarketDataProvider): Promise<OptimizationInputs> {
  const sources = { marketData, riskFreeRates: { IN: 0.065, US: 0.04 }, now };
  const request = await readRequest({ methods: ["equal_weight"], ...body }, sources, { signal });
  return await prepareInputs(request, { marketData, now }, signal);
}

function nse(...tickers: readonly string[]): { stocks: unknown } {
  return { stocks: tickers.map((ticker) => ({ ticker, exchange: "NSE" })) };
}

async function failure(body: Record<string, unknown>, marketData: MarketDataProvider): Promise<DomainError> {
  const outcome = await prepared(body, marketData).then(() => null, (error: unknown) => error);
  assert.ok(outcome instanceof DomainError, "The run was prepared");
  return outcome;
}

const HEADER = "date,EXA,EXB\n";
/**
 * Lines of a test price file for weekdays from 2024-01-01; each price rises daily by one hundredth of its first value.
 */
const ROWS = ["01", "02", "03", "04", "05", "08", "09", "10"].map((day, t) =>
  `2024-01-${day},${(100 + t).toFixed(0)},${(200 + 2 * t).toFixed(0)}`
);

Deno.test("stocks from a folder of files become aligned returns whose source is the id of the provider", async () => {
  await using folder = await temporaryFolder({ "prices/NSE/all.csv": HEADER + ROWS.join("\n") });
  const { history } = await prepared(nse("EXA", "EXB"), filesProvider(folder.path));
  assert.equal(history?.data.source, "files");
  assert.deepEqual([history?.data.start_date, history?.data.end_date, history?.data.observations], [
    "2024-01-01",
    "2024-01-10",
    7,
  ]);
  assert.equal(history?.returns.data[0], 101 / 100 - 1);
});

Deno.test("stocks and funds of the sample market become aligned returns, with an index as the benchmark of the stocks", async () => {
  const stocks = await prepared({ ...nse("EXLOTUS", "EXMANGO"), benchmark: "NIFTY50", end_date: "2020-12-31" }, sample);
  assert.deepEqual([stocks.history?.data.source, stocks.history?.data.end_date], ["sample", "2020-12-31"]);
  assert.equal(stocks.history?.benchmark?.length, stocks.history?.data.observations);
  assert.equal(stocks.history?.benchmarkReturnType, "price");
  const funds = await prepared({ funds: [{ scheme_code: 900001 }, { scheme_code: 900002 }] }, sample);
  assert.equal(funds.history?.returns.columns, 2);
});

Deno.test("another asset of the market can be the benchmark, with its total returns", async () => {
  const { history } = await prepared({ ...nse("EXLOTUS", "EXNEEM"), benchmark: "NSE:EXMANGO" }, sample);
  const alone = await prepared(nse("EXMANGO", "EXLOTUS"), sample);
  assert.equal(history?.benchmarkReturnType, "total");
  assert.deepEqual(history?.benchmark, alone.history?.returns.data.filter((_, i) => i % 2 === 0));
});

Deno.test("a backtest of listed assets with too many rebalances fails with too_many_rebalances", async () => {
  const methods = Array.from({ length: 20 }, (_, k) => ({ method: "equal_weight", key: `m${k}` }));
  const body = { ...nse("EXLOTUS", "EXMANGO"), methods, rolling_backtest: { train_window: 2, rebalance_every: 1 } };
  await assert.rejects(prepared(body, sample), { code: "too_many_rebalances", message: /at most 5000 are taken/ });
});

Deno.test("only the date range of the run is loaded, up to the last session on or before the requested end", async () => {
  await using folder = await temporaryFolder({ "prices/NSE/all.csv": HEADER + ROWS.join("\n") });
  const body = { ...nse("EXA", "EXB"), start_date: "2024-01-03", end_date: "2024-01-07" };
  const { history, request } = await prepared(body, filesProvider(folder.path));
  assert.equal(request.end_date, "2024-01-05");
  assert.deepEqual([history?.data.start_date, history?.data.end_date], ["2024-01-03", "2024-01-05"]);
});

Deno.test("dropped rows are reported: a holiday once for all assets, unreadable prices for each asset", async () => {
  const dirty = [...ROWS];
  dirty[2] = "2024-01-03,null,204";
  dirty[3] = "2024-01-04,0,206";
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": HEADER + dirty.join("\n"),
    "calendars/NSE.csv": "date\n2024-01-08\n",
  });
  const { history } = await prepared(nse("EXA", "EXB"), filesProvider(folder.path));
  assert.deepEqual(history?.data.dropped, [
    { reason: "unreadable", assets: ["NSE:EXA"], days: 2, first: "2024-01-03", last: "2024-01-04" },
    { reason: "holiday", assets: ["NSE:EXA", "NSE:EXB"], days: 1, first: "2024-01-08", last: "2024-01-08" },
  ]);
  assert.deepEqual(history?.data.filled, [{ asset: "NSE:EXA", days: 2, first: "2024-01-03", last: "2024-01-04" }]);
});

Deno.test("a daily move beyond 40 % is reported with its asset and day, and kept", async () => {
  const split = [...ROWS];
  split[5] = "2024-01-08,50,210";
  split[6] = "2024-01-09,121,212";
  await using folder = await temporaryFolder({ "prices/NSE/all.csv": HEADER + split.join("\n") });
  const { history } = await prepared(nse("EXA", "EXB"), filesProvider(folder.path));
  assert.deepEqual(history?.data.jumps, [
    { asset: "NSE:EXA", date: "2024-01-08", return: 50 / 104 - 1, kind: "move" },
    { asset: "NSE:EXA", date: "2024-01-09", return: 121 / 50 - 1, kind: "move" },
  ]);
});

Deno.test("an asset without prices in the date range fails the run with an error that names it", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": HEADER + ROWS.join("\n"),
    "prices/NSE/EXOLD.csv": "Date,Close\n2020-01-01,1\n2020-01-02,1\n",
  });
  const body = { ...nse("EXA", "EXOLD"), start_date: "2024-01-01" };
  const error = await failure(body, filesProvider(folder.path));
  assert.equal(error.code, "insufficient_history");
  assert.match(error.message, /"NSE:EXOLD"/);
});

Deno.test("of several assets without prices in the date range the error names the first of the request", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": HEADER + ROWS.join("\n"),
    "prices/NSE/EXOLD.csv": "Date,Close\n" +
      Array.from({ length: 5_000 }, (_, i) => `${new Date(i * 86_400_000).toISOString().slice(0, 10)},1\n`).join(""),
    "prices/NSE/EXSHORT.csv": "Date,Close\n2020-01-01,1\n2020-01-02,1\n",
  });
  const body = { ...nse("EXA", "EXOLD", "EXSHORT"), start_date: "2024-01-01" };
  const error = await failure(body, filesProvider(folder.path));
  assert.match(error.message, /"NSE:EXOLD"/);
});

Deno.test("an asset with too short a history for a method fails the run with an error that names it", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": HEADER + ROWS.join("\n"),
    "prices/NSE/EXNEW.csv": "Date,Close\n2024-01-09,1\n2024-01-10,1.1\n",
  });
  const body = { ...nse("EXA", "EXNEW"), methods: ["min_volatility"] };
  const error = await failure(body, filesProvider(folder.path));
  assert.equal(error.code, "insufficient_history");
  assert.match(error.message, /"NSE:EXNEW"/);
});

Deno.test("two price histories without a common date fail the run with an error that names both assets", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": HEADER + ROWS.join("\n"),
    "prices/NSE/EXOLD.csv": "Date,Close\n2020-01-01,1\n2020-01-02,1\n",
  });
  const error = await failure(nse("EXA", "EXOLD"), filesProvider(folder.path));
  assert.equal(error.code, "insufficient_history");
  assert.match(error.message, /"NSE:EXOLD".*"NSE:EXA"/);
});

Deno.test(testInTurn("of more than 10,000 days of prices the oldest are dropped and reported", async () => {
  const days = Array.from({ length: 10_003 }, (_, t) => new Date(Date.UTC(1990, 0, 1 + t)).toISOString().slice(0, 10));
  const text = ["date,EXA,EXB", ...days.map((day, t) => `${day},${1_000 + t},${2_000 + t % 7}`)].join("\n");
  await using folder = await temporaryFolder({ "prices/NSE/all.csv": text });
  const { history } = await prepared(nse("EXA", "EXB"), filesProvider(folder.path));
  assert.equal(history?.data.observations, 9_999);
  assert.deepEqual(history?.data.dropped, [
    { reason: "row_limit", assets: ["NSE:EXA", "NSE:EXB"], days: 3, first: days[0], last: days[2] },
  ]);
}));

Deno.test("a missing folder of market data fails the run with market_data_unavailable", async () => {
  const error = await failure(nse("EXA", "EXB"), filesProvider("/no/such/folder"));
  assert.equal(error.code, "market_data_unavailable");
});

/**
 * Test helper. Creates a provider whose traded closes are twice the adjusted closes before the last day, and ten times
 * on it.
 */
function splitProvider(): MarketDataProvider {
  const { prices } = sample;
  assert.ok(prices);
  return {
    ...sample,
    async prices(asset, range, context) {
      const found = await prices.call(sample, asset, range, context);
      const last = found.dates.length - 1;
      return { ...found, closes: found.adjustedCloses.map((close, i) => close * (i === last ? 10 : 2)) };
    },
  };
}

Deno.test("the inputs of a run with an allocation have the unadjusted closes of its last day", async () => {
  const body = { ...nse("EXLOTUS", "EXMANGO"), end_date: "2020-12-31" };
  const allocation = { capital: 1e6 };
  const { history } = await prepared({ ...body, allocation }, splitProvider());
  const { history: plain } = await prepared(body, splitProvider());
  assert.equal(plain?.closes, undefined);
  assert.deepEqual(plain?.returns, history?.returns);
  const traded = await Promise.all(["EXLOTUS", "EXMANGO"].map(async (ticker) => {
    const range = { start: null, end: "2020-12-31" };
    const found = await splitProvider().prices?.(assetId(`NSE:${ticker}`), range, { signal, now });
    return found?.closes[found.closes.length - 1];
  }));
  assert.deepEqual([...history?.closes ?? []], traded);
});

Deno.test("how days and numbers of price files were read is a doubt of the run, once for all assets read so", async () => {
  const file = (rows: readonly string[]): string =>
    `Date;Close\n${rows.map((row) => row.replace(/^(\d+)-(\d+)-(\d+),/, "$3/$2/$1;").replace(/,.*/, ",5")).join("\n")}`;
  const rows = [...ROWS, "2024-01-15,110"];
  await using folder = await temporaryFolder({ "prices/NSE/EXA.csv": file(rows), "prices/NSE/EXB.csv": file(rows) });
  const { history } = await prepared(nse("EXA", "EXB"), filesProvider(folder.path));
  const told = (history?.data.doubts ?? []).filter(({ code }) => code === "read_as");
  assert.deepEqual(told.map(({ assets, evidence }) => [assets, evidence.from, evidence.to]), [
    [["NSE:EXA", "NSE:EXB"], "01/01/2024", "2024-01-01"],
    [["NSE:EXA", "NSE:EXB"], "100,5", "100.5"],
  ]);
});
