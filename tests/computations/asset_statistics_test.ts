import assert from "node:assert/strict";
import { assetStatistics, type MeasuredRun } from "../../src/computations/asset_statistics.ts";
import { optimization } from "../../src/computations/optimization.ts";
import { matrix } from "../../src/domain/matrix.ts";
import type { OptimizationResult } from "../../src/documents/run_result.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { Stopped } from "../../src/domain/stopped.ts";
import { watchLooks, watchStopFlag } from "../../src/kernels/stop_flag.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { MEASURES } from "../../src/measures/mod.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { marketOf, namesOf, problemOf, randomNumbers } from "../support/sample_problem.ts";
import { pricesBody } from "../support/submission.ts";

/** Statistics that an asset has by default, in the order of the API. */
const STANDARD = [
  "annual_return",
  "cagr",
  "annual_volatility",
  "sharpe_ratio",
  "sortino_ratio",
  "calmar_ratio",
  "omega_ratio",
  "max_drawdown",
  "average_drawdown",
  "ulcer_index",
  "value_at_risk",
  "conditional_value_at_risk",
  "conditional_drawdown_at_risk",
  "entropic_value_at_risk",
  "semideviation",
  "mean_absolute_deviation",
  "gini_mean_difference",
  "skewness",
  "kurtosis",
  "tail_ratio",
  "best_period",
  "worst_period",
];
/** Statistics that an asset also has by default in a run with a benchmark. */
const AGAINST_A_BENCHMARK = [
  "beta",
  "alpha",
  "tracking_error",
  "information_ratio",
  "treynor_ratio",
  "up_capture",
  "down_capture",
];
const OF_PORTFOLIOS = [...MEASURES].filter(({ needs }) => needs === "portfolio").map(({ id }) => id);
const OF_ASSETS = MEASURES.ids.filter((id) => !OF_PORTFOLIOS.includes(id));

const kernels = await loadKernels(null);

async function resultOf(fields: Record<string, unknown>): Promise<OptimizationResult> {
  const dependencies = { marketData: sample, now: () => "2024-01-01T00:00:00.000Z" };
  const request = parseRequest({ ...pricesBody(3, 80), methods: ["equal_weight"], ...fields });
  const inputs = await prepareInputs(request, dependencies, new AbortController().signal);
  return (await optimization.compute(inputs, { kernels, progress: () => {} })).result;
}

/** Returns the names of the statistics that every asset of a run has, beyond the standard ones. */
async function further(fields: Record<string, unknown>): Promise<readonly string[]> {
  const statistics = Object.values((await resultOf(fields)).assets);
  for (const one of statistics) assert.deepEqual(Object.keys(one), Object.keys(statistics[0]));
  return Object.keys(statistics[0]).filter((id) => !STANDARD.includes(id));
}

Deno.test("by default an asset has the standard statistics, and those against a benchmark where there is one", async () => {
  const { assets: alone } = await resultOf({});
  for (const one of Object.values(alone)) assert.deepEqual(Object.keys(one), STANDARD);
  const { assets } = await resultOf({ benchmark: "ASSET1" });
  for (const one of Object.values(assets)) assert.deepEqual(Object.keys(one), [...STANDARD, ...AGAINST_A_BENCHMARK]);
});

for (
  const [use, fields, expected] of [
    ["minimises", { methods: [{ method: "mean_risk", measure: "range" }] }, ["range"]],
    ["divides returns by", {
      methods: [{ method: "mean_risk", objective: "max_ratio", measure: "even_moment" }],
    }, ["even_moment"]],
    ["splits weights by", { methods: [{ method: "hrp", risk_measure: "tail_gini" }] }, ["tail_gini"]],
    ["limits", {
      methods: ["min_volatility"],
      constraints: { risk_limits: [{ measure: "cvar_range", max: 1 }] },
    }, ["cvar_range"]],
    ["limits in one method", {
      methods: ["max_sharpe", {
        method: "min_volatility",
        constraints: { risk_limits: [{ measure: "tail_gini_range", max: 1 }] },
      }],
    }, ["tail_gini_range"]],
    ["draws a frontier of", { efficient_frontier: { points: 3, measure: "square_root_kurtosis" } }, [
      "square_root_kurtosis",
    ]],
    ["minimises by the name of a method", { methods: ["min_cvar"] }, []],
  ] as const
) {
  Deno.test(`by default an asset also has the measure that the run ${use}`, async () => {
    assert.deepEqual(await further(fields), expected);
  });
}

Deno.test('with "asset_statistics": "all" an asset has every measure of a series, and the standard ones with the same values', async () => {
  const [all, standard] = [await resultOf({ asset_statistics: "all" }), await resultOf({})];
  for (const [asset, metrics] of Object.entries(all.assets)) {
    assert.deepEqual(Object.keys(metrics), OF_ASSETS);
    for (const [id, value] of Object.entries(standard.assets[asset])) assert.equal(value, metrics[id], id);
  }
});

Deno.test("portfolios and the benchmark have every measure, whatever the statistics of assets contain", async () => {
  for (const asset_statistics of ["standard", "all"]) {
    const { methods, benchmark } = await resultOf({ asset_statistics, benchmark: "ASSET1" });
    assert.deepEqual(Object.keys(methods[0].metrics ?? {}), MEASURES.ids);
    assert.deepEqual(Object.keys(benchmark?.metrics ?? {}), OF_ASSETS);
  }
});

Deno.test("the statistics of assets without a history are null", async () => {
  const moments = { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[4e-4, 0], [0, 1e-4]] };
  const { assets } = await resultOf({ prices: undefined, moments });
  assert.deepEqual(Object.keys(assets.A), STANDARD);
  for (const value of Object.values(assets.A)) assert.equal(value, null);
});

Deno.test("a stop flag raised during the statistics of assets ends them within 100 ms", async () => {
  const next = randomNumbers(5), count = 60, periods = 2_500;
  const returns = matrix(periods, count, Float64Array.from({ length: periods * count }, () => 0.02 * (next() - 0.5)));
  const problem = problemOf(marketOf(returns, { assets: namesOf(count) }), { riskFreeRate: 0.02 });
  const run: MeasuredRun = { request: { asset_statistics: "all", methods: [], constraints: {} }, methods: [] };
  const reference = { riskFreeRate: 0.02, benchmark: null };
  const flag = new SharedArrayBuffer(4), raised = new Int32Array(flag);
  watchStopFlag(flag);
  try {
    // The shortest of several tries is compared, because other programs may hold a processor for longer than 100 ms.
    const tries: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      let looks = 0, start = NaN;
      watchLooks(() => {
        if (++looks !== 50 + 100 * attempt) return;
        raised[0] = 1;
        start = performance.now();
      });
      raised[0] = 0;
      await assert.rejects(assetStatistics(run, { problem, reference }, { kernels }), Stopped);
      tries.push(performance.now() - start);
    }
    assert.ok(Math.min(...tries) < 100, `${tries} ms`);
  } finally {
    watchLooks(() => {});
    watchStopFlag(null);
  }
});
