import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { estimationInputsOf } from "../../tests/support/estimation_inputs.ts";
import { namesOf, randomNumbers } from "../../tests/support/sample_problem.ts";
import { problemCount } from "../../tests/support/tier.ts";
import { DomainError } from "../domain/errors.ts";
import { type Matrix, matrix, quadraticForm } from "../domain/matrix.ts";
import { loadKernels } from "../kernels/mod.ts";
import { COVARIANCES } from "./covariance/mod.ts";
import { repairCovariance } from "./covariance/repair_covariance.ts";
import type { CovarianceEstimator, EstimationInputs, ExpectedReturnsEstimator } from "./estimator.ts";
import { EXPECTED_RETURNS } from "./expected_returns/mod.ts";

const kernels = await loadKernels(null);
const COVARIANCE_ESTIMATORS = [...COVARIANCES].filter(({ id }) => id !== "given");
const MEAN_ESTIMATORS = [...EXPECTED_RETURNS].filter(({ id }) => id !== "given");

/**
 * Tolerance of the estimator tests, for eigenvectors and sums of a few dozen rows, divided by gaps between eigenvalues
 * of random correlations.
 */
const ROUNDING = 1e-8;

interface Market {
  readonly returns: Matrix;
  readonly benchmark: Float64Array;
  readonly factors: Matrix;
  readonly riskFreeRate: number;
}

/** Test helper. Generates random returns of 2 to 6 assets that share a market and two factors. */
function markets(): fc.Arbitrary<Market> {
  return fc.record({ seed: fc.nat(), assets: fc.integer({ min: 2, max: 6 }), rows: fc.integer({ min: 12, max: 40 }) })
    .map(({ seed, assets, rows }) => marketOf(rows, assets, seed));
}

function marketOf(rows: number, assets: number, seed: number): Market {
  const next = randomNumbers(seed);
  const benchmark = Float64Array.from({ length: rows }, () => 0.04 * (next() - 0.48));
  const factors = matrix(rows, 2, Float64Array.from({ length: 2 * rows }, () => 0.03 * (next() - 0.5)));
  const returns = matrix(rows, assets);
  for (let t = 0; t < rows; t++) {
    for (let j = 0; j < assets; j++) {
      const shared = (0.4 + 0.2 * j) * benchmark[t] + (j % 2 === 0 ? 0.5 : -0.3) * factors.data[2 * t + j % 2];
      returns.data[t * assets + j] = shared + 0.03 * (next() - 0.49);
    }
  }
  return { returns, benchmark, factors, riskFreeRate: 0.0001 };
}

function inputsOf({ returns, ...market }: Market): EstimationInputs {
  return estimationInputsOf({ assets: namesOf(returns.columns), returns, ...market });
}

/** Test helper. Returns parameters of an estimator in which asset i is named after its position `places[i]`. */
function parametersOf(estimator: CovarianceEstimator | ExpectedReturnsEstimator, places: readonly number[]): unknown {
  const name = (i: number) => `A${places[i]}`;
  const market_weights = Object.fromEntries(places.map((_, i) => [name(i), i + 1]));
  if (estimator.id === "shrunk_equilibrium") return estimator.parameters.parse({ market_weights });
  if (estimator.id !== "black_litterman") return estimator.parameters.parse({});
  const views = [
    { assets: { [name(0)]: 1 }, return: 0.3, confidence: 0.7 },
    { assets: { [name(0)]: 1, [name(1)]: -1 }, return: 0.05, confidence: 0.2 },
  ];
  return estimator.parameters.parse({ market_weights, views });
}

function covarianceBy(estimator: CovarianceEstimator, market: Market): Matrix {
  const places = Array.from({ length: market.returns.columns }, (_, i) => i);
  return estimator.estimate(inputsOf(market), parametersOf(estimator, places), kernels);
}

function meansBy(estimator: ExpectedReturnsEstimator, market: Market, places: readonly number[]): Float64Array {
  const covariance = kernels.statistics.covariance(market.returns);
  return estimator.estimate({ ...inputsOf(market), covariance }, parametersOf(estimator, places), kernels);
}

function close(actual: ArrayLike<number>, expected: ArrayLike<number>, what: string): void {
  assert.equal(actual.length, expected.length);
  const largest = Array.from(expected).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let i = 0; i < expected.length; i++) {
    assert.ok(Math.abs(actual[i] - expected[i]) <= ROUNDING * largest, `${what}: ${actual[i]}, ${expected[i]} at ${i}`);
  }
}

/** Test helper. Moves each asset i of a random market to position `places[i]`. */
function permuted({ returns, ...market }: Market, places: readonly number[]): Market {
  const { rows, columns, data } = returns;
  const moved = matrix(rows, columns);
  data.forEach((value, at) => moved.data[at - at % columns + places[at % columns]] = value);
  return { returns: moved, ...market };
}

const shuffled = markets().chain((market) => {
  const places = Array.from({ length: market.returns.columns }, (_, i) => i);
  return fc.record({
    market: fc.constant(market),
    places: fc.shuffledSubarray(places, { minLength: places.length, maxLength: places.length }),
  });
});

for (const estimator of COVARIANCE_ESTIMATORS) {
  Deno.test(`covariance ${estimator.id} does not depend on the order of the assets`, () => {
    fc.assert(
      fc.property(shuffled, ({ market, places }) => {
        const of = covarianceBy(estimator, market), moved = covarianceBy(estimator, permuted(market, places));
        const n = places.length;
        close(of.data.map((_, k) => moved.data[places[Math.floor(k / n)] * n + places[k % n]]), of.data, estimator.id);
      }),
      { numRuns: problemCount(30, 8) },
    );
  });

  Deno.test(`covariance ${estimator.id} of doubled returns is four times as large`, () => {
    fc.assert(
      fc.property(markets(), (market) => {
        const of = covarianceBy(estimator, market), large = covarianceBy(estimator, scaled(market, () => 2));
        close(large.data, of.data.map((entry) => 4 * entry), estimator.id);
      }),
      { numRuns: problemCount(30, 8) },
    );
  });
}

Deno.test("exactly the estimators that say so begin with the sample covariance, and a known one gives the same bytes", () => {
  const market = marketOf(40, 6, 14), inputs = inputsOf(market), sample = kernels.statistics.covariance(market.returns);
  const other = matrix(6, 6, sample.data.map((entry, k) => k % 7 === 0 ? entry : entry / 10));
  const places = Array.from({ length: 6 }, (_, i) => i);
  const entriesOf = (estimate: Matrix | Float64Array) => "data" in estimate ? estimate.data : estimate;
  for (const estimator of [...COVARIANCE_ESTIMATORS, ...MEAN_ESTIMATORS]) {
    const parameters = parametersOf(estimator, places);
    const estimateFrom = (sampleCovariance?: Matrix) => {
      const known = { ...inputs, covariance: sample, ...sampleCovariance === undefined ? {} : { sampleCovariance } };
      return entriesOf(estimator.estimate(known, parameters, kernels));
    };
    assert.deepEqual(estimateFrom(sample), estimateFrom(), estimator.id);
    const isChanged = estimateFrom(other).some((entry, k) => entry !== estimateFrom()[k]);
    assert.equal(isChanged, estimator.beginsWithSampleCovariance ?? false, estimator.id);
  }
});

for (const id of ["sample", "ewma", "gerber", "denoised", "detoned", "factor_model", "semi"]) {
  Deno.test(`covariance ${id} keeps its correlations when the returns of each asset are scaled by their own factor`, () => {
    const estimator = COVARIANCES.get(id);
    assert.ok(estimator);
    fc.assert(
      fc.property(markets(), (market) => {
        const sizes = (j: number) => [1, 1e-3, 100, 0.5, 7, 1e4][j];
        const of = covarianceBy(estimator, market);
        const { data, rows: n } = covarianceBy(estimator, scaled(market, sizes, 1));
        close(data.map((entry, k) => entry / sizes(Math.floor(k / n)) / sizes(k % n)), of.data, id);
      }),
      { numRuns: problemCount(30, 8) },
    );
  });
}

for (const estimator of MEAN_ESTIMATORS) {
  Deno.test(`expected returns ${estimator.id} do not depend on the order of the assets`, () => {
    fc.assert(
      fc.property(shuffled, ({ market, places }) => {
        const of = meansBy(estimator, market, places.map((_, i) => i));
        const moved = meansBy(estimator, permuted(market, places), places);
        close(places.map((place) => moved[place]), of, estimator.id);
      }),
      { numRuns: problemCount(30, 8) },
    );
  });
}

for (const id of ["historical_mean", "ewma", "james_stein", "capm"]) {
  Deno.test(`expected returns ${id} double when returns and the risk-free rate double`, () => {
    const estimator = EXPECTED_RETURNS.get(id);
    assert.ok(estimator);
    fc.assert(
      fc.property(markets(), (market) => {
        const of = meansBy(estimator, market, []);
        close(meansBy(estimator, scaled(market, () => 2), []), of.map((mean) => 2 * mean), id);
      }),
      { numRuns: problemCount(30, 8) },
    );
  });
}

/**
 * Test helper. Multiplies the returns of each asset by its size, and everything else in the random market by `beside`,
 * which defaults to the size of the first asset.
 */
function scaled(
  { returns, benchmark, factors, riskFreeRate }: Market,
  size: (j: number) => number,
  beside: number = size(0),
): Market {
  const { rows, columns, data } = returns;
  return {
    returns: matrix(rows, columns, data.map((value, at) => size(at % columns) * value)),
    benchmark: benchmark.map((value) => beside * value),
    factors: matrix(rows, 2, factors.data.map((value) => beside * value)),
    riskFreeRate: beside * riskFreeRate,
  };
}

/** Asset returns for tests that break careless estimators, by a description of what is unusual. */
const HOSTILE: Readonly<Record<string, Matrix>> = {
  "one row more than assets": marketOf(21, 20, 1).returns,
  "30 rows of 200 assets": marketOf(30, 200, 2).returns,
  "two rows": marketOf(2, 5, 3).returns,
  "one asset": marketOf(30, 1, 4).returns,
  "rank one": changed(marketOf(40, 6, 5).returns, (_, at) => (1 + at % 6) * 0.01 * Math.sin(Math.floor(at / 6) ** 2)),
  "a constant asset": changed(marketOf(40, 6, 6).returns, (value, at) => at % 6 === 2 ? 0.001 : value),
  "constant assets": changed(marketOf(40, 6, 6).returns, (_, at) => at % 6 * 0.001),
  "duplicated columns": changed(marketOf(40, 6, 7).returns, (_, at, data) => data[at - at % 6 + at % 3]),
  "a hedged pair": changed(marketOf(40, 6, 8).returns, (value, at, data) => at % 6 === 5 ? -data[at - 1] : value),
  "volatilities 1e8 apart": changed(marketOf(40, 6, 9).returns, (value, at) => value * 10 ** (-8 * (at % 6) / 5)),
  "a volatility of 1e-8 beside 1e2": changed(marketOf(40, 6, 9).returns, (value, at) => value * [1e4, 1e-6][at % 2]),
  "an outlier of +900 %": changed(marketOf(40, 6, 10).returns, (value, at) => at === 100 ? 9 : value),
  "returns that are all negative": changed(marketOf(40, 6, 11).returns, (value) => -Math.abs(value)),
  "returns that are integers": changed(marketOf(40, 6, 12).returns, (value) => Math.round(100 * value)),
};

/** Ids of the covariance estimators that refuse unusual test data with a reason, by the description of the data. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  "two rows": ["detoned", "factor_model"],
  "one asset": ["detoned"],
  "rank one": ["detoned"],
};

for (const [what, returns] of Object.entries(HOSTILE)) {
  Deno.test(`for ${what} every estimate is finite and, repaired, without a negative variance, or is refused with a reason`, () => {
    const { benchmark, factors } = marketOf(returns.rows, 1, 13);
    const market = { returns, benchmark, factors, riskFreeRate: 0.0001 };
    for (const estimator of COVARIANCE_ESTIMATORS) {
      const isSaid = SENTENCES[what]?.includes(estimator.id) ?? false;
      if (isSaid) {
        assert.throws(() => covarianceBy(estimator, market), saysWhy("insufficient_history"), estimator.id);
        continue;
      }
      const { matrix: covariance } = repairCovariance(covarianceBy(estimator, market), kernels.linearAlgebra);
      assert.ok(covariance.data.every(Number.isFinite), estimator.id);
      const n = returns.columns;
      for (let k = 0; k < 20; k++) {
        const weights = Float64Array.from({ length: n }, (_, i) => Math.sin((i + 1) * (k + 1)));
        const size = covariance.data.reduce((most, entry) => Math.max(most, Math.abs(entry)), 0);
        assert.ok(quadraticForm(covariance, weights) >= -1e-13 * n * size, estimator.id);
      }
      for (const means of MEAN_ESTIMATORS) {
        const parameters = parametersOf(means, Array.from({ length: n }, (_, i) => i));
        if (n === 1 && means.id === "black_litterman") continue;
        const estimate = () => means.estimate({ ...inputsOf(market), covariance }, parameters, kernels);
        const isRefused = what === "constant assets" && means.id === "black_litterman";
        if (isRefused) assert.throws(estimate, saysWhy("methods_failed"));
        else assert.ok(estimate().every(Number.isFinite), means.id);
      }
    }
  });
}

function changed(
  { rows, columns, data }: Matrix,
  to: (value: number, at: number, data: Float64Array) => number,
): Matrix {
  return matrix(rows, columns, data.map(to));
}

/** Test helper. Returns a check that an error has the given code and a message that says why. */
function saysWhy(code: string): (error: unknown) => boolean {
  return (error) => error instanceof DomainError && error.code === code && /^Cannot|needs/.test(error.message);
}
