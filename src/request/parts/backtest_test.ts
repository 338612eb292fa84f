import assert from "node:assert/strict";
import { assetId } from "../../domain/asset.ts";
import {
  type BacktestedRun,
  backtestPart,
  type BacktestRequest,
  MOST_REBALANCES,
  MOST_WEIGHT_CHARACTERS,
  readBacktest,
  whyNotBacktested,
} from "./backtest.ts";
import { FaultList } from "../../faults/fault_list.ts";

const RUN: BacktestedRun = {
  assets: [assetId("A"), assetId("B")],
  frequency: "daily",
  methods: [
    { method: "min_volatility", key: "min_volatility", parameters: {}, constraints: null },
    { method: "min_cvar", key: "tail", parameters: { confidence: 0.9 }, constraints: { weight_bounds: { max: 0.6 } } },
  ],
  constraints: {},
  expected_returns: { estimator: "historical_mean" },
  benchmark: { kind: "index", id: "NIFTY50" },
  hasHistory: true,
  hasStartingPortfolio: false,
};

function read(fields: unknown, run: BacktestedRun = RUN): BacktestRequest {
  const faults = new FaultList();
  const request = readBacktest(fields, run, faults);
  assert.ok(request, JSON.stringify(faults.told));
  return request;
}

function pointers(fields: unknown, run: BacktestedRun = RUN): readonly string[] {
  const faults = new FaultList();
  assert.equal(readBacktest(fields, run, faults.within("/rolling_backtest")), null);
  return faults.told.map(({ pointer }) => pointer);
}

Deno.test("a backtest without settings has the methods and benchmark of its run and training windows of a year", () => {
  const windows = { daily: [252, 21], weekly: [52, 4], monthly: [12, 1] } as const;
  for (const frequency of ["daily", "weekly", "monthly"] as const) {
    const [train_window, rebalance_every] = windows[frequency];
    assert.deepEqual(read({}, { ...RUN, frequency }), {
      train_window,
      rebalance_every,
      expanding: false,
      drift: true,
      cost_bps: 0,
      slippage_bps: 0,
      initial_capital: 1,
      methods: RUN.methods,
      benchmark: RUN.benchmark,
    });
  }
});

Deno.test("a method of a backtest is one of the run, named by its key, or a new one", () => {
  const { methods } = read({ methods: ["tail", "equal_weight", { method: "min_cvar", confidence: 0.8 }] });
  assert.deepEqual(methods[0], RUN.methods[1]);
  assert.deepEqual(methods.at(-1), {
    method: "min_cvar",
    key: "min_cvar",
    parameters: { confidence: 0.8 },
    constraints: null,
  });
});

Deno.test("the config of a backtest is read back into the same backtest", () => {
  const bodies = [
    {},
    { name: "Five years", train_window: 30, rebalance_every: 5, expanding: true, drift: false, initial_capital: 100 },
    { cost_bps: 12.5, slippage_bps: 3, methods: ["tail", "equal_weight"], benchmark: null },
    { benchmark: "A" },
    { start_date: "2020-01-01", end_date: "2020-12-31" },
    { benchmark: { weights: { A: 0.5, B: 0.5 } } },
  ];
  const runs: readonly BacktestedRun[] = [
    RUN,
    { ...RUN, benchmark: null },
    { ...RUN, benchmark: { kind: "prices", prices: new Float64Array() } },
    { ...RUN, benchmark: { kind: "listed", asset: assetId("US:SPY") } },
  ];
  for (const body of bodies) {
    for (const run of runs) {
      const request = read(body, run);
      const config = JSON.parse(JSON.stringify(backtestPart.config(request)));
      assert.deepEqual(read(config, run), request);
      assert.deepEqual(backtestPart.config(read(config, run)), backtestPart.config(request));
    }
  }
});

Deno.test("an invalid field of a backtest is refused at its pointer below that of the backtest", () => {
  const cases: readonly [unknown, readonly string[], Partial<BacktestedRun>?][] = [
    [{ methods: ["nothing"] }, ["/methods/0"]],
    [{ methods: ["tail", "tail"] }, ["/methods/1/key"]],
    [{ methods: ["nothing", { method: "herc", clusters: 9 }] }, ["/methods/0", "/methods/1/clusters"]],
    [{ methods: [{ method: "hold" }] }, ["/methods/0"]],
    [{ methods: [{ method: "min_volatility", constraints: { weight_bounds: { assets: { C: { max: 1 } } } } }] }, [
      "/methods/0/constraints/weight_bounds/assets/C",
    ]],
    [{ methods: ["equal_weight"] }, ["/methods/0"], { constraints: { weight_bounds: { max: 0.7 } } }],
    [{ benchmark: "C" }, ["/benchmark"]],
    [{ benchmark: "NIFTY50" }, ["/benchmark"], { benchmark: null }],
    [{ benchmark: { weights: {} } }, ["/benchmark/weights"]],
    [{ benchmark: { weights: { C: 1 } } }, ["/benchmark/weights/C"]],
    [{ benchmark: { prices: [1, 2] } }, ["/benchmark/weights", "/benchmark/prices"]],
    [{ train_window: 1 }, ["/train_window"]],
    [{ start_date: "2020-02-30", end_date: 2020 }, ["/start_date", "/end_date"]],
    [{ start_date: "2020-02-02", end_date: "2020-02-01" }, ["/start_date"]],
    [{ rebalance_every: 1.5, cost_bps: "5" }, ["/rebalance_every", "/cost_bps"]],
    [{ initial_capital: 0 }, ["/initial_capital"]],
    [{}, [""], { hasHistory: false }],
  ];
  for (const [fields, expected, run] of cases) {
    const found = pointers(fields, { ...RUN, ...run });
    assert.deepEqual(
      found.map((pointer) => pointer.replace("/rolling_backtest", "")),
      expected,
      JSON.stringify(fields),
    );
  }
});

Deno.test("a training window leaves at least one row, and the product of rebalances and methods is limited", () => {
  const walk = (trainWindow: number, rebalanceEvery = 1): BacktestRequest => ({
    ...read({}),
    train_window: trainWindow,
    rebalance_every: rebalanceEvery,
  });
  const refused = (backtest: BacktestRequest, observations: number): string | undefined =>
    whyNotBacktested(backtest, { observations, assets: RUN.assets })?.field;
  assert.equal(refused(walk(99), 100), undefined);
  assert.equal(refused(walk(100), 100), "train_window");
  const rows = 100 + MOST_REBALANCES / 2;
  assert.equal(refused(walk(100), rows), undefined);
  assert.equal(refused(walk(100), rows + 1), "rebalance_every");
  assert.equal(refused(walk(100, 2), rows + 1), undefined);
});

Deno.test("a backtest whose weights exceed the largest text is refused with the number of rebalances that it may have", () => {
  const assets = Array.from({ length: 2_000 }, (_, k) => assetId(`"${String(k).padStart(99, "x")}`));
  const { methods: [method] } = RUN;
  const walk = (rebalanceEvery: number): BacktestRequest => ({
    ...read({}),
    train_window: 2,
    rebalance_every: rebalanceEvery,
    methods: [method],
  });
  const why = (rebalanceEvery: number) => whyNotBacktested(walk(rebalanceEvery), { observations: 2_500, assets });
  const most = Number(why(1)?.detail.match(/at most (\d+) of 2000 assets/)?.[1]);
  assert.equal(why(1)?.field, "rebalance_every");
  const every = Math.ceil(2_498 / most);
  assert.equal(why(every), null);
  const weights = Object.fromEntries(assets.map((asset) => [asset, -1.2345678901234567e-100]));
  const characters = JSON.stringify(weights).length * most;
  assert.ok(characters <= MOST_WEIGHT_CHARACTERS && characters > 0.8 * MOST_WEIGHT_CHARACTERS, String(characters));
  const many = Array.from({ length: 471 }, (_, k) => assetId(`NSE:EXMANGO${k}`));
  assert.equal(whyNotBacktested(walk(1), { observations: MOST_REBALANCES + 2, assets: many }), null);
});
