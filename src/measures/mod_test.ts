import assert from "node:assert/strict";
import { assertStated } from "../../tests/support/assert_stated.ts";
import fc from "../../tests/support/fast_check.ts";
import { plainMetric } from "../../tests/support/wider_measures.ts";
import { matrix } from "../domain/matrix.ts";
import { loadKernels } from "../kernels/mod.ts";
import type { MeasureContext, PortfolioContext } from "./measure.ts";
import { computeMetrics, MEASURES } from "./mod.ts";
import { ReturnSeries } from "./return_series.ts";

const kernels = await loadKernels(null);

/** Tolerance of the measure tests, for sums and roots of a handful of numbers of size one. */
const ROUNDING = 1e-12;

const SERIES = Float64Array.of(0.1, -0.2, 0.05, 0.15);
const BENCHMARK = Float64Array.of(0.05, -0.1, 0, 0.1);
const PORTFOLIO: PortfolioContext = {
  weights: Float64Array.of(0.5, 0.5),
  expectedReturns: Float64Array.of(0.02, 0.04),
  covariance: matrix(2, 2, Float64Array.of(0.04, 0, 0, 0.04)),
  startingWeights: Float64Array.of(0.25, 0),
  startingWeightOutside: 0.25,
};
const CONTEXT: MeasureContext = {
  riskFreeRate: 0.12,
  periodsPerYear: 12,
  confidence: 0.95,
  benchmark: new ReturnSeries(BENCHMARK, kernels),
  portfolio: PORTFOLIO,
};
const ALONE: MeasureContext = { ...CONTEXT, benchmark: null, portfolio: null };

const YEARLY = Math.sqrt(12);
const BETA = 0.03875 / 0.021875;
const BY_HAND: Record<string, number> = {
  annual_return: 0.3,
  cagr: 1.0626 ** 3 - 1,
  annual_volatility: Math.sqrt(0.0725 / 3) * YEARLY,
  sharpe_ratio: 0.015 / Math.sqrt(0.0725 / 3) * YEARLY,
  sortino_ratio: 0.015 / 0.105 * YEARLY,
  calmar_ratio: (1.0626 ** 3 - 1) / 0.2,
  omega_ratio: 0.27 / 0.21,
  max_drawdown: 0.2,
  average_drawdown: 0.394 / 4,
  ulcer_index: Math.sqrt(0.066756 / 4),
  value_at_risk: 0.2,
  conditional_value_at_risk: 0.2,
  conditional_drawdown_at_risk: 0.2,
  entropic_value_at_risk: 0.2,
  semideviation: Math.sqrt(0.050625 / 3),
  mean_absolute_deviation: 0.1125,
  gini_mean_difference: 1.1 / 6,
  square_root_kurtosis: Math.sqrt(0.000709765625),
  square_root_semikurtosis: Math.sqrt(0.225 ** 4 / 4),
  even_moment: ((0.075 ** 6 + 0.225 ** 6 + 0.025 ** 6 + 0.125 ** 6) / 4) ** (1 / 3),
  even_semimoment: 0.225 ** 2 / 4 ** (1 / 3),
  first_lower_partial_moment: 0.05,
  second_lower_partial_moment: Math.sqrt(0.04 / 3),
  tail_gini: 0.2,
  relativistic_value_at_risk: 0.2,
  relativistic_drawdown_at_risk: 0.2,
  range: 0.35,
  cvar_range: 0.35,
  tail_gini_range: 0.35,
  evar_range: 0.35,
  rlvar_range: 0.35,
  skewness: -0.00225 / 0.018125 ** 1.5,
  kurtosis: 0.000709765625 / 0.018125 ** 2 - 3,
  tail_ratio: 0.1425 / 0.1625,
  best_period: 0.15,
  worst_period: -0.2,
  beta: BETA,
  alpha: (0.015 - BETA * 0.0025) * 12,
  tracking_error: 0.075 * YEARLY,
  information_ratio: 0.0125 / 0.075 * YEARLY,
  treynor_ratio: 0.18 / BETA,
  up_capture: 0.25 / 0.15,
  down_capture: 2,
  effective_number_of_assets: 2,
  diversification_ratio: Math.SQRT2,
  turnover: 0.5,
};

/**
 * Expected value of each measure of `SERIES`: by hand, or by the plain formula of the risk measure with its name. Null
 * where there is neither.
 */
const VALUES = new Map(MEASURES.ids.map((id) => [id, BY_HAND[id] ?? plainMetric(id, [...SERIES])]));

Deno.test("the measures with values by hand stand in the order of the API", () => {
  assert.deepEqual(MEASURES.ids.filter((id) => BY_HAND[id] !== undefined), Object.keys(BY_HAND));
});

Deno.test("every measure has an expected value in this file", () => {
  const without = MEASURES.ids.filter((id) => VALUES.get(id) === null);
  assertStated(without, "Add the value of the measure to BY_HAND in src/measures/mod_test.ts");
});

for (const [id, value] of VALUES) {
  if (value === null) continue;
  Deno.test(`${id} of four periods equals its value by hand`, () => {
    close(MEASURES.get(id)?.compute(new ReturnSeries(SERIES, kernels), CONTEXT), value);
  });
}

Deno.test("without a history a portfolio has the metrics of its moments and of its weights, and no others", () => {
  const metrics = computeMetrics(null, { ...CONTEXT, benchmark: null }, kernels);
  const volatility = Math.sqrt(0.02);
  close(metrics.annual_return, 0.03 * 12);
  close(metrics.annual_volatility, volatility * YEARLY);
  close(metrics.sharpe_ratio, 0.02 / volatility * YEARLY);
  close(metrics.effective_number_of_assets, 2);
  const known = Object.keys(metrics).filter((id) => metrics[id] !== null);
  assert.deepEqual(known, [
    "annual_return",
    "annual_volatility",
    "sharpe_ratio",
    "effective_number_of_assets",
    "diversification_ratio",
    "turnover",
  ]);
});

Deno.test("without a benchmark the metrics against a benchmark are null", () => {
  const metrics = computeMetrics(SERIES, ALONE, kernels);
  for (const { id, needs } of MEASURES) if (needs === "benchmark") assert.equal(metrics[id], null, id);
});

Deno.test("the metrics of an asset leave out the metrics of weights", () => {
  const metrics = computeMetrics(SERIES, ALONE, kernels);
  assert.equal("turnover" in metrics, false);
  assert.equal("worst_period" in metrics, true);
});

Deno.test("a benchmark with another number of returns is refused", () => {
  assert.throws(
    () => computeMetrics(SERIES, { ...CONTEXT, benchmark: new ReturnSeries(BENCHMARK.slice(1), kernels) }, kernels),
    RangeError,
  );
});

Deno.test("with one period the metrics that need two are null, and tail risks and drawdown are its loss", () => {
  const metrics = computeMetrics(Float64Array.of(-0.1), { ...ALONE, riskFreeRate: 0 }, kernels);
  for (
    const id of ["annual_volatility", "sharpe_ratio", "semideviation", "gini_mean_difference", "skewness", "kurtosis"]
  ) {
    assert.equal(metrics[id], null, id);
  }
  for (const id of ["value_at_risk", "conditional_value_at_risk", "entropic_value_at_risk", "max_drawdown"]) {
    close(metrics[id], 0.1);
  }
});

Deno.test("with two periods every metric is a number", () => {
  const metrics = computeMetrics(
    Float64Array.of(0.1, -0.1),
    { ...CONTEXT, benchmark: new ReturnSeries(Float64Array.of(0.05, -0.05), kernels) },
    kernels,
  );
  for (const { id } of MEASURES) assert.equal(typeof metrics[id], "number", id);
  assert.equal(metrics.kurtosis, -2);
});

Deno.test("for a constant growth the ratios to variation are null, and volatility and tracking error are 0", () => {
  for (const growth of [1.01, 1]) {
    const prices = Array.from({ length: 60 }, (_, t) => 100 * growth ** t);
    const series = Float64Array.from(prices.slice(1), (price, t) => price / prices[t] - 1);
    const metrics = computeMetrics(
      series,
      { ...CONTEXT, benchmark: new ReturnSeries(series, kernels), riskFreeRate: 0 },
      kernels,
    );
    assert.equal(metrics.annual_volatility, 0);
    assert.equal(metrics.semideviation, 0);
    for (const id of ["sharpe_ratio", "sortino_ratio", "calmar_ratio", "omega_ratio", "skewness", "kurtosis"]) {
      assert.equal(metrics[id], null, `${id} at growth ${growth}`);
    }
    for (const id of ["beta", "alpha", "treynor_ratio", "information_ratio", "down_capture"]) {
      assert.equal(metrics[id], null, `${id} at growth ${growth}`);
    }
    assert.equal(metrics.tracking_error, 0);
  }
});

Deno.test("the value at risk of 100 periods at 95 % is the fifth worst loss, although (1 - 0.95) 100 is above 5 in floating point", () => {
  const series = Float64Array.from({ length: 100 }, (_, t) => -(t + 1) / 1000);
  close(MEASURES.get("value_at_risk")?.compute(new ReturnSeries(series, kernels), ALONE), 0.096);
});

Deno.test("a gain in every period gives negative tail risks and no drawdown", () => {
  const metrics = computeMetrics(Float64Array.of(0.01, 0.02, 0.03), ALONE, kernels);
  close(metrics.value_at_risk, -0.01);
  close(metrics.entropic_value_at_risk, -0.01);
  assert.ok(Object.is(metrics.max_drawdown, 0));
});

Deno.test("a total loss is a drawdown of 100 % and a growth of -100 %", () => {
  const metrics = computeMetrics(Float64Array.of(0.1, -1.5, 3), ALONE, kernels);
  assert.equal(metrics.max_drawdown, 1);
  assert.equal(metrics.cagr, -1);
});

Deno.test("risks of returns of size 1e-12 keep ten digits", () => {
  const scaled = computeMetrics(SERIES.map((value) => value * 1e-12), { ...ALONE, riskFreeRate: 0 }, kernels);
  const whole = computeMetrics(SERIES, { ...ALONE, riskFreeRate: 0 }, kernels);
  for (const id of [...HOMOGENEOUS, "annual_volatility"]) {
    const expected = (whole[id] ?? NaN) * 1e-12;
    assert.ok(Math.abs((scaled[id] ?? NaN) - expected) <= 1e-10 * Math.abs(expected), id);
  }
  close(scaled.skewness, whole.skewness ?? NaN, 1e-10);
  close(scaled.max_drawdown, 0.2e-12, 1e-22);
});

/** Ids of the measures that scale in proportion to the returns (homogeneous of degree one), for a test. */
const HOMOGENEOUS = [
  "value_at_risk",
  "conditional_value_at_risk",
  "entropic_value_at_risk",
  "semideviation",
  "mean_absolute_deviation",
  "gini_mean_difference",
  "first_lower_partial_moment",
  "second_lower_partial_moment",
  "tail_gini",
  "relativistic_value_at_risk",
  "range",
  "cvar_range",
  "tail_gini_range",
  "evar_range",
  "rlvar_range",
  "best_period",
  "worst_period",
];

const someSeries = fc.float64Array({ min: -0.5, max: 0.5, minLength: 2, maxLength: 60, noNaN: true });

Deno.test("entropic value at risk ≥ conditional value at risk ≥ value at risk, and none is above the worst loss", () => {
  fc.assert(fc.property(someSeries, fc.double({ min: 0.5, max: 0.99, noNaN: true }), (series, confidence) => {
    const metrics = computeMetrics(series, { ...ALONE, confidence }, kernels);
    const { value_at_risk, conditional_value_at_risk, entropic_value_at_risk, worst_period } = metrics;
    assert.ok(Number(conditional_value_at_risk) >= Number(value_at_risk) - ROUNDING);
    assert.ok(Number(entropic_value_at_risk) >= Number(conditional_value_at_risk) - ROUNDING);
    assert.ok(Number(entropic_value_at_risk) <= -Number(worst_period) + ROUNDING);
  }));
});

Deno.test("drawdowns lie in [0, 1], with average ≤ ulcer index ≤ maximum, and the conditional one between average and maximum", () => {
  fc.assert(fc.property(fc.float64Array({ min: -2, max: 2, minLength: 1, maxLength: 60, noNaN: true }), (series) => {
    const metrics = computeMetrics(series, ALONE, kernels);
    const rising = [0, metrics.average_drawdown, metrics.ulcer_index, metrics.max_drawdown, 1].map(Number);
    for (let i = 1; i < rising.length; i++) assert.ok(rising[i] >= rising[i - 1] - ROUNDING);
    const tail = Number(metrics.conditional_drawdown_at_risk);
    assert.ok(tail >= rising[1] - ROUNDING && tail <= rising[3] + ROUNDING);
  }));
});

Deno.test("risks per period scale in proportion to the returns", () => {
  fc.assert(fc.property(someSeries, fc.double({ min: 0.1, max: 10, noNaN: true }), (series, factor) => {
    // A return series that varies by less than the rounding of a return counts as constant. Scaling it across that
    // limit would change its deviations.
    fc.pre(Math.max(...series) - Math.min(...series) > 1e-9);
    const before = computeMetrics(series, ALONE, kernels);
    const after = computeMetrics(series.map((value) => value * factor), ALONE, kernels);
    for (const id of HOMOGENEOUS) close(after[id], factor * Number(before[id]), 1e-10);
  }));
});

Deno.test("no metric is ever NaN, infinite or -0", () => {
  const extreme = fc.float64Array({ minLength: 1, maxLength: 20, noNaN: true, noDefaultInfinity: true });
  fc.assert(fc.property(extreme, (series) => {
    const metrics = computeMetrics(
      series,
      { ...CONTEXT, benchmark: new ReturnSeries(series.toReversed(), kernels) },
      kernels,
    );
    for (const [id, value] of Object.entries(metrics)) {
      assert.ok(value === null || (Number.isFinite(value) && !Object.is(value, -0)), `${id} is ${value}`);
    }
  }));
});

function close(actual: number | null | undefined, expected: number, tolerance = ROUNDING): void {
  assert.equal(typeof actual, "number");
  const difference = Math.abs(Number(actual) - expected);
  assert.ok(difference <= tolerance * Math.max(1, Math.abs(expected)), `${actual} against ${expected}`);
}

Deno.test("metrics that are fractions of wealth double when the returns double", () => {
  // The test's returns are so small that compounding, which is not proportional, changes the metrics by only a
  // millionth.
  const at = (scale: number): Record<string, number | null> =>
    computeMetrics(
      SERIES.map((value) => scale * value),
      { ...ALONE, riskFreeRate: 0, benchmark: new ReturnSeries(BENCHMARK.map((value) => scale * value), kernels) },
      kernels,
    );
  const once = at(1e-7), twice = at(2e-7);
  for (const { id } of [...MEASURES].filter(({ figure, needs }) => figure === "fraction" && needs !== "portfolio")) {
    const [one, two] = [once[id], twice[id]];
    assert.ok(one !== null && two !== null, id);
    assert.ok(Math.abs(two - 2 * one) <= 1e-5 * Math.abs(two), `${id}: ${one}, ${two}`);
  }
});
