import assert from "node:assert/strict";
import { pricesBody, RISK_FREE_RATES } from "../../tests/support/submission.ts";
import { sample } from "../market_data/providers/sample.ts";
import { scenariosOf } from "./parts/history.ts";
import { readConfigWithoutHistory, readRunConfig } from "./read_run_config.ts";
import { readRequest } from "./read_request.ts";
import { runConfig } from "./run_request.ts";
import { runSubmission } from "./run_submission.ts";
import { withoutHistory } from "./without_history.ts";

const SOURCES = { marketData: sample, riskFreeRates: RISK_FREE_RATES, now: () => "2026-03-02T12:00:00.000Z" };
const { signal } = new AbortController();
const STOCKS = [{ ticker: "EXLOTUS", exchange: "NSE" }, { ticker: "EXBANYAN", exchange: "NSE" }];

const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  "stocks with an index": {
    stocks: STOCKS,
    benchmark: "NIFTY50",
    methods: ["min_volatility", { method: "min_cvar", key: "tail" }],
    rolling_backtest: { methods: ["tail", "equal_weight"], benchmark: "NSE:EXLOTUS" },
  },
  "stocks against another stock": { stocks: STOCKS, benchmark: "NSE:EXNEEM", methods: ["equal_weight"] },
  "funds": { funds: [{ scheme_code: 900001 }], methods: ["equal_weight"], rolling_backtest: {} },
  "prices": { ...pricesBody(3, 30), rolling_backtest: { train_window: 10, benchmark: { weights: { ASSET0: 1 } } } },
  "moments": {
    moments: { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.01, 0], [0, 0.02]] },
    methods: ["max_sharpe"],
  },
  "scenarios": {
    scenarios: { assets: ["A", "Ö"], matrix: [[0.01, -0.02], [0.03, 0]], probabilities: [0.25, 0.75] },
    methods: ["min_volatility"],
  },
  "scenarios in base64": {
    scenarios: { base64: new Uint8Array(Float64Array.of(0.01, -0.02, 0.03).buffer).toBase64(), assets: ["A"] },
    methods: ["equal_weight"],
  },
};

for (const [promise, body] of Object.entries(BODIES)) {
  Deno.test(`the config of a run on ${promise} is read back into the same request without market data`, async () => {
    const request = await readRequest(body, SOURCES, { signal });
    assert.deepEqual(readRunConfig(JSON.parse(JSON.stringify(runConfig(body, request)))), request);
  });
}

Deno.test("a stored run whose name has a control character is still read", () => {
  assert.deepEqual(readRunConfig({ ...BODIES.prices, name: "A\u0001" }), readRunConfig(BODIES.prices));
});

Deno.test("the config of a submission has the bytes of its JSON, and reads alike without the rows of its history", async () => {
  const { prices, ...rest } = BODIES.prices;
  const named = { ...rest, name: "Größe €", returns: undefined, prices };
  for (const body of [...Object.values(BODIES), named]) {
    const request = await readRequest(body, SOURCES, { signal });
    const { config, historyPlace } = runSubmission(body, request);
    assert.equal(new TextDecoder().decode(config), JSON.stringify(runConfig(body, request)));
    assert.equal(historyPlace === null, request.history === null);
    if (historyPlace === null) continue;
    const value = JSON.parse(new TextDecoder().decode(withoutHistory(config, historyPlace)));
    const { matrix = [], base64 = "" } = value.scenarios ?? {};
    assert.deepEqual([value.prices ?? {}, matrix, base64], [{}, [], ""]);
    const read = { assets: request.assets, doubts: request.doubtsOfRequest };
    const { history: own, name: _name, ...expected } = request;
    const { history, ...found } = readConfigWithoutHistory(value, read);
    assert.deepEqual(found, expected);
    assert.deepEqual({ ...history, table: null }, { ...own, table: null });
    assert.deepEqual(scenariosOf({ history }), scenariosOf({ history: own }));
  }
});
