import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import type { MarketDataProvider } from "../market_data/provider.ts";
import { sample } from "../market_data/providers/sample.ts";
import type { RequestSources } from "./ask_market.ts";
import { readRequest } from "./read_request.ts";
import type { OptimizationRequest } from "./optimization_request.ts";

const SOURCES: RequestSources = {
  marketData: sample,
  riskFreeRates: { IN: 0.065, US: 0.04 },
  now: () => "2026-03-02T12:00:00.000Z",
};
const LOTUS = { ticker: "EXLOTUS", exchange: "NSE" };
const MANGO = { ticker: "EXMANGO", exchange: "NSE" };
const MAPLE = { ticker: "EXMAPLE", exchange: "US" };

function read(fields: Record<string, unknown>, sources: Partial<RequestSources> = {}): Promise<OptimizationRequest> {
  const body = { methods: ["equal_weight"], ...fields };
  return readRequest(body, { ...SOURCES, ...sources }, { signal: new AbortController().signal });
}

async function refusal(fields: Record<string, unknown>, sources?: Partial<RequestSources>): Promise<DomainError> {
  const outcome = await read(fields, sources).then(() => null, (error: unknown) => error);
  assert.ok(outcome instanceof DomainError, "The request was accepted");
  return outcome;
}

const REFUSED:
  readonly (readonly [promise: string, fields: Record<string, unknown>, pointer: string, detail: RegExp])[] = [
    [
      "an unknown ticker",
      { stocks: [{ ...LOTUS, ticker: "EXLOTSU" }] },
      "/stocks/0/ticker",
      /"EXLOTSU" on NSE.*"EXLOTUS"/,
    ],
    ["a ticker of another exchange", { stocks: [{ ...LOTUS, exchange: "BSE" }] }, "/stocks/0/ticker", /on BSE/],
    ["a ticker twice", { stocks: [LOTUS, MANGO, LOTUS] }, "/stocks/2/ticker", /"NSE:EXLOTUS" twice/],
    ["Indian and US stocks together", { stocks: [LOTUS, MAPLE] }, "/stocks/1/exchange", /Cannot mix US with NSE/],
    ["an unknown exchange", { stocks: [{ ...LOTUS, exchange: "LSE" }] }, "/stocks/0/exchange", /NSE, BSE, US/],
    ["a stock without its exchange", { stocks: [{ ticker: "EXLOTUS" }] }, "/stocks/0/exchange", /exchange/],
    ["an empty list of stocks", { stocks: [] }, "/stocks", /at least 1/],
    ["a stock that is null", { stocks: [null] }, "/stocks/0", /null/],
    ["stocks that are not a list", { stocks: "EXLOTUS" }, "/stocks", /list/],
    ["an unknown scheme", { funds: [{ scheme_code: 1 }] }, "/funds/0/scheme_code", /scheme code "1"/],
    ["a scheme twice", { funds: [{ scheme_code: 900001 }, { scheme_code: 900001 }] }, "/funds/1/scheme_code", /twice/],
    ["a scheme code that is a text", { funds: [{ scheme_code: "900001" }] }, "/funds/0/scheme_code", /number/],
    ["funds beside stocks", { stocks: [LOTUS], funds: [{ scheme_code: 900001 }] }, "/funds", /beside "stocks"/],
    [
      "moments beside stocks",
      {
        stocks: [LOTUS],
        moments: { assets: ["A"], expected_returns: [0.1], covariance: [[0.1]] },
      },
      "/moments",
      /beside "stocks"/,
    ],
    ["an index of another market", { stocks: [LOTUS], benchmark: "SP500" }, "/benchmark", /NIFTY50, SENSEX, BANKNIFTY/],
    ["an unlisted benchmark asset", { stocks: [LOTUS], benchmark: "NSE:NONE" }, "/benchmark", /"NSE:NONE"/],
    ["a benchmark asset of another market", { stocks: [LOTUS], benchmark: "US:EXMAPLE" }, "/benchmark", /US:EXMAPLE/],
    [
      "prices of a benchmark without dates",
      { stocks: [LOTUS], benchmark: { prices: [1, 2] } },
      "/benchmark",
      /listed assets/,
    ],
    ["an end before the first session", { stocks: [LOTUS], end_date: "2014-12-31" }, "/end_date", /no trading session/],
    ["a start after the last session", { stocks: [LOTUS], start_date: "2025-06-01" }, "/start_date", /2024-12-31/],
    [
      "too few stocks for a method",
      { stocks: [LOTUS], methods: ["min_volatility"] },
      "/methods/0",
      /at least 2 assets/,
    ],
  ];

for (const [promise, fields, pointer, detail] of REFUSED) {
  Deno.test(`a request on listed assets is refused for ${promise}`, async () => {
    const error = await refusal(fields);
    assert.equal(error.code, "validation_failed");
    assert.deepEqual(error.faults.map((fault) => fault.pointer), [pointer]);
    assert.match(error.faults[0].detail, detail);
  });
}

Deno.test("stocks become assets of the market of their exchange", async () => {
  const india = await read({ stocks: [LOTUS, MANGO] });
  assert.deepEqual([india.market, india.assets, india.listed, india.history], [
    "IN",
    ["NSE:EXLOTUS", "NSE:EXMANGO"],
    true,
    null,
  ]);
  const us = await read({ stocks: [MAPLE] });
  assert.deepEqual([us.market, us.assets], ["US", ["US:EXMAPLE"]]);
});

Deno.test("funds become assets of the fund market", async () => {
  const { market, assets } = await read({ funds: [{ scheme_code: 900001 }, { scheme_code: 900002 }] });
  assert.deepEqual([market, assets], ["MF", ["MF:900001", "MF:900002"]]);
});

Deno.test("the end date becomes the last finished trading session up to the requested date", async () => {
  assert.equal((await read({ stocks: [LOTUS] })).end_date, "2024-12-31");
  assert.equal((await read({ stocks: [LOTUS], end_date: "2030-01-01" })).end_date, "2024-12-31");
  // The requested end date 2020-03-01 was a Sunday, so the last trading session was on the Friday before.
  assert.equal((await read({ stocks: [LOTUS], end_date: "2020-03-01" })).end_date, "2020-02-28");
  const duringTrading = { now: () => "2020-03-03T09:59:00.000Z" };
  assert.equal((await read({ stocks: [LOTUS] }, duringTrading)).end_date, "2020-03-02");
  const afterClose = { now: () => "2020-03-03T10:00:00.000Z" };
  assert.equal((await read({ stocks: [LOTUS] }, afterClose)).end_date, "2020-03-03");
});

Deno.test("the risk-free rate is the one sent, else the provider's, else the one configured for the market", async () => {
  const rate = async (fields: Record<string, unknown>, marketData: MarketDataProvider = sample): Promise<number> =>
    (await read(fields, { marketData })).risk_free_rate;
  assert.equal(await rate({ stocks: [LOTUS], risk_free_rate: 0 }), 0);
  assert.equal(await rate({ stocks: [LOTUS] }), 0.065);
  assert.equal(await rate({ funds: [{ scheme_code: 900001 }] }), 0.065);
  assert.equal(await rate({ stocks: [MAPLE] }), 0.04);
  const provider: MarketDataProvider = { ...sample, riskFreeRate: () => Promise.resolve(0.051) };
  assert.equal(await rate({ stocks: [MAPLE] }, provider), 0.051);
  assert.equal(await rate({ prices: { dates: ["2024-01-01"], series: { A: [1] } } }), 0);
});

Deno.test("the benchmark of listed assets may be an index of their market, one of them or another asset of the market", async () => {
  const benchmark = async (id: string): Promise<unknown> => (await read({ stocks: [LOTUS], benchmark: id })).benchmark;
  assert.deepEqual(await benchmark("NIFTY50"), { kind: "index", id: "NIFTY50" });
  assert.deepEqual(await benchmark("NSE:EXLOTUS"), { kind: "asset", asset: "NSE:EXLOTUS" });
  assert.deepEqual(await benchmark("NSE:EXMANGO"), { kind: "listed", asset: "NSE:EXMANGO" });
});

Deno.test("a benchmark index that the provider lacks is refused at /benchmark", async () => {
  const marketData: MarketDataProvider = { ...sample, benchmarks: () => Promise.resolve(["SENSEX"]) };
  const { faults } = await refusal({ stocks: [LOTUS], benchmark: "NIFTY50" }, { marketData });
  assert.deepEqual(faults.map(({ pointer }) => pointer), ["/benchmark"]);
});

Deno.test("a request with its own prices reads no listings and no calendar", async () => {
  const marketData: MarketDataProvider = {
    id: "sample",
    listings: () => assert.fail("listings were read"),
    lastSession: () => assert.fail("the calendar was read"),
  };
  const prices = { dates: ["2024-01-01", "2024-01-02", "2024-01-03"], series: { A: [1, 2, 3] } };
  assert.equal((await read({ prices, end_date: "2024-01-02" }, { marketData })).end_date, "2024-01-02");
});
