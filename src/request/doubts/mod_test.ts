import assert from "node:assert/strict";
import type { Doubt } from "../../domain/doubt.ts";
import { parseRequest } from "../run_request.ts";
import { requestDoubts } from "./mod.ts";

type Fields = Readonly<Record<string, unknown>>;

const RETURNS = [0.011, -0.008, 0.013, -0.012, 0.006, -0.005, 0.009, -0.007, 0.002, 0.004, -0.009, 0.007];
/** Prices of 61 working days with volatilities near 14 % and 22 % a year. */
const PRICES = pricesOf([1, 1.6]);

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

function workingDays(count: number): readonly string[] {
  const first = Date.parse("2024-01-01");
  const days = Array.from({ length: 2 * count }, (_, i) => new Date(first + i * 86_400_000));
  return days.filter((day) => day.getUTCDay() % 6 !== 0).slice(0, count).map((day) => day.toISOString().slice(0, 10));
}

function doubtsOf(body: Fields): readonly Doubt[] {
  return requestDoubts(parseRequest({ methods: ["min_volatility"], ...body }));
}

/** Prices on the last days of 36 months. */
const MONTHS = {
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
const EVERY_DAY = {
  prices: {
    dates: Array.from({ length: 90 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10)),
    series: {
      A: Array.from({ length: 90 }, (_, i) => 100 + (i * 7) % 5),
      B: Array.from({ length: 90 }, (_, i) => 50 + (i * 5) % 7),
    },
  },
};

/** Moments of shares per day, multiplied to another unit. */
function moments(mean: number, volatility: number): Fields {
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

const MEAN = 0.09, VOLATILITY = 0.18;
const start = { starting_portfolio: { A: 0.5, B: 0.5 } };
const held = (weights: Fields) => ({ ...PRICES, starting_portfolio: weights });
const ruled = (constraints: Fields) => ({ ...PRICES, ...start, constraints });
const costing = (bps: number) => ({ ...ruled({ transaction_costs: { bps } }), methods: ["max_sharpe"] });
const method = (parameters: Fields) => ({ ...PRICES, methods: [parameters] });
const views = (value: number) => ({
  ...PRICES,
  expected_returns: {
    estimator: "black_litterman",
    market_weights: { A: 1, B: 1 },
    views: [{ assets: { A: 1 }, return: value, confidence: 0.5 }],
  },
});
const given = (a: number, b: number) => ({
  ...PRICES,
  expected_returns: { estimator: "given", values: { A: a, B: b } },
});
const covariance = (factor: number) => ({
  ...PRICES,
  covariance: {
    estimator: "given",
    assets: ["A", "B"],
    matrix: [[factor * 0.0000748, factor * 0.00002], [factor * 0.00002, factor * 0.000192]],
  },
});
const shorting = (exposure: Fields) => ({
  ...ruled({ exposure: { short: true, gross_max: 1.6, ...exposure } }),
  methods: ["max_sharpe"],
});
const limitedCost = (max: number) => ({ ...ruled({ transaction_costs: { bps: 20, max } }), methods: ["max_sharpe"] });
const simulated = (plan: Fields) => ({ ...PRICES, monte_carlo: plan });
const groups = { map: { A: "X", B: "Y" }, rules: [{ group: "X", max: 30 }] };

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

const SMALL: readonly (readonly [what: string, body: Fields, meant: number])[] = [
  ["risk-free rate of a month", { ...PRICES, frequency: "monthly", risk_free_rate: 0.065 / 12 }, 0.065],
  ["risk-free rate of a week", { ...PRICES, frequency: "weekly", risk_free_rate: 0.065 / 52 }, 0.065],
  ["view of a month", { ...views(0.01), frequency: "monthly" }, 0.12],
  ["tracking error of a month", {
    ...PRICES,
    frequency: "monthly",
    benchmark: { weights: { A: 0.5, B: 0.5 } },
    constraints: { tracking_error: { max: 0.03 / 12 ** 0.5 } },
  }, 0.03],
];

for (const [what, body, meant] of SMALL) {
  Deno.test(`a ${what}, which annual ones sometimes are as small as, is noted with the annual one`, () => {
    const notes = doubtsOf(body).map(({ code, severity, evidence }) => [code, severity, rounded(evidence.meant)]);
    assert.deepEqual(notes, [["small_annual_number", "note", meant]]);
  });
}

Deno.test("moments that two units explain nearly as well are told with both", () => {
  const [doubt] = doubtsOf(moments(0.05, 0.0113));
  assert.deepEqual([doubt.evidence.meant, doubt.evidence.or_meant], ["yearly", "daily, in percent"]);
  assert.match(doubt.detail, /yearly \(or daily, in percent\)/);
});

Deno.test("a limit that the other rules never let a portfolio reach is told with what they reach", () => {
  const [one, ...others] = doubtsOf(ruled({ weight_bounds: { max: 1.2 } }));
  assert.deepEqual(others, []);
  assert.deepEqual([one.code, one.severity, one.evidence.reach], ["limit_never_binds", "note", 1]);
  const linear = { linear: [{ name: "score", coefficients: { A: 4, B: 7 }, max: 9 }] };
  assert.deepEqual(doubtsOf(ruled(linear)).map(({ evidence }) => evidence.reach), [7]);
});

Deno.test("a limit on all costs that no trades can reach is told with what they can cost", () => {
  const doubts = doubtsOf(limitedCost(0.01)).map(({ code, severity, evidence }) => [code, severity, evidence.reach]);
  assert.deepEqual(doubts, [["limit_never_binds", "note", 0.004]]);
});

Deno.test("limits of one family in percent are one doubt with their assets", () => {
  const assets = { A: { max: 60 }, B: { max: 50 } };
  const [one, ...others] = doubtsOf(ruled({ weight_bounds: { assets } }));
  assert.deepEqual(others, []);
  assert.deepEqual([one.assets, one.evidence.alike], [["A", "B"], 1]);
});

Deno.test("a doubt points to the number in the request, also in a method's own rules", () => {
  const methods = ["hold", { method: "min_volatility", constraints: { weight_bounds: { max: 60 } } }];
  const doubts = doubtsOf({ ...PRICES, ...start, methods });
  assert.deepEqual(doubts.map(({ evidence }) => evidence.pointer), ["/methods/1/constraints/weight_bounds/max"]);
});

Deno.test("a request is not changed by its doubts", () => {
  const request = parseRequest({ ...held({ A: 40, B: 60 }), methods: ["hold"] }), before = structuredClone(request);
  requestDoubts(request);
  assert.deepEqual(request, before);
});
