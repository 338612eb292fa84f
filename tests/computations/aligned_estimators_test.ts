import assert from "node:assert/strict";
import { backtestInputs } from "../support/backtested_run.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { RISK_FREE_RATES } from "../support/submission.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { type Matrix, matrix } from "../../src/domain/matrix.ts";
import { alignReturns } from "../../src/estimation/align_returns.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { readRequest } from "../../src/request/read_request.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { alignHistory } from "../../src/computations/align_history.ts";
import { backtest } from "../../src/computations/backtest.ts";
import { estimate } from "../../src/computations/problem_of.ts";
import { readStoredRun } from "../../src/computations/stored_run.ts";
import { encodeHistory } from "../../src/documents/aligned_history.ts";

const kernels = await loadKernels(null);
const ROWS = 60;
/** Dates of the test data: weekdays from Monday 2024-01-01 on. */
const DATES = Array.from({ length: 2 * ROWS }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
  .filter((day) => day.getUTCDay() % 6 !== 0).slice(0, ROWS).map((day) => day.toISOString().slice(0, 10));
const next = randomNumbers(3);
const RETURNS = ["A", "B", "C"].map((name) => [name, DATES.map(() => 0.04 * (next() - 0.49))] as const);
const FACTORS = ["VALUE", "SIZE"].map((name) => [name, DATES.map(() => 0.02 * (next() - 0.5))] as const);

function body(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { returns: { dates: DATES, series: Object.fromEntries(RETURNS) }, methods: ["min_volatility"], ...fields };
}

function modelOf(
  series: readonly (readonly [string, readonly number[]])[] = FACTORS,
  dates: readonly string[] = DATES,
): Readonly<Record<string, unknown>> {
  return { covariance: { estimator: "factor_model", factors: { dates, series: Object.fromEntries(series) } } };
}

/**
 * Test helper. Returns the faults of a request body that appear only after its history is aligned, each as `pointer:
 * detail`.
 */
function faultsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const request = parseRequest(body(fields));
  assert.ok(request.history);
  try {
    alignHistory(request, request.history, null);
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "validation_failed");
    return error.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  }
  return [];
}

const REFUSED: readonly (readonly [what: string, fields: Readonly<Record<string, unknown>>, fault: string])[] = [
  [
    "factors of other days",
    modelOf(FACTORS, DATES.map((date) => date.replace("2024", "2020"))),
    "/covariance/factors/dates: Cannot find a return of the factors for 2024-01-01, nor for 59 more dates of the run: " +
    "send factors on all dates of the run, or limit the run to the dates of the factors by start_date and end_date",
  ],
  [
    "weekly factors that end before the run",
    {
      ...modelOf(FACTORS.map(([name, values]) => [name, values.slice(0, 50)]), DATES.slice(0, 50)),
      frequency: "weekly",
    },
    "/covariance/factors/dates: Cannot find a return of the factors for the week of 2024-03-15, nor for 1 more dates of " +
    "the run: send factors on all dates of the run, or limit the run to the dates of the factors by start_date and end_date",
  ],
  [
    "a factor that does not move on the dates of the run",
    {
      ...modelOf([FACTORS[0], ["FLAT", DATES.map((_, t) => t < 20 ? 0.01 * t : 0.001)]]),
      start_date: DATES[20],
    },
    '/covariance/factors/series/FLAT: Cannot use factor "FLAT": its return never changes, leave it out',
  ],
  [
    "factors that are the same on the dates of the run",
    {
      ...modelOf([FACTORS[0], ["TWIN", FACTORS[0][1].map((value, t) => t < 20 ? 0 : value)]]),
      start_date: DATES[20],
    },
    '/covariance/factors/series/TWIN: Cannot use factor "TWIN": its returns are those of factor "VALUE"',
  ],
  [
    "a factor that is a linear combination of others",
    modelOf([...FACTORS, ["DOUBLE", FACTORS[1][1].map((value) => 2 * value + 0.001)]]),
    '/covariance/factors/series/DOUBLE: Cannot use factor "DOUBLE": it is a linear combination of the factors before it, leave it out',
  ],
  [
    "as many factors as returns",
    { ...modelOf(), start_date: DATES[57] },
    "/covariance/factors: Cannot estimate a model of 2 factors from 3 returns: at least 4 are needed",
  ],
  [
    "a benchmark that never moves",
    { expected_returns: { estimator: "capm" }, benchmark: { prices: Array(ROWS + 1).fill(100) } },
    '/expected_returns: Cannot estimate by estimator "capm": the return of the benchmark never changes, another benchmark is needed',
  ],
];

for (const [what, fields, fault] of REFUSED) {
  Deno.test(`a run is refused before it is accepted, at the pointer of the fault: ${what}`, () => {
    assert.deepEqual(faultsOf(fields), [fault]);
  });
}

Deno.test("a run of listed assets fails with insufficient_history and the reason where factor returns are missing", async () => {
  const sources = { marketData: sample, now: () => "2026-03-02T12:00:00.000Z" };
  const { signal } = new AbortController();
  const request = await readRequest(
    {
      stocks: ["EXLOTUS", "EXBANYAN"].map((ticker) => ({ ticker, exchange: "NSE" })),
      start_date: "2023-01-01",
      end_date: "2023-12-31",
      methods: ["min_volatility"],
      ...modelOf(),
    },
    { ...sources, riskFreeRates: RISK_FREE_RATES },
    { signal },
  );
  await assert.rejects(prepareInputs(request, sources, signal), (error) => {
    assert.ok(error instanceof DomainError && error.code === "insufficient_history");
    assert.match(error.message, /^Cannot find a return of the factors for 2023-01-\d\d, nor for \d+ more dates/);
    return true;
  });
});

Deno.test("a run of listed assets whose factors are linearly dependent fails with methods_failed", () => {
  const request = parseRequest(body(modelOf([...FACTORS, ["SUM", FACTORS[0][1].map((x, t) => x - FACTORS[1][1][t])]])));
  assert.ok(request.history);
  const history = { ...request.history, source: "sample" };
  assert.throws(() => alignHistory(request, history, null), (error) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual([error.code, error.message], [
      "methods_failed",
      'Cannot use factor "SUM": it is a linear combination of the factors before it, leave it out',
    ]);
    return true;
  });
});

Deno.test("factors that are linearly dependent by day but not by week are accepted for a weekly run", () => {
  const double = ["DOUBLE", FACTORS[1][1].map((value) => 2 * value + 0.001)] as const;
  assert.deepEqual(faultsOf({ ...modelOf([...FACTORS, double]), frequency: "weekly" }), []);
});

Deno.test("a weekly factor estimate uses daily factors compounded to weeks, and is the same from the stored run", async () => {
  const { request, history, digests } = await backtestInputs({
    ...body({ ...modelOf(), frequency: "weekly" }),
    rolling_backtest: { train_window: 6 },
  });
  const weekly = alignReturns(
    { dates: DATES, assets: request.assets.slice(0, 2), values: tableOf(FACTORS) },
    { kind: "returns", frequency: "weekly", source: "request" },
  ).aligned.returns;
  assert.deepEqual(history?.factors?.rows, 12);
  weekly.data.forEach((value, k) => assert.ok(Math.abs(value - (history?.factors?.data[k] ?? NaN)) < 1e-15));
  assert.ok(history);
  const config = new TextEncoder().encode(JSON.stringify(body({ ...modelOf(), frequency: "weekly" })));
  const { inputs: stored } = readStoredRun({
    config,
    history: encodeHistory({ ...history, assets: request.assets }),
    digests,
  });
  assert.deepEqual(estimate(stored, kernels), estimate({ request, history }, kernels));
});

Deno.test("expected returns of shrunk_equilibrium use the covariance estimator of the run", async () => {
  const market_weights = { A: 1, B: 2, C: 1 };
  const inputs = await backtestInputs({
    ...body({
      expected_returns: { estimator: "shrunk_equilibrium", market_weights, shrinkage: 1, risk_aversion: 4 },
      covariance: { estimator: "gerber", threshold: 0.9 },
      risk_free_rate: 0.252,
    }),
    rolling_backtest: { train_window: 6 },
  });
  const { expectedReturns, covariance } = estimate(inputs, kernels);
  const { data } = covariance.matrix;
  [0, 1, 2].forEach((i) => {
    const shared = 0.25 * data[3 * i] + 0.5 * data[3 * i + 1] + 0.25 * data[3 * i + 2];
    assert.ok(Math.abs(expectedReturns[i] - (0.001 + 4 * shared)) < 1e-17);
  });
});

Deno.test("a window in which a factor never moves fails its own rebalance, with the reason, and not the next", async () => {
  const flat = FACTORS[1][1].map((value, t) => t < 25 ? 0.001 : value);
  const inputs = await backtestInputs({
    ...body(modelOf([FACTORS[0], ["SIZE", flat]])),
    rolling_backtest: { train_window: 20, rebalance_every: 20 },
  });
  const { section } = await backtest.compute(inputs, { kernels, progress: () => {} });
  const [first, second] = section.methods[0].rebalances;
  assert.equal(first.status, "failed");
  assert.match(first.detail ?? "", /^Cannot use factor "SIZE": its return never changes/);
  assert.equal(second.status, "optimal");
});

function tableOf(series: readonly (readonly [string, readonly number[]])[]): Matrix {
  const values = matrix(ROWS, series.length);
  series.forEach(([, returns], j) => returns.forEach((value, t) => values.data[t * series.length + j] = value));
  return values;
}
