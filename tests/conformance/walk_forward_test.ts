import assert from "node:assert/strict";
import type { z } from "zod";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import type { BacktestSection } from "../../src/documents/backtest_section.ts";
import { backtest } from "../../src/computations/backtest.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { backtestInputs } from "../support/backtested_run.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { partOf } from "../support/tier.ts";

const kernels = await loadKernels(null);
const ASSETS = ["A", "B", "C", "D"];
const ROWS = 70;
const PLAN = { train_window: 30, rebalance_every: 10 };
/** Row of the third rebalance in the returns. The tests change data from this row on. */
const CUT = 50;

/** Parameter sets that the tests try, in order, on methods and estimators with required parameters. */
const PARAMETERS: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { target_return: 0.01 },
  { target_volatility: 0.4 },
  { market_weights: { A: 1, B: 2, C: 3, D: 4 } },
];

/**
 * Combinations of method and estimators under test: every method with the default estimators, and every estimator that
 * learns from data with one method.
 */
const combinations: readonly Combination[] = [
  ...[...METHODS].map(({ id, parameters }) => ({
    method: { method: id, ...parametersOf(parameters) },
    estimators: {},
  })),
  ...[
    ...[...EXPECTED_RETURNS].filter(isLearning).map((one) => ({ expected_returns: chosen(one) })),
    ...[...COVARIANCES].filter(isLearning).map((one) => ({ covariance: chosen(one) })),
  ].map((estimators) => ({ method: { method: "max_quadratic_utility", risk_aversion: 4 }, estimators })),
];

interface Combination {
  readonly method: { readonly method: string } & Readonly<Record<string, unknown>>;
  readonly estimators: Readonly<Record<string, { readonly estimator: string }>>;
}

Deno.test("the tested combinations include every method and every estimator that learns from data", () => {
  const methods = new Set(combinations.map(({ method }) => method.method));
  assert.deepEqual([...methods], METHODS.ids);
  const names = new Set(
    combinations.flatMap(({ estimators }) => Object.values(estimators).map((one) => one.estimator)),
  );
  for (const one of [...EXPECTED_RETURNS, ...COVARIANCES]) assert.equal(names.has(one.id), isLearning(one), one.id);
});

for (const expanding of [false, true]) {
  const windows = expanding ? "expanding windows" : "rolling windows";
  Deno.test(`with ${windows}, weights of every method and estimator never depend on returns of their own day or later`, async () => {
    const other = returnsOf(2), known = returnsOf(1);
    const changed = known.map((series, j) => series.map((value, t) => t < CUT ? value : other[j][t]));
    for (const { method, estimators } of partOf(combinations, { share: 8 })) {
      const what = JSON.stringify([method, estimators]);
      const fields = { methods: [method], ...estimators, rolling_backtest: { ...PLAN, expanding } };
      const before = await walk(known, fields), after = await walk(changed, fields);
      const early = (section: BacktestSection): unknown => section.methods[0].rebalances.slice(0, 3);
      assert.deepEqual(early(after), early(before), what);
      assert.equal(before.dates[CUT - PLAN.train_window], before.methods[0].rebalances[2].date);
      assert.notDeepEqual(after.methods[0].equity, before.methods[0].equity, what);
      for (const { status, detail } of before.methods[0].rebalances) assert.notEqual(status, "failed", what + detail);
    }
  });
}

Deno.test("weights under a tracking error limit never depend on benchmark returns of their own day or later", async () => {
  const other = returnsOf(2), known = returnsOf(1);
  const changed = known.map((series, j) =>
    j < ASSETS.length ? series : series.map((value, t) => t < CUT ? value : other[j][t])
  );
  const fields = {
    periods_per_year: 252,
    methods: ["max_return"],
    constraints: { tracking_error: { max: 0.11 } },
    rolling_backtest: PLAN,
  };
  const weightsOf = ({ methods: [{ rebalances }] }: BacktestSection) => rebalances.map(({ weights }) => weights);
  const before = weightsOf(await walk(known, fields)), after = weightsOf(await walk(changed, fields));
  assert.deepEqual(after.slice(0, 3), before.slice(0, 3));
  assert.notDeepEqual(after[3], before[3]);
});

/**
 * Kinds of data beside returns that an estimator can learn from, each with an estimator through which only that data
 * changes the weights.
 */
const LEARNT = {
  benchmark: { expected_returns: { estimator: "capm" } },
  factors: { covariance: { estimator: "factor_model" } },
  covariance: { expected_returns: { estimator: "black_litterman", market_weights: { A: 1, B: 2, C: 3, D: 4 } } },
};

for (const [field, estimators] of Object.entries(LEARNT)) {
  Deno.test(`later rows of the ${field} change later estimated weights and no earlier ones`, async () => {
    const known = returnsOf(1), other = returnsOf(2), factors = returnsOf(3).slice(0, 2);
    const changed = (series: readonly number[][], isChanged: (j: number) => boolean): number[][] =>
      series.map((values, j) => values.map((value, t) => t < CUT || !isChanged(j) ? value : other[j][t]));
    const series = field === "factors"
      ? known
      : changed(known, (j) => (j === ASSETS.length) === (field === "benchmark"));
    const laterFactors = field === "factors" ? changed(factors, () => true) : factors;
    const fields = (own: readonly number[][]) => ({
      methods: [{ method: "max_quadratic_utility", risk_aversion: 4 }],
      ...estimators,
      ...field === "factors" ? { covariance: { estimator: "factor_model", factors: factorsOf(own) } } : {},
      rolling_backtest: { ...PLAN, rebalance_every: 5 },
    });
    const before = await walk(known, fields(factors)), after = await walk(series, fields(laterFactors));
    const weightsOf = (section: BacktestSection) => section.methods[0].rebalances.map(({ weights }) => weights);
    const early = 1 + (CUT - PLAN.train_window) / 5;
    assert.deepEqual(weightsOf(after).slice(0, early), weightsOf(before).slice(0, early));
    assert.notDeepEqual(weightsOf(after)[early], weightsOf(before)[early]);
  });
}

function factorsOf(series: readonly number[][]): unknown {
  return { dates: dates(), series: Object.fromEntries(series.map((values, j) => [`F${j}`, values])) };
}

/** Test helper. Runs a backtest from a starting portfolio. The last of the return series is the benchmark. */
async function walk(series: readonly number[][], fields: Record<string, unknown>): Promise<BacktestSection> {
  let price = 1;
  const inputs = await backtestInputs({
    returns: { dates: dates(), series: Object.fromEntries(ASSETS.map((name, j) => [name, series[j]])) },
    benchmark: { prices: [1, ...series[ASSETS.length].map((value) => price *= 1 + value)] },
    starting_portfolio: { A: 0.5, B: 0.5 },
    ...fields,
  });
  return (await backtest.compute(inputs, { kernels, progress: () => {} })).section;
}

/** Test helper. Returns random return series of the assets and the benchmark, which share a factor. */
function returnsOf(seed: number): number[][] {
  const next = randomNumbers(seed);
  const factor = Array.from({ length: ROWS }, () => 0.03 * (next() - 0.45));
  return Array.from(
    { length: ASSETS.length + 1 },
    (_, j) => factor.map((value) => value * (0.5 + 0.2 * j) + 0.02 * (next() - 0.48)),
  );
}

function dates(): string[] {
  return Array.from({ length: ROWS }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10));
}

interface Parametrised {
  readonly id: string;
  readonly parameters: z.ZodType;
}

/** Whether an estimator learns from data; `given` takes the caller's own estimates instead. */
function isLearning({ id }: Parametrised): boolean {
  return id !== "given";
}

function chosen({ id, parameters }: Parametrised): { readonly estimator: string } {
  return { estimator: id, ...parametersOf(parameters) };
}

function parametersOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const found = PARAMETERS.find((parameters) => schema.safeParse(parameters).success);
  if (found === undefined) throw new Error("No parameters suit: add some to the list");
  return found;
}
