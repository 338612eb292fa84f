import assert from "node:assert/strict";
import {
  costing,
  covariance,
  doubtsOf,
  EVERY_DAY,
  type Fields,
  given,
  held,
  limitedCost,
  MEAN,
  method,
  moments,
  MONTHS,
  PRICES,
  ruled,
  shorting,
  simulated,
  views,
  VOLATILITY,
} from "../../../tests/support/doubted_requests.ts";

const HONEST: readonly (readonly [what: string, body: Fields])[] = [
  ["daily moments", moments(MEAN / 252, VOLATILITY / 252 ** 0.5)],
  ["weekly moments", { ...moments(MEAN / 52, VOLATILITY / 52 ** 0.5), frequency: "weekly" }],
  ["monthly moments", { ...moments(MEAN / 12, VOLATILITY / 12 ** 0.5), frequency: "monthly" }],
  ["moments of calm assets", { ...moments(0.05 / 12, 0.04 / 12 ** 0.5), frequency: "monthly" }],
  ["moments of wild assets", moments(0.3 / 252, 0.5 / 252 ** 0.5)],
  ["expected returns of a day", given(0.0003, 0.0006)],
  ["a covariance of a day", covariance(1)],
  ["limits as fractions", ruled({ weight_bounds: { min: 0.05, max: 0.6 }, turnover: { max: 0.4 } })],
  ["a largest weight of 1", ruled({ weight_bounds: { max: 1 } })],
  ["a long and short portfolio", {
    ...PRICES,
    constraints: {
      exposure: { short: true, gross_max: 1.6, long_max: 1.3, short_max: 0.3 },
      weight_bounds: { min: -1 },
    },
  }],
  ["a borrowing portfolio", { ...PRICES, constraints: { budget: { min: 0, max: 2 }, weight_bounds: { max: 1.5 } } }],
  ["annual rates and targets", {
    ...PRICES,
    risk_free_rate: 0.065,
    methods: [{ method: "efficient_return", target_return: 0.1 }, {
      method: "efficient_risk",
      target_volatility: 0.15,
    }],
  }],
  ["a small risk-free rate", { ...PRICES, risk_free_rate: 0.001 }],
  ["views", views(0.05)],
  ["costs of 10 basis points", costing(10)],
  ["confidence in the tail", method({ method: "min_cvar", confidence: 0.9 })],
  ["a limit on the tail", { ...PRICES, constraints: { risk_limits: [{ measure: "cvar", max: 0.018 }] } }],
  ["borrow fees of a hundredth and of a share that is hard to borrow", shorting({ borrow_fee: { A: 0.01, B: 0.6 } })],
  ["a limit on all costs", limitedCost(0.002)],
  ["holdings that the budget allows", {
    ...held({ A: 1.2, B: 0.8 }),
    constraints: { budget: { min: 0, max: 2 } },
  }],
  ["holdings of a part of the portfolio", held({ A: 0.3, B: 0.5 })],
  ["a goal, contributions and withdrawals of a retirement", {
    ...PRICES,
    frequency: "monthly",
    monte_carlo: { initial_value: 500_000, goal: 250_000, withdrawal: 2_000, horizon: 240, inflation: 0.03 },
  }],
  ["a plan that saves from nothing", {
    ...PRICES,
    frequency: "monthly",
    monte_carlo: { initial_value: 1_000, contribution: 500, horizon: 240, goal: 200_000 },
  }],
  ["a goal of keeping most of the money", simulated({ initial_value: 1e5, goal: 9e4 })],
  ["loadings on factors", {
    ...PRICES,
    constraints: {
      factor_exposure: { loadings: { A: { SIZE: 40 }, B: { SIZE: 60 } }, rules: [{ factor: "SIZE", max: 50 }] },
    },
  }],
  ["scores in a linear rule", {
    ...PRICES,
    constraints: { linear: [{ name: "score", coefficients: { A: 40, B: 60 }, max: 50 }] },
  }],
  ["capitalisations as market weights", {
    ...PRICES,
    expected_returns: { estimator: "black_litterman", market_weights: { A: 4e11, B: 2e11 } },
  }],
];

for (const [what, body] of HONEST) {
  Deno.test(`${what} are not doubted`, () => assert.deepEqual(doubtsOf(body), []));
}

for (const periods of [240, 245, 250, 252, 256, 260, 261]) {
  Deno.test(`a year of ${periods} days without weekends is not doubted`, () => {
    assert.deepEqual(doubtsOf({ ...PRICES, periods_per_year: periods }), []);
  });
}

Deno.test("a number of periods that fits the dates or the frequency is not doubted", () => {
  const { prices } = EVERY_DAY, some = prices.dates.filter((_, i) => [0, 2, 4].includes(i % 7));
  const series = { A: some.map((_, i) => 100 + i % 5), B: some.map((_, i) => 70 + i % 3) };
  assert.deepEqual(doubtsOf({ prices: { dates: some, series }, periods_per_year: 156 }), []);
  assert.deepEqual(doubtsOf({ ...EVERY_DAY, periods_per_year: 365 }), []);
  assert.deepEqual(doubtsOf({ ...MONTHS, periods_per_year: 12 }), []);
  const quarters = {
    dates: MONTHS.prices.dates.filter((_, i) => i % 3 === 2),
    series: { A: MONTHS.prices.series.A.slice(0, 12), B: MONTHS.prices.series.B.slice(0, 12) },
  };
  assert.deepEqual(doubtsOf({ ...MONTHS, prices: quarters, periods_per_year: 4 }), []);
  assert.deepEqual(doubtsOf({ ...PRICES, frequency: "weekly", periods_per_year: 52 }), []);
  assert.deepEqual(doubtsOf({ ...moments(MEAN / 12, VOLATILITY / 12 ** 0.5), periods_per_year: 12 }), []);
});
