import assert from "node:assert/strict";
import { computeMetrics, MEASURES } from "../../src/measures/mod.ts";
import { ReturnSeries } from "../../src/measures/return_series.ts";
import { CoreInstance } from "../../src/kernels/core_instance.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { Statistics } from "../../src/kernels/statistics.ts";
import { watchStopFlag } from "../../src/kernels/stop_flag.ts";
import { Stopped } from "../../src/domain/stopped.ts";
import { backtestInputs } from "../support/backtested_run.ts";
import fc from "../support/fast_check.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { inRequests, type SentMethod, sentMethods, under } from "../support/sent_methods.ts";
import { partOf, problemCount } from "../support/tier.ts";
import type { Artifact } from "../../src/domain/artifact.ts";
import { encodeHistory } from "../../src/documents/aligned_history.ts";
import type { BacktestSection } from "../../src/documents/backtest_section.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { backtest, type BacktestInputs, type WalkedMethods } from "../../src/computations/backtest.ts";
import { backtestRun } from "../../src/computations/backtest_run.ts";
import type { Progress } from "../../src/computations/computation.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { optimization } from "../../src/computations/optimization.ts";

const kernels = await loadKernels(null);
const ASSETS = ["A", "B", "C", "D", "E"];
const ROWS = 140;

/** Dates of the test data: weekdays from Monday 2021-01-04 on. */
const DATES = Array.from({ length: 2 * ROWS }, (_, day) => new Date(Date.UTC(2021, 0, 4 + day)))
  .filter((day) => day.getUTCDay() % 6 !== 0).slice(0, ROWS).map((day) => day.toISOString().slice(0, 10));

/** Test helper. Returns random return series of five assets that share a factor. */
function seriesOf(seed: number): Record<string, number[]> {
  const next = randomNumbers(seed);
  const factor = DATES.map(() => 0.02 * (next() - 0.48));
  return Object.fromEntries(
    ASSETS.map((name, k) => [name, factor.map((value) => value * (0.6 + 0.2 * k) + 0.02 * (next() - 0.49))]),
  );
}

const SERIES = seriesOf(7);

function bodyOf(fields: Record<string, unknown>, series: Record<string, number[]> = SERIES): Record<string, unknown> {
  return {
    returns: { dates: DATES, series },
    methods: ["min_volatility"],
    risk_free_rate: 0.02,
    ...fields,
    rolling_backtest: { train_window: 40, rebalance_every: 10, ...Object(fields.rolling_backtest) },
  };
}

async function compute(inputs: BacktestInputs): Promise<WalkedMethods> {
  return await backtest.compute(inputs, { kernels, progress: () => {} });
}

async function sectionOf(fields: Record<string, unknown>, series?: Record<string, number[]>): Promise<BacktestSection> {
  return (await compute(await backtestInputs(bodyOf(fields, series)))).section;
}

/** Request form of every method except those that require a starting portfolio. */
const EVERY_METHOD = sentMethods({ efficient_return: { target_return: 0.01 } }, ({ id }) => id !== "hold");

const START = { A: 0.4, B: 0.3, C: 0.2 };

Deno.test("a backtest section has equity, drawdown and figures of each method and the benchmark, and each method's rebalances", async () => {
  const section = await sectionOf({
    methods: ["equal_weight", { method: "min_volatility", key: "calm" }],
    benchmark: "A",
    rolling_backtest: { cost_bps: 10, initial_capital: 500 },
  });
  assert.deepEqual(Object.keys(section), ["config", "dates", "methods", "benchmark"]);
  assert.deepEqual(section.dates, DATES.slice(40));
  assert.deepEqual(section.methods.map(({ method, key }) => [method, key]), [
    ["equal_weight", "equal_weight"],
    ["min_volatility", "calm"],
  ]);
  for (const one of [...section.methods, section.benchmark]) {
    assert(one !== null);
    const { equity, drawdown, rolling } = one;
    for (const curve of [equity, drawdown, rolling.volatility, rolling.sharpe_ratio]) assert.equal(curve.length, 100);
    const whole = Object.values(one.returns_by_year).reduce((growth, value) => growth * (1 + value), 500);
    const months = Object.values(one.returns_by_month).reduce((growth, value) => growth * (1 + value), 500);
    // The tolerance covers the rounding of the equity, a product of a hundred growth factors.
    assert(Math.abs(whole / equity[99] - 1) < 1e-13 && Math.abs(months / equity[99] - 1) < 1e-13);
  }
  for (const { rebalances } of section.methods) {
    assert.deepEqual(rebalances.map(({ date }) => date), DATES.slice(40).filter((_, t) => t % 10 === 0));
    assert.deepEqual(Object.keys(rebalances[0].weights), ASSETS);
  }
  assert.equal(section.benchmark?.id, "A");
  assert.deepEqual(section.benchmark?.rebalances, []);
});

Deno.test("turnover, effective number of assets and diversification ratio of a backtest are means over the rebalances", async () => {
  const { methods: [{ metrics, rebalances }], benchmark } = await sectionOf({ benchmark: "A" });
  const mean = (of: (rebalance: typeof rebalances[number], k: number) => number): number =>
    rebalances.reduce((sum, rebalance, k) => sum + of(rebalance, k), 0) / rebalances.length;
  assert.equal(metrics.turnover, mean(({ turnover }) => turnover));
  const near = (found: number | null, expected: number): void =>
    assert.ok(Math.abs((found ?? NaN) / expected - 1) < 1e-12, `${found}, not ${expected}`);
  near(
    metrics.effective_number_of_assets,
    mean(({ weights }) => 1 / Object.values(weights).reduce((sum, weight) => sum + weight ** 2, 0)),
  );
  // The train window of the k-th rebalance consists of the 40 rows before it.
  const deviationOf = (weights: Readonly<Record<string, number>>, from: number): number => {
    const series = DATES.slice(from, from + 40)
      .map((_, t) =>
        Object.entries(weights).reduce((sum, [asset, weight]) => sum + weight * SERIES[asset][from + t], 0)
      );
    const middle = series.reduce((sum, x) => sum + x, 0) / 40;
    return Math.sqrt(series.reduce((sum, x) => sum + (x - middle) ** 2, 0) / 39);
  };
  near(
    metrics.diversification_ratio,
    mean(({ weights }, k) =>
      Object.entries(weights).reduce((sum, [asset, weight]) => sum + weight * deviationOf({ [asset]: 1 }, 10 * k), 0) /
      deviationOf(weights, 10 * k)
    ),
  );
  assert(benchmark !== null && !("turnover" in benchmark.metrics));
});

Deno.test("the return_type of a benchmark is price for an index, total for a stock and null for other benchmarks", async () => {
  const stocks = ["EXMANGO", "EXLOTUS"].map((ticker) => ({ ticker, exchange: "NSE" }));
  const listed = { stocks, start_date: "2023-01-01", methods: ["equal_weight"], benchmark: "NIFTY50" };
  const typeOf = async (benchmark: unknown, run: Record<string, unknown>): Promise<unknown> => {
    const chosen = benchmark === undefined ? {} : { benchmark };
    return (await compute(await backtestInputs({ ...run, rolling_backtest: chosen }))).section.benchmark?.return_type;
  };
  assert.equal(await typeOf(undefined, listed), "price");
  assert.equal(await typeOf("NSE:EXMANGO", listed), "total");
  assert.equal(await typeOf({ weights: { "NSE:EXMANGO": 1 } }, listed), null);
  assert.equal((await sectionOf({ rolling_backtest: { benchmark: "A" } })).benchmark?.return_type, null);
  const run = await backtestInputs({ ...listed, benchmark: "NSE:EXMANGO", rolling_backtest: {} });
  const { result } = await optimization.compute(run, { kernels, progress: () => {} });
  assert.equal(result.benchmark?.return_type, "total");
});

Deno.test("backtest metrics are those of the returns after costs, against the benchmark from the first rebalance on", async () => {
  const section = await sectionOf({ benchmark: "A", rolling_backtest: { cost_bps: 30 } });
  const [{ equity, drawdown, metrics }] = section.methods;
  const returns = Float64Array.from(equity, (value, t) => value / (equity[t - 1] ?? 1) - 1);
  const benchmark = new ReturnSeries(Float64Array.from(SERIES.A.slice(40)), kernels);
  const context = { riskFreeRate: 0.02, periodsPerYear: 252, confidence: 0.95, benchmark, portfolio: null } as const;
  const expected = computeMetrics(returns, context, kernels);
  assert.deepEqual(Object.keys(metrics), [...MEASURES].map(({ id }) => id));
  for (const [id, value] of Object.entries(expected)) {
    assert(value !== null && metrics[id] !== null, id);
    // Returns that are derived from the equity curve carry its rounding errors, which ratios of small means enlarge.
    assert(Math.abs(metrics[id] - value) < 1e-9 * Math.max(1, Math.abs(value)), `${id}: ${metrics[id]} and ${value}`);
  }
  kernels.measures.drawdowns(returns).forEach((depth, t) => assert(Math.abs(drawdown[t] - depth) < 1e-12));
  const grown = SERIES.A.slice(40).reduce((wealth, value) => wealth * (1 + value), 1);
  assert(Math.abs((section.benchmark?.equity[99] ?? NaN) / grown - 1) < 1e-13);
});

Deno.test("changing later rows of assets and benchmark leaves every earlier rebalance bit for bit the same", async () => {
  const index = pricesOf(SERIES.B);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 5 }).map((rebalance) => 50 + 15 * rebalance),
      fc.integer({ min: 8, max: 1_000_000 }),
      fc.boolean(),
      async (cut, seed, expanding) => {
        const other = seriesOf(seed);
        const changed = Object.fromEntries(
          ASSETS.map((name) => [name, SERIES[name].map((value, t) => t < cut ? value : other[name][t])]),
        );
        const otherIndex = pricesOf(SERIES.B.map((value, t) => t < cut ? value : other.A[t]));
        for (const methods of inRequests(partOf(EVERY_METHOD, { share: 8 }))) {
          const before = await limitedWalk(SERIES, { methods, prices: index, expanding });
          const after = await limitedWalk(changed, { methods, prices: otherIndex, expanding });
          before.methods.forEach(({ key, rebalances }, i) => {
            rebalances.filter(({ date }) => date <= DATES[cut]).forEach((rebalance, k) => {
              assert.deepEqual(after.methods[i].rebalances[k], rebalance, `${key} on ${rebalance.date}`);
            });
          });
          assert.notDeepEqual(after.methods[0].equity, before.methods[0].equity);
        }
      },
    ),
    { numRuns: problemCount(3, 1) },
  );
});

/** Runs a backtest of methods under a turnover limit, with a benchmark of given prices. */
function limitedWalk(
  series: Record<string, number[]>,
  { methods, prices, expanding }: {
    readonly methods: readonly SentMethod[];
    readonly prices: readonly number[];
    readonly expanding: boolean;
  },
): Promise<BacktestSection> {
  return sectionOf({
    methods: methods.map((sent) => under("turnover", sent)),
    benchmark: { prices },
    starting_portfolio: START,
    constraints: { turnover: { max: 0.3 } },
    covariance: { estimator: "ledoit_wolf" },
    rolling_backtest: { train_window: 50, rebalance_every: 15, expanding },
  }, series);
}

function pricesOf(returns: readonly number[]): number[] {
  let price = 100;
  return [price, ...returns.map((value) => price *= 1 + value)];
}

Deno.test("each rebalance has the weights of an optimisation over its training window alone", async () => {
  for (const every of inRequests(partOf(EVERY_METHOD, { shift: 1, share: 8 }))) {
    const sent = every.map((one) => under("weight_bounds", one));
    const rules = { methods: sent, constraints: { weight_bounds: { max: 0.45 } } };
    // The benchmark is not one of the assets, because many portfolios share the best information ratio to a benchmark
    // that can be held.
    const index = pricesOf(seriesOf(9).A);
    const { methods } = await sectionOf({ ...rules, benchmark: { prices: index } });
    for (const at of [0, 4, 9]) {
      const end = 40 + 10 * at;
      const window = Object.fromEntries(ASSETS.map((name) => [name, SERIES[name].slice(end - 40, end)]));
      const body = {
        returns: { dates: DATES.slice(end - 40, end), series: window },
        risk_free_rate: 0.02,
        ...rules,
        benchmark: { prices: index.slice(end - 40, end + 1) },
        rolling_backtest: { train_window: 39 },
      };
      const { result } = await optimization.compute(await backtestInputs(body), { kernels, progress: () => {} });
      result.methods.forEach(({ key, weights, status }, i) => {
        const rebalance = methods[i].rebalances[at];
        assert.equal(rebalance.status, status, key);
        // Both solutions are proven to a gap of 1e-7, so weights may differ by its square root. A cold start ends
        // elsewhere than a warm start.
        for (const name of ASSETS) {
          assert(Math.abs(rebalance.weights[name] - (weights?.[name] ?? 0)) < 1e-4, `${key} ${name} at ${at}`);
        }
      });
    }
  }
});

Deno.test("turnover keeps its limit at every rebalance, the first counted from the starting portfolio", async () => {
  const { methods } = await sectionOf({
    methods: ["min_volatility", "max_quadratic_utility", "min_cvar"],
    starting_portfolio: { ...START, D: 0.1 },
    constraints: { turnover: { max: 0.03 } },
    rolling_backtest: { cost_bps: 10 },
  });
  for (const { key, rebalances } of methods) {
    assert(rebalances.every(({ status }) => status === "optimal"), key);
    // The tolerance is 1e-9, because the optimiser promises that returned weights keep rules to that.
    for (const { turnover } of rebalances) assert(turnover <= 0.03 + 1e-9, `${key}: ${turnover}`);
    assert(Math.abs(rebalances[0].turnover - 0.03) < 1e-9, key);
  }
});

Deno.test("a locked asset keeps its drifted weight at every rebalance", async () => {
  const plan = { rebalance_every: 1, train_window: 100 };
  const fields = { starting_portfolio: { ...START, D: 0.1 }, constraints: { locked: ["B"] }, rolling_backtest: plan };
  const { methods: [{ rebalances }] } = await sectionOf(fields);
  assert.equal(rebalances[0].weights.B, 0.3);
  for (let k = 1; k < rebalances.length; k++) {
    const { weights } = rebalances[k - 1];
    const earned = ASSETS.reduce((sum, name) => sum + weights[name] * SERIES[name][99 + k], 0);
    const drifted = weights.B * (1 + SERIES.B[99 + k]) / (1 + earned);
    assert(Math.abs(rebalances[k].weights.B - drifted) < 1e-9, `${rebalances[k].weights.B} against ${drifted} at ${k}`);
  }
});

Deno.test("hold sells holdings outside the assets at the first rebalance and trades nothing afterwards", async () => {
  const { methods: [{ rebalances }] } = await sectionOf({
    methods: ["hold"],
    starting_portfolio: { ...START, X: 0.05 },
    rolling_backtest: { cost_bps: 100, slippage_bps: 100 },
  });
  assert.deepEqual([rebalances[0].turnover, rebalances[0].cost], [0.025, 0.001]);
  for (const { turnover, status } of rebalances.slice(1)) assert.deepEqual([turnover, status], [0, "computed"]);
});

Deno.test("an infeasible rebalance trades nothing and leaves the other methods alone", async () => {
  const { methods: [bold, calm] } = await sectionOf({
    methods: [{ method: "efficient_return", target_return: 0.5 }, "min_volatility"],
  });
  const failed = bold.rebalances.filter(({ status }) => status === "infeasible");
  assert(failed.length > 0 && failed.length < bold.rebalances.length, "some windows reach the target, some do not");
  for (const { turnover, cost, detail } of failed) {
    assert.deepEqual([turnover, cost], [0, 0]);
    assert.match(detail ?? "", /; the portfolio (stays in cash|keeps its holdings)$/);
  }
  assert(calm.rebalances.every(({ status }) => status === "optimal"));
});

Deno.test("a backtest fails if no method ever finds weights, but the run that contains it does not", async () => {
  const fields = {
    methods: ["equal_weight"],
    rolling_backtest: { methods: [{ method: "efficient_return", target_return: 9 }] },
  };
  const inputs = await backtestInputs(bodyOf(fields));
  const { error, section } = await compute(inputs);
  assert.equal(error?.code, "methods_failed");
  assert.match(
    error?.detail ?? "",
    /^No method found weights at any rebalance; at the first rebalance, efficient_return: /,
  );
  assert(section.methods[0].equity.every((value) => value === 1));
  assert.equal((await optimization.compute(inputs, { kernels, progress: () => {} })).error, null);
});

Deno.test("a run with a backtest gives the same section as the backtest alone", async () => {
  const inputs = await backtestInputs(bodyOf({ methods: ["min_volatility", "min_cvar"], benchmark: "C" }));
  const phases = new Map<string, number>();
  let last = 0;
  const { result } = await optimization.compute(inputs, {
    kernels,
    progress({ phase, fraction }) {
      assert(fraction >= last && fraction < 1, `${phase} at ${fraction} after ${last}`);
      last = fraction;
      phases.set(phase, (phases.get(phase) ?? 0) + 1);
    },
  });
  assert.deepEqual(result.rolling_backtest, (await compute(inputs)).section);
  assert.equal(phases.get("rolling_backtest"), 20);
});

Deno.test("a backtest over a stretch is that of a run whose history is the stretch and the train window before it", async () => {
  const [start, first, last] = [DATES[30], DATES[70], DATES[119]];
  const fields = { methods: ["min_volatility", "min_cvar"], benchmark: "C" };
  for (const expanding of [false, true]) {
    const walk = { expanding, cost_bps: 5 };
    const stretch = await sectionOf({ ...fields, rolling_backtest: { ...walk, start_date: first, end_date: last } });
    const alone = await sectionOf({ ...fields, start_date: start, end_date: last, rolling_backtest: walk });
    assert.deepEqual(stretch.dates, DATES.slice(70, 120));
    assert.deepEqual({ ...stretch, config: null }, { ...alone, config: null });
    assert.deepEqual([stretch.config.start_date, stretch.config.end_date], [first, last]);
  }
});

Deno.test("the progress of a run and of a backtest grows by equal steps, one for every rebalance of every method", async () => {
  const inputs = await backtestInputs(bodyOf({ methods: ["min_volatility", "inverse_volatility"] }));
  const told: Progress[] = [];
  const progress = (next: Progress): void => void told.push(next);
  await optimization.compute(inputs, { kernels, progress });
  const evenly = (steps: number) =>
    Array.from({ length: steps }, (_, k) => ({ fraction: k / steps, until: (k + 1) / steps }));
  const shares = () => told.splice(0).map(({ fraction, until }) => ({ fraction, until }));
  assert.deepEqual(told.slice(-21).map(({ phase }) => phase), ["statistics", ...Array(20).fill("rolling_backtest")]);
  assert.deepEqual(shares(), evenly(26));
  await backtest.compute(inputs, { kernels, progress });
  assert.deepEqual(shares(), evenly(20));
});

Deno.test("a backtest gives the same bytes in a worker as in the main thread", async () => {
  const pool = new WorkerPool<Computations>({ workers: 1 });
  try {
    const inputs = await backtestInputs(bodyOf({ methods: ["min_volatility", "min_cvar"], benchmark: "C" }));
    const here = JSON.stringify(await compute(inputs));
    assert.equal(JSON.stringify(await pool.run("backtest", inputs)), here);
  } finally {
    pool.close();
  }
});

Deno.test("unexpected errors of a method and of rebalance measures are kept for the log once each, with trace and cause", async () => {
  const inputs = await backtestInputs(bodyOf({ methods: ["min_volatility"] }));
  const statistics = new BrokenStatistics(await CoreInstance.load());
  const { inside, error } = await backtest.compute(inputs, { kernels: { ...kernels, statistics }, progress: () => {} });
  assert.equal(error?.code, "methods_failed");
  assert.equal(inside.length, 2);
  ["min_volatility", "measures of a rebalance"].forEach((part, i) => {
    assert.ok(inside[i].startsWith(`${part}: Error: no covariance\n    at `), inside[i]);
    assert.match(inside[i], /\nCaused by: RangeError: index 7\n\s+at /);
  });
});

/** Numeric kernels for a test, whose covariance function always throws. */
class BrokenStatistics extends Statistics {
  override covariance(): never {
    throw new Error("no covariance", { cause: new RangeError("index 7") });
  }
}

Deno.test("a raised stop flag ends a backtest before its next rebalance", async () => {
  const inputs = await backtestInputs(bodyOf({}));
  const flag = new SharedArrayBuffer(4);
  watchStopFlag(flag);
  let told = 0;
  try {
    const raise = (): void => {
      if (++told === 3) new Int32Array(flag)[0] = 1;
    };
    await assert.rejects(backtest.compute(inputs, { kernels, progress: raise }), Stopped);
    assert.equal(told, 3);
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("the backtest of a finished run has its section, charts, summary and PDF as files, and a failed one has none", async () => {
  const body = bodyOf({ methods: ["equal_weight"] });
  const { section } = await compute(await backtestInputs(body));
  const [file, ...others] = await filesOf(body);
  assert.equal(file.name, "section.json");
  assert.deepEqual(JSON.parse(new TextDecoder().decode(file.content)), { ...section, doubts: [] });
  assert(others.some(({ name }) => name === "charts/equity.svg"));
  assert(others.some(({ name }) => name === "summary.json"));
  assert(others.some(({ name, mediaType }) => name === "section.pdf" && mediaType === "application/pdf"));
  const failed = { methods: [{ method: "efficient_return", target_return: 9 }] };
  assert.deepEqual(await filesOf(bodyOf({ methods: ["equal_weight"], rolling_backtest: failed })), []);
});

/**
 * Test helper. Computes the backtest of a finished run and returns its files. The request body describes the run and
 * its backtest.
 */
async function filesOf({ rolling_backtest, ...body }: Record<string, unknown>): Promise<readonly Artifact[]> {
  const { request, history, digests } = await backtestInputs({ ...body, rolling_backtest });
  assert(history !== null);
  const bytesOf = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));
  const run = {
    config: bytesOf(body),
    history: encodeHistory({ ...history, assets: request.assets }),
    digests,
  };
  const inputs = { run, config: bytesOf(rolling_backtest) };
  return (await backtestRun.compute(inputs, { kernels, progress: () => {} })).artifacts;
}
