import assert from "node:assert/strict";
import { type Matrix, matrix } from "../../src/domain/matrix.ts";
import { runSimulation } from "../../src/jobs/kinds/monte_carlo.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { PathBlock } from "../../src/kernels/path_block.ts";
import type { PathModel } from "../../src/kernels/path_model.ts";
import type { SimulationSummary } from "../../src/documents/simulation_summary.ts";
import type { SimulationPlan } from "../../src/simulation/monte_carlo/mod.ts";
import { pathModelOf } from "../../src/simulation/monte_carlo/path_model.ts";
import type { SimulationSource } from "../../src/simulation/monte_carlo/simulation_source.ts";
import { poolOfThisThread } from "../support/pool_of_this_thread.ts";
import { SIMULATION_PLAN } from "../support/simulation_plan.ts";
import { problemSeeds, testedCases } from "../support/tier.ts";

const kernels = await loadKernels(null);

const PLAN: SimulationPlan = { ...SIMULATION_PLAN, paths: 100_000, horizon: 1 };

/** Allowed deviation in standard errors. Seeds are fixed; by chance, one result in sixteen thousand exceeds four. */
const ERRORS = 4;

Deno.test("gaussian terminal wealth has the mean and the variance of the closed form", async () => {
  const [mean, deviation, horizon, paths] = [0.006, 0.04, 36, 40_000];
  const power = (k: number): number => rawMoment(k, 1 + mean, deviation) ** horizon;
  const variance = power(2) - power(1) ** 2;
  const fourth = power(4) - 4 * power(3) * power(1) + 6 * power(2) * power(1) ** 2 - 3 * power(1) ** 4;
  for (const seed of problemSeeds(20)) {
    const { terminal } = await summaryOf(sourceOf(mean, deviation), { ...PLAN, horizon, paths, seed });
    assertWithin(terminal.mean, power(1), variance / paths);
    assertWithin(terminal.standard_deviation ** 2, variance, (fourth - variance ** 2) / paths);
  }
});

Deno.test("the probabilities of ruin, goal and loss after one period match the normal distribution", async () => {
  const plan = { ...PLAN, initialValue: 100, withdrawal: 90, contribution: 5, goal: 30 };
  const found = await summaryOf(sourceOf(0.02, 0.1), plan);
  // With z a standard normal number, wealth at the end is 100 (1.02 + 0.1 z) - 85. It is ruined where z ≤ -1.7 and
  // reaches the goal where z ≥ 1.3. With the withdrawal of 90 (or what was left), it is below the 105 paid in where z <
  // -0.2.
  assertShare(found.probability_of_ruin, 0.044565462758543);
  assertShare(found.probability_of_goal ?? NaN, 0.096800484585610);
  assertShare(found.probability_of_loss, 0.420740290560897);
});

Deno.test("the probabilities of ruin and goal after three periods match numerical integration", async () => {
  const [mean, deviation, spent] = [0.02, 0.2, 30];
  const plan = { ...PLAN, horizon: 3, initialValue: 100, withdrawal: spent, goal: 20 };
  const market = { mean, deviation, spent };
  const ruin = oddsOf(3, 100, { ...market, last: cumulative, ruined: 1, limit: 0 });
  const goal = oddsOf(3, 100, { ...market, last: (z) => 1 - cumulative(z), ruined: 0, limit: plan.goal });
  assert.ok(ruin > 0.2 && ruin < 0.8 && goal > 0.1 && goal < 0.8, `${ruin}, ${goal}`);
  const found = await summaryOf(sourceOf(mean, deviation), plan);
  assertShare(found.probability_of_ruin, ruin);
  assertShare(found.probability_of_goal ?? NaN, goal);
});

Deno.test("student_t simulations have the tails of the t distribution at the requested standard deviation", async () => {
  // The 95th and 99.9th percentiles of a t distribution with 6 degrees of freedom: 1.943180280515, 5.207626238839.
  for (const [quantile, share] of [[1.943180280515, 0.05], [5.207626238839, 0.001]]) {
    const goal = 1.01 + 0.05 * Math.sqrt(4 / 6) * quantile;
    const found = await summaryOf(sourceOf(0.01, 0.05), { ...PLAN, model: "student_t", degreesOfFreedom: 6, goal });
    assertShare(found.probability_of_goal ?? NaN, share);
  }
});

Deno.test("value at risk and conditional value at risk after one period match the normal distribution", async () => {
  const found = await summaryOf(sourceOf(0.01, 0.05), PLAN);
  // The 95th percentile of the normal distribution, and its density there divided by 0.05.
  const [quantile, beyond] = [1.6448536269514722, 2.0627128075074275];
  const density = beyond * 0.05;
  assertWithin(found.value_at_risk, -0.01 + 0.05 * quantile, (0.05 / density) ** 2 * 0.05 * 0.95 / PLAN.paths);
  // The variance of a tail mean has two parts: the variance of the losses in the tail, and that of the point where the
  // tail begins.
  const within = 1 + quantile * beyond - beyond ** 2;
  const variance = 0.05 ** 2 * (within + 0.95 * (beyond - quantile) ** 2) / (0.05 * PLAN.paths);
  assertWithin(found.conditional_value_at_risk, -0.01 + 0.05 * beyond, variance);
});

Deno.test("ruin, goal and mean of a bootstrap match the enumeration of all sequences of its rows", async () => {
  const rows = [0.3, -0.1, -0.5];
  const history = matrix(3, 1, Float64Array.from(rows));
  const source = { ...sourceOf(0, 1), returns: history };
  const plan = { ...PLAN, model: "bootstrap", horizon: 6, initialValue: 10, withdrawal: 2, contribution: 0.5 } as const;
  const goal = 8;
  const ends = sequences(rows, 6).map((sequence) =>
    sequence.reduce((wealth, r) => wealth > 0 ? Math.max(0, wealth * (1 + r) - 1.5) : 0, 10)
  );
  const share = (holds: (end: number) => boolean): number => ends.filter(holds).length / ends.length;
  const found = await summaryOf(source, { ...plan, goal });
  assertShare(found.probability_of_ruin, share((end) => end === 0));
  assertShare(found.probability_of_goal ?? NaN, share((end) => end >= goal));
  const mean = ends.reduce((sum, end) => sum + end, 0) / ends.length;
  const variance = ends.reduce((sum, end) => sum + (end - mean) ** 2, 0) / ends.length;
  assertWithin(found.terminal.mean, mean, variance / PLAN.paths);
});

Deno.test("contributions raised by inflation add up to the wealth computed by hand where returns are certain", async () => {
  const plan = {
    ...PLAN,
    paths: 10,
    horizon: 24,
    initialValue: 1000,
    contribution: 10,
    withdrawal: 4,
    inflation: 0.05,
  };
  const found = await summaryOf({ ...sourceOf(0.01, 0), periodsPerYear: 12 }, plan);
  let wealth = 1000;
  for (let t = 1; t <= 24; t++) wealth = wealth * 1.01 + 6 * 1.05 ** (t / 12);
  assert.ok(Math.abs(found.terminal.mean / wealth - 1) < 1e-13);
  // The standard deviation of equal numbers is not 0 but their rounding error, so the test allows for it.
  assert.ok(found.terminal.standard_deviation < 1e-11);
  assert.ok(Math.abs((found.cagr.median ?? NaN) - (1.01 ** 12 - 1)) < 1e-13);
  assert.equal(found.max_drawdown.median, 0);
});

const ASSETS = assetSource();

for (const model of testedCases(["gaussian", "student_t"] as const)) {
  Deno.test(`simulating the portfolio return alone has the distribution of all assets rebalanced every period: ${model}`, () => {
    const plan = { ...PLAN, model, horizon: 12, degreesOfFreedom: model === "student_t" ? 4 : null };
    const portfolio = pathModelOf(ASSETS, plan, { kernels });
    const assets = restoredEveryPeriod(pathModelOf(ASSETS, { ...plan, rebalance: 0 }, { kernels }));
    const [one, all] = [simulated(portfolio, 1), simulated(assets, 2)];
    for (const figure of ["terminal", "maxDrawdown"] as const) {
      const distance = largestDistance(one[figure], all[figure]);
      // Kolmogorov-Smirnov test for two samples of size n: by chance, the distance exceeds 2.2 √(2 / n) once in eight
      // thousand.
      assert.ok(distance < 2.2 * Math.sqrt(2 / one[figure].length), `${figure}: a distance of ${distance}`);
    }
    // The test of equal distributions also detects that other weights give another distribution.
    const other = simulated(restoredEveryPeriod(pathModelOf(ASSETS, { ...plan, rebalance: 0 }, { kernels }), 1.2), 2);
    assert.ok(largestDistance(one.terminal, other.terminal) > 2.2 * Math.sqrt(2 / one.terminal.length));
  });
}

for (const model of testedCases(["bootstrap", "block_bootstrap", "stationary_bootstrap"] as const)) {
  Deno.test(`simulating the portfolio return alone gives the paths of all assets rebalanced every period: ${model}`, () => {
    const plan = { ...PLAN, model, horizon: 12, blockLength: model === "bootstrap" ? null : 3 };
    const one = simulated(pathModelOf(ASSETS, plan, { kernels }), 1);
    const all = simulated(restoredEveryPeriod(pathModelOf(ASSETS, { ...plan, rebalance: 0 }, { kernels })), 1);
    for (const figure of ["terminal", "maxDrawdown"] as const) {
      // The tolerance covers the rounding of each path's figure over twelve products of sums of three terms.
      one[figure].forEach((value, path) => assert.ok(Math.abs(value - all[figure][path]) < 1e-14));
    }
  });
}

Deno.test("a portfolio that is never rebalanced is not ruined while it holds an almost riskless asset", async () => {
  const source = {
    ...ASSETS,
    weights: Float64Array.of(0.5, 0.5),
    expectedReturns: new Float64Array(2),
    covariance: matrix(2, 2, Float64Array.of(1, 0, 0, 1e-8)),
    returns: null,
  };
  for (const model of ["gaussian", "student_t"] as const) {
    const found = await summaryOf(source, { ...PLAN, model, paths: 20_000, horizon: 20, rebalance: 0 });
    assert.equal(found.probability_of_ruin, 0);
    assert.ok(found.terminal.percentiles["1"] > 0.49 && found.value_at_risk < 0.51);
  }
});

Deno.test("without rebalancing, the mean terminal wealth is the sum of the compounded means of the initial holdings", async () => {
  const plan = { ...PLAN, horizon: 24, rebalance: 0 };
  const found = await summaryOf(ASSETS, plan);
  const expected = ASSETS.weights.reduce((sum, weight, i) => sum + weight * (1 + ASSETS.expectedReturns[i]) ** 24, 0.1);
  assertWithin(found.terminal.mean, expected, found.terminal.standard_deviation ** 2 / PLAN.paths);
});

function simulated(model: PathModel, seed: number) {
  const block: PathBlock = {
    seed,
    firstPath: 0,
    paths: 40_000,
    initialValue: 1,
    flows: new Float64Array(12),
    withdrawals: null,
    fanSteps: new Int32Array(0),
    brackets: null,
  };
  return kernels.simulation.simulate(model, block);
}

function restoredEveryPeriod(model: PathModel, leverage = 1): PathModel {
  assert.ok(model.kind === "asset_normal" || model.kind === "asset_rows");
  return { ...model, rebalance: 1, weights: model.weights.map((weight) => leverage * weight) };
}

function largestDistance(a: Float64Array, b: Float64Array): number {
  const [x, y] = [a.slice().sort(), b.slice().sort()];
  let [most, i, j] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i], y[j]);
    while (x[i] <= value) i++;
    while (y[j] <= value) j++;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

/**
 * Returns a simulation source of three assets with 40 autocorrelated rows of returns and a tenth of the portfolio in
 * cash. The moments are those of the rows.
 */
function assetSource(): SimulationSource {
  const returns: Matrix = matrix(
    40,
    3,
    Float64Array.from({ length: 120 }, (_, at) => {
      const [t, j] = [Math.floor(at / 3), at % 3];
      return 0.004 + 0.03 * Math.sin(0.9 * t + 2 * j) + 0.02 * Math.cos(t * t + j);
    }),
  );
  const weights = Float64Array.of(0.4, 0.3, 0.2);
  return {
    weights,
    expectedReturns: kernels.statistics.means(returns),
    covariance: kernels.statistics.covariance(returns),
    returns,
    periodsPerYear: 12,
  };
}

function sourceOf(mean: number, deviation: number): SimulationSource {
  return {
    weights: Float64Array.of(1),
    expectedReturns: Float64Array.of(mean),
    covariance: matrix(1, 1, Float64Array.of(deviation ** 2)),
    returns: null,
    periodsPerYear: 12,
  };
}

async function summaryOf(source: SimulationSource, plan: SimulationPlan): Promise<SimulationSummary> {
  return (await runSimulation(poolOfThisThread(), source, plan)).summary;
}

interface Spending {
  readonly mean: number;
  readonly deviation: number;
  readonly spent: number;
  /**
   * Returns the probability of the event (ruin, goal or loss) after the last period, from the standard normal number z
   * at which the wealth is `limit`.
   */
  readonly last: (z: number) => number;
  /** Probability of the event (ruin, goal or loss) once the wealth is ruined. */
  readonly ruined: number;
  readonly limit: number;
}

/**
 * Returns the probability of an event (ruin, goal or loss) after some periods in which wealth w grows by a normal
 * return of mean m and deviation s and then loses the amount spent. Integrates by Simpson's rule over the standard
 * normal number of each period that leaves some wealth.
 */
function oddsOf(periods: number, wealth: number, of: Spending): number {
  const { mean, deviation, spent, last, ruined, limit } = of;
  const zOf = (end: number): number => ((end + spent) / wealth - 1 - mean) / deviation;
  if (periods === 1) return last(zOf(limit));
  const from = Math.max(-FAR, zOf(0));
  if (from >= FAR) return ruined;
  const rest = simpson(from, FAR, (z) => {
    const left = wealth * (1 + mean + deviation * z) - spent;
    return left <= 0 ? ruined * density(z) : oddsOf(periods - 1, left, of) * density(z);
  });
  return ruined * cumulative(from) + rest;
}

/** Integration bound of a standard normal; less than 1e-15 of its probability lies beyond. */
const FAR = 8;
const INTERVALS = 200;

function simpson(from: number, to: number, f: (x: number) => number): number {
  const step = (to - from) / INTERVALS;
  let sum = f(from) + f(to);
  for (let k = 1; k < INTERVALS; k++) sum += (k % 2 === 1 ? 4 : 2) * f(from + k * step);
  return sum * step / 3;
}

function density(z: number): number {
  return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
}

/** Returns the cumulative distribution function of the standard normal, by integration from 0. */
function cumulative(z: number): number {
  const end = Math.min(FAR, Math.abs(z));
  return 0.5 + Math.sign(z) * simpson(0, end, density);
}

/** Returns the raw moment E (g + s z)^k for a standard normal z and k up to 4. */
function rawMoment(k: number, g: number, s: number): number {
  return [1, g, g ** 2 + s ** 2, g ** 3 + 3 * g * s ** 2, g ** 4 + 6 * g ** 2 * s ** 2 + 3 * s ** 4][k];
}

function sequences(values: readonly number[], length: number): number[][] {
  return length === 0 ? [[]] : sequences(values, length - 1).flatMap((rest) => values.map((value) => [...rest, value]));
}

function assertShare(found: number, expected: number): void {
  assertWithin(found, expected, expected * (1 - expected) / PLAN.paths);
}

function assertWithin(found: number, expected: number, variance: number): void {
  const errors = Math.abs(found - expected) / Math.sqrt(variance);
  assert.ok(errors < ERRORS, `${found} is ${errors} standard errors from ${expected}`);
}
