import assert from "node:assert/strict";
import {
  costing,
  covariance,
  doubtsOf,
  EVERY_DAY,
  type Fields,
  given,
  groups,
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

/** A request with a number in another unit, the code of its doubt, and what its evidence says would be meant. */
type Wrong = readonly [what: string, body: Fields, code: string, meant: unknown, factor?: number];

const WRONG: readonly Wrong[] = [
  ["annual moments as daily", moments(MEAN, VOLATILITY), "impossible_moments", "yearly", 252],
  ["annual moments as weekly", { ...moments(MEAN, 0.5), frequency: "weekly" }, "impossible_moments", "yearly", 52],
  ["annual moments as monthly", { ...moments(0.12, 0.25), frequency: "monthly" }, "unlikely_moments", "yearly", 12],
  ["monthly moments as daily", moments(MEAN / 12, 0.3 / 12 ** 0.5), "unlikely_moments", "monthly", 21],
  [
    "daily moments as monthly",
    { ...moments(MEAN / 252, VOLATILITY / 252 ** 0.5), frequency: "monthly" },
    "unlikely_moments",
    "daily",
    12 / 252,
  ],
  [
    "daily moments in percent",
    moments(100 * MEAN / 252, 100 * VOLATILITY / 252 ** 0.5),
    "impossible_moments",
    "daily, in percent",
    100,
  ],
  [
    "annual moments in percent",
    moments(100 * MEAN, 100 * VOLATILITY),
    "impossible_moments",
    "yearly, in percent",
    25_200,
  ],
  [
    "annual means beside a daily covariance",
    moments(MEAN, VOLATILITY / 252 ** 0.5),
    "unlikely_expected_returns",
    "yearly",
    252,
  ],
  ["annual expected returns as daily", given(0.08, 0.12), "unlikely_expected_returns", "yearly", 252],
  ["monthly expected returns as daily", given(0.008, 0.011), "unlikely_expected_returns", "monthly", 21],
  ["annual expected returns in percent", given(8, 12), "unlikely_expected_returns", "yearly, in percent", 25_200],
  ["annual covariance as daily", covariance(252), "unlikely_covariance", "yearly", 252],
  ["monthly covariance as daily", covariance(21), "unlikely_covariance", "monthly", 21],
  ["daily covariance in percent", covariance(10_000), "unlikely_covariance", "daily, in percent", 100],
  [
    "an annual covariance beside daily means",
    moments(MEAN / 252, VOLATILITY),
    "impossible_moments",
    "yearly",
    252,
  ],
  [
    "volatilities in place of variances",
    moments(MEAN / 252, (VOLATILITY / 252 ** 0.5) ** 0.5),
    "unlikely_moments",
    "volatilities in place of variances",
  ],
  [
    "daily moments as yearly",
    { ...moments(MEAN / 252, VOLATILITY / 252 ** 0.5), frequency: "yearly" },
    "unlikely_moments",
    "daily",
    1 / 252,
  ],
  [
    "a correlation matrix as covariance",
    {
      moments: { assets: ["A", "B"], expected_returns: [0.0004, 0.0003], covariance: [[1, 0.3], [0.3, 1]] },
    },
    "correlation_as_covariance",
    undefined,
  ],
  ["a risk-free rate in percent", { ...PRICES, risk_free_rate: 6.5 }, "annual_number_in_percent", 0.065],
  ["a risk-free rate of a day", { ...PRICES, risk_free_rate: 0.065 / 252 }, "annual_number_per_period", 0.065, 252],
  [
    "a target return in percent",
    method({ method: "efficient_return", target_return: 12 }),
    "annual_number_in_percent",
    0.12,
  ],
  [
    "a target return of a day",
    method({ method: "efficient_return", target_return: 0.12 / 252 }),
    "annual_number_per_period",
    0.12,
    252,
  ],
  [
    "a target return of a month",
    {
      ...method({ method: "efficient_return", target_return: 0.01 }),
      frequency: "monthly",
    },
    "annual_number_per_period",
    0.12,
    12,
  ],
  [
    "a target volatility in percent",
    method({ method: "efficient_risk", target_volatility: 15 }),
    "annual_number_in_percent",
    0.15,
  ],
  [
    "a target volatility of a day",
    method({ method: "efficient_risk", target_volatility: 0.0095 }),
    "annual_number_per_period",
    0.1508,
    252 ** 0.5,
  ],
  [
    "a target volatility of a month",
    {
      ...method({ method: "efficient_risk", target_volatility: 0.045 }),
      frequency: "monthly",
    },
    "annual_number_per_period",
    0.1559,
    12 ** 0.5,
  ],
  ["a least return in percent", { ...PRICES, constraints: { min_return: 8 } }, "annual_number_in_percent", 0.08],
  [
    "a tracking error in percent",
    {
      ...PRICES,
      benchmark: { weights: { A: 0.5, B: 0.5 } },
      constraints: { tracking_error: { max: 3 } },
    },
    "annual_number_in_percent",
    0.03,
  ],
  [
    "a tracking error of a day",
    {
      ...PRICES,
      benchmark: { weights: { A: 0.5, B: 0.5 } },
      constraints: { tracking_error: { max: 0.03 / 252 ** 0.5 } },
    },
    "annual_number_per_period",
    0.03,
    252 ** 0.5,
  ],
  [
    "a limit on volatility in percent",
    {
      ...PRICES,
      constraints: { risk_limits: [{ measure: "volatility", max: 16 }] },
    },
    "annual_number_in_percent",
    0.16,
  ],
  [
    "a limit on the tail in percent",
    {
      ...PRICES,
      constraints: { risk_limits: [{ measure: "cvar", max: 2.5 }] },
    },
    "limit_in_percent",
    0.025,
  ],
  [
    "a limit on the tail of a year",
    {
      ...PRICES,
      constraints: { risk_limits: [{ measure: "cvar", max: 0.3 }] },
    },
    "period_limit_of_a_year",
    0.0189,
    252 ** 0.5,
  ],
  ["a view in percent", views(12), "annual_number_in_percent", 0.12],
  ["a view of a day", views(0.12 / 252), "annual_number_per_period", 0.12, 252],
  ["a largest weight in percent", ruled({ weight_bounds: { max: 60 } }), "limit_in_percent", 0.6],
  [
    "a largest weight of an asset in percent",
    ruled({ weight_bounds: { assets: { B: { max: 40 } } } }),
    "limit_in_percent",
    0.4,
  ],
  ["a limit on a group in percent", ruled({ groups }), "limit_in_percent", 0.3],
  ["a turnover in percent", ruled({ turnover: { max: 40 } }), "limit_in_percent", 0.4],
  ["a gross exposure in percent", ruled({ exposure: { short: true, gross_max: 150 } }), "limit_in_percent", 1.5],
  ["a budget in percent", ruled({ budget: { min: 0, max: 100 } }), "limit_in_percent", 1],
  ["holdings in percent", held({ A: 40, B: 60 }), "weights_in_percent", [0.4, 0.6]],
  ["a benchmark in percent", { ...PRICES, benchmark: { weights: { A: 60, B: 40 } } }, "weights_in_percent", [0.6, 0.4]],
  ["holdings as amounts", held({ A: 15_000, B: 45_000 }), "weights_beyond_one", [0.25, 0.75]],
  ["the share of the tail as confidence", method({ method: "min_cvar", confidence: 0.05 }), "low_confidence", 0.95],
  ["costs as fractions", costing(0.001), "cost_in_fractions", 10],
  ["costs in hundredths of basis points", costing(1_500), "large_cost", 15, 100],
  ["costs in percent", costing(0.25), "cost_in_fractions", 25],
  ["a borrow fee in percent", shorting({ borrow_fee: 3 }), "large_borrow_fee", 0.03, 100],
  ["a borrow fee of one asset in percent", shorting({ borrow_fee: { A: 2.5 } }), "large_borrow_fee", 0.025, 100],
  ["a borrow fee in basis points", shorting({ borrow_fee: 30 }), "large_borrow_fee", 0.003, 10_000],
  ["a limit on all costs in basis points", limitedCost(20), "cost_limit_unit", 0.002],
  ["a limit on all costs in percent", limitedCost(0.5), "cost_limit_unit", 0.00005],
  ["holdings that are counted twice", held({ A: 1.2, B: 0.8 }), "weights_counted_twice", [0.6, 0.4], 2],
  [
    "a benchmark of three portfolios",
    { ...PRICES, benchmark: { weights: { A: 1.8, B: 1.2 } } },
    "weights_counted_twice",
    [0.6, 0.4],
    3,
  ],
  ["a goal as a multiple", simulated({ initial_value: 100_000, goal: 1.5 }), "unlikely_goal", 150_000],
  ["a goal in money beside an initial value of 1", simulated({ goal: 1e6 }), "unlikely_goal", null],
  [
    "a withdrawal of a year on each day",
    simulated({ initial_value: 1e6, withdrawal: 50_400 }),
    "unlikely_cash_flow",
    200,
  ],
  ["a withdrawal in money beside an initial value of 1", simulated({ withdrawal: 5_000 }), "unlikely_cash_flow", 19.84],
  [
    "a contribution in money beside an initial value of 1",
    simulated({ contribution: 2_520 }),
    "unlikely_cash_flow",
    10,
  ],
  ["the months of a year for days", { ...PRICES, periods_per_year: 12 }, "contradicting_year", "monthly", 0.04762],
  ["the weeks of a year for days", { ...PRICES, periods_per_year: 52 }, "contradicting_year", "weekly", 0.2063],
  ["the days of a year for months", { ...MONTHS, periods_per_year: 252 }, "contradicting_year", null, 21],
  [
    "the days of a year for monthly returns of days",
    { ...PRICES, frequency: "monthly", periods_per_year: 252 },
    "contradicting_year",
    "daily",
    21,
  ],
  ["a year of 365 days without weekends", { ...PRICES, periods_per_year: 365 }, "unusual_year", null, 1.448],
  ["a year of 252 days with weekends", { ...EVERY_DAY, periods_per_year: 252 }, "unusual_year", "daily", 0.6904],
  [
    "inflation in percent",
    { ...PRICES, monte_carlo: { inflation: 4, contribution: 1 } },
    "annual_number_in_percent",
    0.04,
  ],
  ["a withdrawal as a fraction", simulated({ initial_value: 1e5, withdrawal: 0.04 }), "small_cash_flow", 4000],
];

for (const [what, body, code, meant, factor] of WRONG) {
  Deno.test(`one doubt tells ${what}, and its evidence what would be meant`, () => {
    const doubts = doubtsOf(body);
    assert.deepEqual(doubts.map((doubt) => doubt.code), [code], JSON.stringify(doubts));
    const [{ evidence, detail, severity }] = doubts;
    assert.match(detail, /^The .*[a-z0-9"]$/);
    assert.notEqual(severity, "note");
    assert.doesNotMatch(detail, /NaN|undefined|null/);
    if (meant !== undefined) assert.deepEqual(rounded(evidence.meant), meant);
    if (factor !== undefined) assert.ok(Math.abs(Number(evidence.factor) / factor - 1) < 1e-9, String(evidence.factor));
  });
}

/** Test helper. Numbers to four significant digits, as a daily rate has no more when it is converted. */
function rounded(value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
