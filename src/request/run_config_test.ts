import assert from "node:assert/strict";
import { pricesBody, RISK_FREE_RATES } from "../../tests/support/submission.ts";
import { sample } from "../market_data/providers/sample.ts";
import { readRequest } from "./read_request.ts";
import { runConfig } from "./run_request.ts";

const SOURCES = { marketData: sample, riskFreeRates: RISK_FREE_RATES, now: () => "2026-03-02T12:00:00.000Z" };
const { signal } = new AbortController();
const LOTUS = "NSE:EXLOTUS";
const STOCKS = [
  { ticker: "EXLOTUS", exchange: "NSE" },
  { ticker: "EXBANYAN", exchange: "NSE" },
  { ticker: "EXNEEM", exchange: "NSE" },
];

const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  "listed stocks with every field": {
    name: "Core",
    stocks: STOCKS,
    start_date: "2019-01-01",
    end_date: "2024-06-30",
    frequency: "weekly",
    benchmark: "NIFTY50",
    risk_free_rate: 0.05,
    methods: [
      "min_volatility",
      { method: "min_cvar", confidence: 0.9, key: "tail" },
      { method: "min_cvar", constraints: { weight_bounds: { min: 0.1 } } },
      "min_cvar",
      { method: "mean_risk", objective: "max_utility", measure: "cvar" },
      { method: "efficient_return", target_return: 0.05 },
    ],
    expected_returns: { estimator: "ewma" },
    covariance: { estimator: "ewma", decay: 0.97 },
    constraints: {
      weight_bounds: { min: 0, max: 0.6, assets: { [LOTUS]: { max: 0.5 } } },
      groups: { map: { [LOTUS]: "IT" }, rules: [{ group: "IT", min: 0.1, max: 0.5 }] },
      linear: [{ name: "pair", coefficients: { [LOTUS]: 1, "NSE:EXNEEM": -1 }, max: 0.3 }],
      budget: { min: 1, max: 1 },
      turnover: { max: 0.9 },
      locked: [],
    },
    starting_portfolio: { [LOTUS]: 0.3, "NSE:EXNEEM": 0.7 },
    efficient_frontier: { measure: "cvar", confidence: 0.9 },
    asset_statistics: "all",
    seed: 42,
  },
  "funds without anything else": { funds: [{ scheme_code: 900001 }], methods: ["equal_weight"] },
  "prices": { ...pricesBody(3, 30), constraints: { exposure: { short: true, gross_max: 1.6 } } },
  "a market, views and factors": {
    ...pricesBody(3, 4),
    benchmark: "ASSET1",
    expected_returns: {
      estimator: "black_litterman",
      market_weights: { ASSET0: 2, ASSET1: 1 },
      views: [{ assets: { ASSET0: 1, ASSET2: -1 }, return: 0.02, confidence: 0.4 }],
    },
    covariance: {
      estimator: "factor_model",
      factors: { dates: ["2024-01-02", "2024-01-03", "2024-01-04"], series: { VALUE: [0.01, -0.02, 0.01] } },
    },
  },
  "moments": {
    moments: { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.01, 0], [0, 0.02]] },
    methods: ["max_sharpe"],
  },
};

for (const [promise, body] of Object.entries(BODIES)) {
  Deno.test(`the config of a run on ${promise} is read into the same request and gives the same config`, async () => {
    const request = await readRequest(body, SOURCES, { signal });
    const config = JSON.parse(JSON.stringify(runConfig(body, request)));
    const again = await readRequest(config, SOURCES, { signal });
    assert.deepEqual(again, request);
    assert.deepEqual(JSON.parse(JSON.stringify(runConfig(config, again))), config);
  });
}
