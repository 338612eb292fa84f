import assert from "node:assert/strict";
import type { Doubt } from "../../src/domain/doubt.ts";
import { matrix } from "../../src/domain/matrix.ts";
import { requestDoubts } from "../../src/request/doubts/mod.ts";
import { historyFacts } from "../../src/request/doubts/request_facts.ts";
import type { OptimizationRequest } from "../../src/request/optimization_request.ts";
import { parseRequest } from "../../src/request/run_request.ts";

/** Fields of the body of a run. */
export type Fields = Readonly<Record<string, unknown>>;

const RETURNS = [0.011, -0.008, 0.013, -0.012, 0.006, -0.005, 0.009, -0.007, 0.002, 0.004, -0.009, 0.007];
/** Prices of 61 working days with volatilities near 14 % and 22 % a year. */
export const PRICES = pricesOf([1, 1.6]);

function pricesOf(sizes: readonly number[]): Fields {
  const dates = workingDays(61);
  const series = Object.fromEntries(sizes.map((size, j) => {
    let price = 100;
    return [
      String.fromCharCode(65 + j),
      dates.map((_, i) => price *= 1 + size * (RETURNS[(i * (j + 2)) % RETURNS.length] ?? 0)),
    ];
  }));
  return { prices: { dates, series } };
}

/** Test helper. Returns consecutive working days. */
export function workingDays(count: number): readonly string[] {
  const first = Date.parse("2024-01-01");
  const days = Array.from({ length: 2 * count }, (_, i) => new Date(first + i * 86_400_000));
  return days.filter((day) => day.getUTCDay() % 6 !== 0).slice(0, count).map((day) => day.toISOString().slice(0, 10));
}

/**
 * Test helper. Returns the doubts about the numbers of a request. Asserts that a later job of the run, which reads only
 * the stored facts of its history, has the same.
 */
export function doubtsOf(body: Fields): readonly Doubt[] {
  const request = parseRequest({ methods: ["min_volatility"], ...body }), doubts = requestDoubts(request);
  assert.deepEqual(requestDoubts(withoutRows(request)), doubts);
  return doubts;
}

function withoutRows(request: OptimizationRequest): OptimizationRequest {
  const { history } = request;
  if (history === null) return request;
  const { table } = history, facts = JSON.parse(JSON.stringify(historyFacts(request)));
  const none = { ...table, dates: [], values: matrix(0, table.assets.length) };
  return { ...request, history: { ...history, table: none, facts } };
}

/** Prices on the last days of 36 months. */
export const MONTHS = {
  prices: {
    dates: Array.from({ length: 36 }, (_, i) => new Date(Date.UTC(2021, i + 1, 0)).toISOString().slice(0, 10)),
    series: {
      A: Array.from({ length: 36 }, (_, i) => 100 + i + 5 * (i % 3)),
      B: Array.from({ length: 36 }, (_, i) => 90 + 2 * i - 4 * (i % 5)),
    },
  },
  frequency: "monthly",
};

/** Prices on all days of the week. */
export const EVERY_DAY = {
  prices: {
    dates: Array.from({ length: 90 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10)),
    series: {
      A: Array.from({ length: 90 }, (_, i) => 100 + (i * 7) % 5),
      B: Array.from({ length: 90 }, (_, i) => 50 + (i * 5) % 7),
    },
  },
};

/** Moments of shares per day, multiplied to another unit. */
export function moments(mean: number, volatility: number): Fields {
  const variance = volatility ** 2;
  return {
    moments: {
      assets: ["EQUITY", "OTHER", "THIRD"],
      expected_returns: [mean, 0.7 * mean, 1.3 * mean],
      covariance: [
        [variance, 0.3 * variance, 0.2 * variance],
        [0.3 * variance, 0.8 * variance, 0.1 * variance],
        [0.2 * variance, 0.1 * variance, 1.4 * variance],
      ],
    },
  };
}

export const MEAN = 0.09, VOLATILITY = 0.18;
export const start = { starting_portfolio: { A: 0.5, B: 0.5 } };
export const held = (weights: Fields): Fields => ({ ...PRICES, starting_portfolio: weights });
export const ruled = (constraints: Fields): Fields => ({ ...PRICES, ...start, constraints });
export const costing = (bps: number): Fields => ({ ...ruled({ transaction_costs: { bps } }), methods: ["max_sharpe"] });
export const method = (parameters: Fields): Fields => ({ ...PRICES, methods: [parameters] });
export const views = (value: number): Fields => ({
  ...PRICES,
  expected_returns: {
    estimator: "black_litterman",
    market_weights: { A: 1, B: 1 },
    views: [{ assets: { A: 1 }, return: value, confidence: 0.5 }],
  },
});
export const given = (a: number, b: number): Fields => ({
  ...PRICES,
  expected_returns: { estimator: "given", values: { A: a, B: b } },
});
export const covariance = (factor: number): Fields => ({
  ...PRICES,
  covariance: {
    estimator: "given",
    assets: ["A", "B"],
    matrix: [[factor * 0.0000748, factor * 0.00002], [factor * 0.00002, factor * 0.000192]],
  },
});
export const shorting = (exposure: Fields): Fields => ({
  ...ruled({ exposure: { short: true, gross_max: 1.6, ...exposure } }),
  methods: ["max_sharpe"],
});
export const limitedCost = (max: number): Fields => ({
  ...ruled({ transaction_costs: { bps: 20, max } }),
  methods: ["max_sharpe"],
});
export const simulated = (plan: Fields): Fields => ({ ...PRICES, monte_carlo: plan });
export const groups = { map: { A: "X", B: "Y" }, rules: [{ group: "X", max: 30 }] };
