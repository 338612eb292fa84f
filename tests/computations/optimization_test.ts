import assert from "node:assert/strict";
import { DomainError } from "../../src/domain/errors.ts";
import { shouldStop, watchStopFlag } from "../../src/kernels/stop_flag.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import type { Progress } from "../../src/computations/computation.ts";
import { readRequest } from "../../src/request/read_request.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { RISK_FREE_RATES } from "../support/submission.ts";
import { fullTest, problemCount, testInTurn } from "../support/tier.ts";
import { jsonText } from "../../src/documents/document.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { optimization, type OptimizationOutput } from "../../src/computations/optimization.ts";
import { prepareInputs } from "../../src/jobs/kinds/prepare_inputs.ts";

const DATES = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));

/** Test helper. Returns prices of three assets, by name, that oscillate with different amplitudes and speeds. */
function series(): Record<string, number[]> {
  return Object.fromEntries(
    ["A", "B", "C"].map((name, k) => [
      name,
      DATES.map((_, i) => 100 * (1 + 0.001 * i * (k + 1) + 0.01 * (k + 1) * Math.sin(i * (1.3 + k)))),
    ]),
  );
}

function body(fields: Record<string, unknown>): Record<string, unknown> {
  return { prices: { dates: DATES, series: series() }, ...fields };
}

async function run(request: unknown): Promise<OptimizationOutput> {
  const inputs = await prepareInputs(parseRequest(request), DEPENDENCIES, new AbortController().signal);
  return await optimization.compute(inputs, { kernels: await loadKernels(null), progress: () => {} });
}

const DEPENDENCIES = { marketData: sample, now: () => "2024-01-01T00:00:00.000Z" };

Deno.test("the result of a run has every field, null where it does not apply", async () => {
  const { result, error } = await run(body({ methods: ["equal_weight"], benchmark: "A", seed: 7 }));
  assert.equal(error, null);
  assert.deepEqual(Object.keys(result), [
    "run_id",
    "market",
    "currency",
    "mode",
    "data",
    "estimates",
    "methods",
    "benchmark",
    "assets",
    "rolling_backtest",
    "monte_carlo",
    "efficient_frontier",
    "curves",
    "engine",
  ]);
  assert.deepEqual([result.market, result.currency, result.mode], ["CUSTOM", null, "construct"]);
  assert.equal(result.data?.observations, 59);
  assert.match(result.data?.digest ?? "", /^sha256:[0-9a-f]{64}$/);
  assert.deepEqual(Object.keys(result.assets), ["A", "B", "C"]);
  assert.equal(result.benchmark?.id, "A");
  assert.deepEqual(result.assets.A.beta, 1);
  assert.equal(result.engine.seed, 7);
  assert.match(result.engine.core_digest, /^sha256:[0-9a-f]{64}$/);
  const [method] = result.methods;
  assert.deepEqual(method.weights, { A: 1 / 3, B: 1 / 3, C: 1 / 3 });
  assert.deepEqual([method.status, method.objective, method.certificate], ["computed", null, null]);
  const shares = Object.values(method.risk_contributions ?? {});
  // The sum of the three chosen shares differs from 1 only by rounding.
  assert(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-14);
});

Deno.test("curves compound the returns of the portfolio, and drawdowns are measured from the highest wealth so far", async () => {
  const { result } = await run(body({ methods: [{ method: "hold", key: "all in A" }], starting_portfolio: { A: 1 } }));
  const prices = series().A;
  const curve = result.curves?.methods["all in A"];
  assert.equal(result.curves?.dates[0], DATES[1]);
  const last = curve?.cumulative_return.at(-1) ?? NaN;
  // The tested product of 59 price ratios has a rounding error below 1e-13.
  assert(Math.abs(last - (prices[59] / prices[0] - 1)) < 1e-13);
  const lowest = Math.max(...prices.map((price, i) => 1 - price / Math.max(...prices.slice(0, i + 1))));
  assert(Math.abs(Math.max(...curve?.drawdown ?? []) - lowest) < 1e-13);
  assert.equal(result.mode, "rebalance");
});

Deno.test("a constraint report gives the value of a rule, whether it binds and its shadow price", async () => {
  const { result } = await run(body({
    methods: ["min_volatility"],
    constraints: { weight_bounds: { assets: { A: { max: 0.3 } } } },
  }));
  const [method] = result.methods;
  assert.equal(method.status, "optimal");
  assert.equal(method.certificate?.proven_optimal, true);
  const rule = method.constraint_report?.find((one) => one.rule === "A");
  assert.equal(rule?.family, "weight_bounds");
  assert.equal(rule?.binding, true);
  // The tolerance is 1e-9, because the optimiser promises that returned weights keep rules to that.
  assert(Math.abs((rule?.value ?? NaN) - 0.3) <= 1e-9);
  assert((rule?.shadow_price ?? 0) < 0);
});

Deno.test("a run under infeasible rules is refused with pointers into the constraints and the conflicting families", async () => {
  const request = body({
    methods: ["min_volatility"],
    constraints: { weight_bounds: { max: 0.2 }, linear: [{ name: "pair", coefficients: { A: 1, B: -1 }, max: 0.1 }] },
  });
  await assert.rejects(run(request), (error) => {
    assert(error instanceof DomainError);
    assert.equal(error.code, "constraints_infeasible");
    assert(error.faults.every(({ pointer }) => pointer.startsWith("/constraints")));
    assert(error.conflict?.rules.some(({ family }) => family === "weight_bounds"));
    assert(error.conflict?.rules.every(({ family }) => family !== "linear"));
    return true;
  });
});

Deno.test("an infeasible method fails neither the run nor the other methods", async () => {
  const { result, error } = await run(
    body({ methods: ["equal_weight", { method: "efficient_return", target_return: 90 }] }),
  );
  assert.deepEqual(result.methods.map(({ status }) => status), ["computed", "infeasible"]);
  assert.notEqual(result.methods[1].detail, null);
  assert.equal(error, null);
});

Deno.test("a method whose own rules conflict names them and a change that resolves it, and the other method answers", async () => {
  const own = { method: "min_cvar", key: "own", constraints: { min_return: 90 } };
  const { result, error, conflicts } = await run(body({ methods: ["min_volatility", own] }));
  assert.equal(error, null);
  assert.deepEqual(result.methods.map(({ status }) => status), ["optimal", "infeasible"]);
  assert.deepEqual(conflicts.map(({ keys }) => keys), [["own"]]);
  const { detail } = result.methods[1];
  assert.match(detail ?? "", /min_return \(Expected annual return of at least 90\) cannot be met together/);
  const told = Number(/min_return min from 90 to ([\d.]+)$/.exec(detail ?? "")?.[1]);
  const relaxed = { ...own, constraints: { min_return: told } };
  assert.equal((await run(body({ methods: [relaxed] }))).result.methods[0].status, "optimal");
});

Deno.test("an unreachable target return names the largest allowed one and the rule change that makes it reachable", async () => {
  const constraints = { weight_bounds: { max: 0.5 }, linear: [{ name: "idle", coefficients: { A: 1 }, max: 0.9 }] };
  const methods = [{ method: "efficient_return", target_return: 0.8 }];
  const year = { periods_per_year: 252 };
  const { error } = await run(body({ ...year, methods, constraints }));
  const told =
    error?.detail.match(/set target_return to at most (\S+), .*; or change one rule alone: (.*) to (\S+)$/) ?? [];
  assert.equal(told[2], "weight_bounds default max from 0.5", error?.detail);
  const [target_return, max] = [Number(told[1]), Number(told[3])];
  for (
    const request of [
      { methods: [{ ...methods[0], target_return }], constraints },
      { methods, constraints: { ...constraints, weight_bounds: { max } } },
    ]
  ) assert.equal((await run(body({ ...year, ...request }))).result.methods[0].status, "optimal");
});

Deno.test("a run whose methods fail by different conflicts names the methods and the reason of each conflict", async () => {
  const { result, error, conflicts } = await run(body({
    methods: [
      { method: "efficient_return", target_return: 90 },
      { method: "min_volatility", key: "earning", constraints: { min_return: 90 } },
      { method: "min_cvar", key: "earning too", constraints: { min_return: 90 } },
      { method: "min_cvar", key: "calm", constraints: { risk_limits: [{ measure: "volatility", max: 1e-3 }] } },
    ],
  }));
  assert.equal(error?.code, "constraints_infeasible");
  assert.deepEqual(error?.conflict?.rules.map(({ family }) => family), ["budget", "weight_bounds", "min_return"]);
  assert.deepEqual(conflicts.map(({ keys }) => keys), [["earning", "earning too"], ["calm"]]);
  assert.match(
    error?.detail ?? "",
    /^No method has an answer, and the conflict is between the rules of earning, earning too; /,
  );
  const details = result.methods.map(({ detail }) => detail ?? "");
  assert.equal(details[1], details[2]);
  assert.match(details[3], /risk_limits volatility \(.*\) cannot be met together; one change alone would do: /);
  const reasons = [`efficient_return: ${details[0]}`, `earning, earning too: ${details[1]}`, `calm: ${details[3]}`];
  assert.ok(error?.detail.endsWith(`; ${reasons.join("; ")}`), error?.detail);
});

Deno.test("a run whose own rules conflict reports one conflict for all methods", async () => {
  const { error, conflicts } = await run(body({
    methods: [{ method: "efficient_return", target_return: 0.01 }, "max_sharpe"],
    constraints: { min_return: 90 },
  }));
  assert.equal(error?.detail, "Cannot meet all the constraints together");
  assert.deepEqual(conflicts.map(({ keys }) => keys), [["efficient_return", "max_sharpe"]]);
});

Deno.test("a run fails with methods_failed when its only method fails", async () => {
  const { error } = await run(body({ methods: [{ method: "efficient_return", target_return: 90 }] }));
  assert.equal(error?.code, "methods_failed");
  assert.match(error?.detail ?? "", /efficient_return/);
});

Deno.test("moments suffice for min_volatility, and figures that need a history are null", async () => {
  const { result } = await run({
    moments: { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.04, 0.01], [0.01, 0.09]] },
    methods: ["min_volatility"],
  });
  assert.deepEqual([result.data?.source, result.data?.start_date, result.data?.observations], ["moments", null, 0]);
  assert.equal(result.curves, null);
  const { weights, metrics } = result.methods[0];
  // The exact weights of the two assets are 8/11 and 3/11; solutions are accurate to the certificate's 1e-9.
  assert(Math.abs((weights?.A ?? NaN) - 8 / 11) < 1e-8);
  assert.equal(metrics?.max_drawdown, null);
  assert.notEqual(metrics?.effective_number_of_assets, null);
});

Deno.test("too few common rows are reported as one fault, at the prices", async () => {
  const prices = { dates: DATES.slice(0, 4), series: { A: [1, 2, 3, 4], B: [null, null, 1, 3] } };
  await assert.rejects(run({ prices, methods: ["min_volatility"] }), (error) => {
    assert(error instanceof DomainError);
    assert.equal(error.code, "validation_failed");
    assert.deepEqual(error.faults.map(({ pointer }) => pointer), ["/prices"]);
    assert.match(
      error.faults[0].detail,
      /only 1 daily return is common .*"B" has the shortest history, 2 days from 2024-01-03 to 2024-01-04$/,
    );
    return true;
  });
});

Deno.test(fullTest("the same request gives the same bytes with one worker and with four", {
  heldBy: "a run with integer rules gives the same bytes when it is repeated after its worker was lost",
}, async () => {
  const request = body({
    methods: ["min_volatility", "max_sharpe", "equal_weight", "inverse_volatility"],
    efficient_frontier: { points: 5 },
  });
  const bytes = async (workers: number): Promise<string[]> => {
    const pool = new WorkerPool<Computations>({ workers });
    try {
      return await Promise.all([1, 2, 3, 4].map(async () => {
        const inputs = await prepareInputs(parseRequest(request), DEPENDENCIES, new AbortController().signal);
        return jsonText((await pool.run("optimization", inputs)).result);
      }));
    } finally {
      pool.close();
    }
  };
  const [first, ...rest] = [...await bytes(1), ...await bytes(4)];
  for (const other of rest) assert.equal(other, first);
}));

Deno.test("a run with integer rules gives the same bytes when it is repeated after its worker was lost", async () => {
  const names = Array.from({ length: problemCount(12, 9) }, (_, k) => `S${k}`);
  const prices = {
    dates: DATES,
    series: Object.fromEntries(names.map((name, k) => [
      name,
      DATES.map((_, i) => 100 * (1 + 0.0005 * i * (k % 5) + 0.02 * Math.sin(i * (1.1 + 0.37 * k)) * (1 + 0.1 * k))),
    ])),
  };
  const request = {
    prices,
    methods: ["min_mad", "min_volatility"],
    constraints: { cardinality: { max: 4 }, min_position: 0.1, weight_bounds: { max: 0.35 } },
  };
  const inputs = () => prepareInputs(parseRequest(request), DEPENDENCIES, new AbortController().signal);
  const pool = new WorkerPool<Computations>({ workers: 1, stopGraceMs: 0 });
  try {
    const abortion = new AbortController();
    const onProgress = ({ phase }: Progress): void => {
      if (phase === "min_mad") abortion.abort(new Error("lost"));
    };
    await assert.rejects(pool.run("optimization", await inputs(), { signal: abortion.signal, onProgress }));
    const again = (await pool.run("optimization", await inputs())).result;
    const [first] = again.methods;
    assert.equal(first.status, "optimal");
    assert.ok((first.certificate?.nodes ?? 0) > 1);
    const whole = await optimization.compute(await inputs(), { kernels: await loadKernels(null), progress: () => {} });
    assert.equal(jsonText(again), jsonText(whole.result));
  } finally {
    pool.close();
  }
});

Deno.test("a raised stop flag ends a run between its steps", async () => {
  const flag = new SharedArrayBuffer(4);
  const kernels = await loadKernels(flag);
  const inputs = await prepareInputs(
    parseRequest(body({ methods: ["equal_weight", "hold"], starting_portfolio: {} })),
    DEPENDENCIES,
    new AbortController().signal,
  );
  const phases: string[] = [];
  const progress = ({ phase }: { phase: string }): void => {
    phases.push(phase);
    if (phase === "equal_weight") new Int32Array(flag)[0] = 1;
  };
  try {
    await assert.rejects(optimization.compute(inputs, { kernels, progress }), { name: "Stopped" });
    assert.equal(shouldStop(), 1);
    assert.deepEqual(phases, ["rules", "estimates", "equal_weight"]);
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("the progress of a frontier grows with every point and stays below 1", async () => {
  const points = 20;
  const inputs = await prepareInputs(
    parseRequest(body({ methods: ["equal_weight"], efficient_frontier: { points } })),
    DEPENDENCIES,
    new AbortController().signal,
  );
  const told: Progress[] = [];
  const progress = (next: Progress): void => void told.push(next);
  await optimization.compute(inputs, { kernels: await loadKernels(null), progress });
  assert.equal(told.filter(({ phase }) => phase === "efficient_frontier").length, points);
  for (let k = 1; k < told.length; k++) assert.ok(told[k].fraction > told[k - 1].fraction, JSON.stringify(told[k]));
  assert.ok(told[told.length - 1].fraction < 1);
});

Deno.test("a run on prices in two currencies is the run on the prices converted by hand, and tells the conversion", async () => {
  const dates = ["2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"], rates = [80, 82, 81, 83];
  const [usd, inr] = [[10, 11, 10.5, 12], [500, 505, 498, 510]];
  const fields = { methods: ["min_volatility"], allocation: { capital: 10_000 } };
  const [{ result: sent }, { result: byHand }] = [
    await run({
      ...fields,
      prices: { dates, series: { "A USD": usd, "B INR": inr } },
      currencies: { "A USD": "USD" },
      base_currency: "INR",
      exchange_rates: { dates, series: { USD: rates } },
    }),
    await run({ ...fields, prices: { dates, series: { "A USD": usd.map((p, t) => p * rates[t]), "B INR": inr } } }),
  ];
  assert.deepEqual(sent.methods, byHand.methods);
  assert.deepEqual(sent.estimates, byHand.estimates);
  assert.equal(sent.data?.digest, byHand.data?.digest);
  const codes = (of: typeof sent) => of.data?.doubts.map(({ code }) => code) ?? [];
  assert.ok(codes(sent).includes("converted") && !codes(sent).includes("mixed_currencies"), `${codes(sent)}`);
  assert.ok(!codes(byHand).includes("converted") && codes(byHand).includes("mixed_currencies"), `${codes(byHand)}`);
});

Deno.test("a borrow fee is taken from the returns of metrics, curves and a walk-forward, each period's part of it", async () => {
  const constraints = {
    exposure: { short: true },
    weight_bounds: { assets: { B: { min: -0.5, max: -0.5 } } },
  };
  const prices = {
    dates: Array.from({ length: 40 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + 7 * t)).toISOString().slice(0, 10)),
    series: {
      A: Array.from({ length: 40 }, (_, t) => 100 + 3 * Math.sin(t)),
      B: Array.from({ length: 40 }, (_, t) => 50 + Math.cos(2 * t)),
    },
  };
  const answered = async (fees: Readonly<Record<string, unknown>>) => {
    const { result } = await run({
      prices,
      frequency: "weekly",
      methods: ["min_volatility"],
      constraints: { ...constraints, exposure: { ...constraints.exposure, ...fees } },
      rolling_backtest: { train_window: 20, rebalance_every: 5, drift: false },
    });
    return result;
  };
  const [free, charged] = [await answered({}), await answered({ borrow_fee: { B: 0.104 } })];
  const taken = 0.5 * 0.104;
  const annual = [free, charged].map(({ methods: [{ metrics }] }) => metrics?.annual_return ?? NaN);
  assert.ok(Math.abs(annual[0] - annual[1] - taken) <= 1e-12, `${annual}`);
  const first = [free, charged].map(({ curves }) => curves?.methods.min_volatility.cumulative_return[0] ?? NaN);
  assert.ok(Math.abs(first[0] - first[1] - taken / 52) <= 1e-12, `${first}`);
  const walked = [free, charged].map(({ rolling_backtest: section }) =>
    section?.methods[0].metrics.annual_return ?? NaN
  );
  assert.ok(Math.abs(walked[0] - walked[1] - taken) <= 1e-12, `${walked}`);
  const report = charged.methods[0].constraint_report?.find(({ rule }) => rule === "borrow_fee");
  assert.ok(Math.abs((report?.value ?? NaN) - taken) <= 1e-15);
});

Deno.test("a borrow fee is taken from the expected return of a run on moments", async () => {
  const moments = { assets: ["A", "B"], expected_returns: [0.002, 0.001], covariance: [[4e-4, 0], [0, 1e-4]] };
  const weight_bounds = { assets: { B: { min: -0.5, max: -0.5 } } };
  const { result } = await run({
    moments,
    methods: ["max_return"],
    constraints: { exposure: { short: true, borrow_fee: 0.1 }, weight_bounds },
  });
  const [{ metrics, objective }] = result.methods;
  const earned = 1.5 * 0.002 - 0.5 * 0.001 - 0.5 * 0.1 / 252;
  assert.ok(Math.abs((objective?.value ?? NaN) - earned) <= 1e-15);
  assert.ok(Math.abs((metrics?.annual_return ?? NaN) - 252 * earned) <= 1e-12);
});

Deno.test("a run answers both halves of a frontier where they are asked for, from the least return up, each point marked", async () => {
  const { result } = await run(body({ methods: ["max_return"], efficient_frontier: { points: 4, branch: "both" } }));
  const points = result.efficient_frontier?.points ?? [];
  assert.deepEqual(points.map(({ branch }) => branch), [...Array(3).fill("lower"), ...Array(4).fill("upper")]);
  for (let k = 1; k < points.length; k++) assert.ok(points[k].return > points[k - 1].return, `${k}`);
  assert.deepEqual(result.efficient_frontier?.minimum_risk, points[3]);
  assert.equal(result.efficient_frontier?.detail, null);
});

/**
 * Returns moments of 150 assets with unit variances. Only the first two are correlated, with a correlation of 1 plus
 * `above`, which makes the matrix invalid if `above` is positive.
 */
function momentsOf(above: number): { assets: string[]; expected_returns: number[]; covariance: number[][] } {
  const assets = Array.from({ length: 150 }, (_, i) => `A${i}`);
  const entry = (i: number, j: number) => i === j ? 1 : i + j === 1 ? 1 + above : 0;
  return {
    assets,
    expected_returns: assets.map((_, i) => i / 1000),
    covariance: assets.map((_, i) => assets.map((_, j) => entry(i, j))),
  };
}

Deno.test(
  testInTurn(
    "a given covariance with a negative eigenvalue is repaired and reported, so that the variance is not negative",
    async () => {
      const above = 7e-9;
      const moments = momentsOf(above);
      const { result } = await run({
        moments,
        methods: ["min_volatility"],
        constraints: {
          weight_bounds: { min: -1e4, max: 1e4 },
          exposure: { short: true },
          linear: [{ name: "far apart", coefficients: { A0: 1, A1: -1 }, min: 1.9e4 }],
        },
      });
      const { assets, matrix, repair } = result.estimates.covariance;
      assert.ok(repair !== null);
      // The rounding error of 150 eigenvalues of size 1 is about 1e-14.
      assert.ok(Math.abs(repair.smallest_eigenvalue + above) < 1e-13, `${repair.smallest_eigenvalue}`);
      assert.ok(repair.largest_change > 0 && repair.largest_change <= above, `${repair.largest_change}`);
      const [{ status, detail, weights }] = result.methods;
      const own = assets.map((asset) => weights?.[asset] ?? NaN);
      const variance = (of: readonly ArrayLike<number>[]) =>
        own.reduce((sum, weight, i) => sum + weight * own.reduce((inner, other, j) => inner + of[i][j] * other, 0), 0);
      // The tested covariance matrix has variance terms of size 1e8 with rounding errors of 1e-8 each, together up to a
      // hundredth of the portfolio's variance of 5e-5. A proof does not allow that much.
      assert.equal(status, "not_proven");
      assert.match(detail ?? "", /other weights may be better by 0\.\d+ % of the minimised objective/);
      assert.ok(variance(moments.covariance) < -1, `${variance(moments.covariance)}`);
      assert.ok(variance(matrix) >= 0, `${variance(matrix)}`);
    },
  ),
);

/** Covariance matrix of three assets whose correlations are 0.9, -0.9 and 0.9, which no returns have. */
const TORN = [[1, 1.8, -2.7], [1.8, 4, 5.4], [-2.7, 5.4, 9]];

for (
  const { kind, variance, correlation } of [
    // The smallest eigenvalue is -0.8 with the eigenvector (1, -1, 1)/√3, so that each entry changes by 0.8/3.
    { kind: "clip", variance: 1 + 0.8 / 3, correlation: 0.9 - 0.8 / 3 },
    { kind: "nearest", variance: 1, correlation: 0.5 },
  ]
) {
  Deno.test(`a covariance that is no covariance is repaired by ${kind} where that is asked for, and the result says so`, async () => {
    const assets = ["A", "B", "C"], expected_returns = [0.01, 0.02, 0.03];
    const beside = {
      moments: { assets, expected_returns, covariance: TORN, repair: kind },
      methods: ["min_volatility"],
    };
    const given = body({
      prices: {
        dates: ["2024-01-01", "2024-01-02", "2024-01-03"],
        series: { A: [1, 2, 1.5], B: [1, 1.1, 1.2], C: [3, 2, 4] },
      },
      covariance: { estimator: "given", assets, matrix: TORN, repair: kind },
      methods: ["min_volatility"],
    });
    for (const sent of [beside, given]) {
      const { result } = await run(sent);
      const { matrix, repair } = result.estimates.covariance;
      assert.equal(repair?.kind, kind);
      assert.ok(Math.abs((repair?.smallest_eigenvalue ?? 0) + 2.258609802466045) < 1e-12, JSON.stringify(repair));
      assert.ok(Math.abs(matrix[0][0] - variance) < 1e-12 && Math.abs(matrix[0][1] - 2 * correlation) < 1e-12);
      assert.equal(result.methods[0].status, "optimal");
    }
  });
}

Deno.test("a positive semidefinite covariance is used as given and reports no repair", async () => {
  const moments = momentsOf(0);
  const { result } = await run({ moments, methods: ["equal_weight"] });
  assert.equal(result.estimates.covariance.repair, null);
  assert.deepEqual(result.estimates.covariance.matrix.map((row) => Array.from(row)), moments.covariance);
});

Deno.test("with posterior_covariance the whole run uses S + M, which the same run answers with this matrix given", async () => {
  const views = [{ assets: { A: 1, B: -1 }, return: 0.02, confidence: 0.4 }];
  const by = (posterior_covariance: boolean) =>
    run(body({
      methods: ["min_volatility", { method: "max_quadratic_utility", risk_aversion: 4 }, {
        method: "nco",
        clusters: 2,
      }],
      expected_returns: {
        estimator: "black_litterman",
        market_weights: { A: 1, B: 2, C: 1 },
        views,
        tau: 0.5,
        posterior_covariance,
      },
      constraints: {},
      efficient_frontier: { points: 3 },
      rolling_backtest: { train_window: 40, rebalance_every: 10 },
    }));
  const [{ result: plain }, { result }] = [await by(false), await by(true)];
  const { assets, matrix } = result.estimates.covariance, values = result.estimates.expected_returns;
  assert.deepEqual(values, plain.estimates.expected_returns);
  // Confidence 0.4 removes 0.4 of the uncertainty of the view's portfolio: its variance grows by 0.5 (1 - 0.4).
  const spread = (of: readonly ArrayLike<number>[]) => of[0][0] - 2 * of[0][1] + of[1][1];
  assert.ok(Math.abs(spread(matrix) / spread(plain.estimates.covariance.matrix) - 1.3) < 1e-12);
  const { result: given } = await run(body({
    methods: ["min_volatility", { method: "max_quadratic_utility", risk_aversion: 4 }, { method: "nco", clusters: 2 }],
    expected_returns: { estimator: "given", values },
    covariance: { estimator: "given", assets, matrix: matrix.map((entries) => Array.from(entries)) },
    constraints: {},
    efficient_frontier: { points: 3 },
  }));
  assert.deepEqual(result.methods, given.methods);
  assert.deepEqual(result.efficient_frontier, given.efficient_frontier);
  assert.notDeepEqual(result.methods[0].weights, plain.methods[0].weights);
  const held = ({ rolling_backtest }: typeof result) => rolling_backtest?.methods[0].rebalances[0].weights;
  assert.ok(held(result));
  assert.notDeepEqual(held(result), held(plain));
});

Deno.test("capital below one lot of every listed asset stays in cash, and each method says what the cheapest lot costs", async () => {
  const stocks = ["EXLOTUS", "EXBANYAN"].map((ticker) => ({ ticker, exchange: "NSE" }));
  const { signal } = new AbortController();
  const sent = { stocks, methods: ["min_volatility", "equal_weight"], allocation: { capital: 1 } };
  const request = await readRequest(sent, { ...DEPENDENCIES, riskFreeRates: RISK_FREE_RATES }, { signal });
  const inputs = await prepareInputs(request, DEPENDENCIES, signal);
  const { result } = await optimization.compute(inputs, { kernels: await loadKernels(null), progress: () => {} });
  for (const { status, detail, weights, allocation } of result.methods) {
    assert.match(status, /^(optimal|computed)$/);
    assert.match(
      detail ?? "",
      /^Cannot buy anything for 1: give at least \d+(\.\d+)?, the price of the cheapest lot, of "NSE:EX[A-Z]+"$/,
    );
    assert.notEqual(weights, null);
    assert.deepEqual([allocation?.invested, allocation?.cash], [0, 1]);
    assert.deepEqual(Object.values(allocation?.shares ?? {}), [0, 0]);
  }
});

Deno.test("the weights of each method are bought in whole lots at the caller's last prices", async () => {
  const { result } = await run(body({
    methods: ["min_volatility", "equal_weight"],
    allocation: { capital: 5_000, lots: { B: 3, C: 0.5 } },
  }));
  const own = series(),
    last = Object.fromEntries(["A", "B", "C"].map((name) => [name, own[name][own[name].length - 1]]));
  for (const { key, weights, allocation } of result.methods) {
    assert.ok(allocation !== null && weights !== null, key);
    const { shares, invested, cash, gap, currency } = allocation;
    assert.deepEqual([shares.A % 1, shares.B % 3, shares.C % 0.5, gap, currency], [0, 0, 0, 0, null]);
    const spent = ["A", "B", "C"].reduce((sum, name) => sum + shares[name] * last[name], 0);
    assert.ok(Math.abs(spent - invested) < 1e-9 && Math.abs(5_000 - spent - cash) < 1e-9 && cash >= 0, key);
    for (const name of ["A", "B", "C"]) {
      assert.ok(Math.abs(allocation.weights[name] * 5_000 - shares[name] * last[name]) < 1e-9, name);
      assert.ok(Math.abs(allocation.weights[name] - weights[name]) < 0.07, `${name}: ${allocation.weights[name]}`);
    }
  }
});
