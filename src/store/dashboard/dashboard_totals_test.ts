import assert from "node:assert/strict";
import { DashboardTotals } from "./dashboard_totals.ts";
import type { CountedJob } from "./job_row.ts";
import { insightId, type InsightKind, insightOfId } from "../../domain/insight_kind.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { MethodFigures, RunFigures } from "../../domain/run_figures.ts";

const NOW = Date.UTC(2026, 4, 20, 12);
const NO_METRICS: MethodFigures["metrics"] = {
  sharpe_ratio: null,
  sortino_ratio: null,
  calmar_ratio: null,
  annual_return: null,
  annual_volatility: null,
  max_drawdown: null,
  conditional_value_at_risk: null,
};

Deno.test("the dashboard's median Sharpe ratio of a method takes the best value of each run, and ties go to the earlier run", () => {
  const totals = new DashboardTotals();
  for (const [number, ratios] of [[0.5], [0.1, 0.5], [0.3], [null]].entries()) {
    totals.set(idOf(9 - number), runOf({ methods: ratios.map((sharpe_ratio) => methodOf({ sharpe_ratio })) }));
  }
  const [method] = totals.dashboard(NOW).methods;
  assert.deepEqual(method, { method: "min_volatility", runs: 4, medianSharpeRatio: 0.5, bestRunId: idOf(8) });
  totals.set(idOf(9), GONE, runOf({ methods: [methodOf({ sharpe_ratio: 0.5 })] }).figures);
  assert.equal(totals.dashboard(NOW).methods[0].medianSharpeRatio, 0.4);
});

Deno.test("the dashboard's best values are the largest ratios and returns, and the smallest risks", () => {
  const totals = new DashboardTotals();
  const values = { sharpe_ratio: 1, annual_return: 2, annual_volatility: 3, max_drawdown: 4 };
  for (const times of [2, 3, 1]) {
    const metrics = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, times * value]));
    totals.set(idOf(times), runOf({ methods: [methodOf(metrics)] }));
  }
  const { best } = totals.dashboard(NOW);
  assert.deepEqual(best.sharpe_ratio, { runId: idOf(3), method: "min_volatility", value: 3 });
  assert.deepEqual(best.annual_return?.value, 6);
  assert.deepEqual([best.annual_volatility?.value, best.max_drawdown?.value, best.calmar_ratio], [3, 4, null]);
});

Deno.test("the dashboard shows the 50 most held assets with their mean weights, exact also after runs were deleted", () => {
  const totals = new DashboardTotals();
  const runs = Array.from({ length: 60 }, (_, number) =>
    runOf({
      methods: [methodOf({}), methodOf({})],
      assets: [["COMMON", 0.1 + 0.3, 2], [`ASSET${String(number).padStart(2, "0")}`, 1.6, 1], ["UNHELD", 0, 0]],
    }));
  for (const [number, run] of runs.entries()) totals.set(idOf(number), run);
  for (const [number, run] of runs.entries()) if (number > 0) totals.set(idOf(number), GONE, run.figures);
  assert.deepEqual(totals.dashboard(NOW).assets, [
    { asset: "ASSET00", runs: 1, meanWeight: 0.8 },
    { asset: "COMMON", runs: 1, meanWeight: 0.2 },
  ]);
  for (const [number, run] of runs.entries()) totals.set(idOf(number), run);
  const { assets } = totals.dashboard(NOW);
  assert.deepEqual([assets.length, assets[0]], [50, { asset: "COMMON", runs: 60, meanWeight: 0.2 }]);
});

Deno.test("the dashboard counts runs by the UTC day on which they were accepted, over 30 days", () => {
  const totals = new DashboardTotals();
  for (const [number, daysAgo] of [0, 0, 29, 30].entries()) {
    totals.set(idOf(number), runOf({}, { createdAt: NOW - daysAgo * DAY_MS }));
  }
  const { runs: { lastDays, total } } = totals.dashboard(NOW);
  assert.deepEqual([total, lastDays.length], [4, 30]);
  assert.deepEqual([lastDays[0], lastDays[29]], [{ date: "2026-04-21", runs: 1 }, { date: "2026-05-20", runs: 2 }]);
});

Deno.test("each kind of dashboard insight appears beyond its threshold, and not at the threshold itself", () => {
  const five = ["A", "B", "C", "D", "E"].map((asset) => [asset, 0.2, 1] as const);
  const method = (weight: number, effectiveAssets: number): MethodFigures => ({
    ...methodOf({}),
    largest: { asset: "A", weight },
    effectiveAssets,
  });
  const cases: readonly (readonly [InsightKind | null, Partial<RunFigures>])[] = [
    [null, { assets: five, methods: [method(0.4, 3)] }],
    ["concentration", { assets: five, methods: [method(0.41, 3)] }],
    ["concentration", { assets: five, methods: [method(0.4, 2.9)] }],
    [null, { assets: five, methods: [{ ...method(1, 1), isFormula: true }] }],
    [null, { assets: five.slice(1), methods: [method(1, 1)] }],
    [null, { lastDay: "2026-04-20" }],
    ["stale_data", { lastDay: "2026-04-19" }],
    [null, { walkForward: walked(0.5, 0.5) }],
    ["beaten_by_equal_weight", { walkForward: walked(0.5, 0.4) }],
    [null, { walkForward: walked(null, 0.4) }],
  ];
  for (const [kind, figures] of cases) {
    const totals = new DashboardTotals();
    totals.set(idOf(1), runOf(figures));
    const found = totals.insights(NOW).map((insight) => insight.kind);
    assert.deepEqual(found, kind === null ? [] : [kind], JSON.stringify(figures));
    if (kind !== null) assert.ok(totals.hasInsight({ kind, runId: idOf(1) }, NOW));
  }
});

Deno.test("a run without starting portfolio is flagged if it holds 80 % of the assets of the latest run before it with one", () => {
  const held = (...assets: readonly string[]) => ({ assets: assets.map((asset) => [asset, 0.2, 1] as const) });
  const totals = new DashboardTotals();
  for (const number of [1, 2]) totals.set(idOf(number), runOf(held("A", "B", "C", "D", "E"), { mode: "rebalance" }));
  totals.set(idOf(3), runOf(held("A", "B", "C", "D", "X", "Y")));
  totals.set(idOf(4), runOf(held("A", "B", "C")));
  totals.set(idOf(0), runOf(held("A", "B", "C", "D", "E")));
  const found = totals.insights(NOW);
  assert.deepEqual(found.map(({ runId, against }) => [runId, against]), [[idOf(3), idOf(2)]]);
  totals.set(idOf(2), GONE, runOf(held("A", "B", "C", "D", "E")).figures);
  assert.deepEqual(totals.insights(NOW).map(({ against }) => against), [idOf(1)]);
});

Deno.test("the dashboard shows the 50 newest insights, and the next one in the place of a dismissed one", () => {
  const totals = new DashboardTotals();
  const run = (number: number, dismissed: readonly InsightKind[] = []): CountedJob => ({
    ...runOf({ walkForward: walked(0.5, 0.4) }, { finishedAt: NOW - 1_000 * (100 - number) }),
    dismissed,
  });
  for (let number = 0; number < 60; number++) totals.set(idOf(number), run(number));
  const runIds = (): readonly string[] => totals.insights(NOW).map(({ runId }) => runId);
  assert.deepEqual(runIds(), Array.from({ length: 50 }, (_, i) => idOf(59 - i)));
  totals.set(idOf(59), run(59, ["beaten_by_equal_weight"]));
  assert.deepEqual(runIds(), Array.from({ length: 50 }, (_, i) => idOf(58 - i)));
});

Deno.test("dashboard totals are the same after packing and unpacking, without assets that no run holds", () => {
  const totals = new DashboardTotals();
  totals.set(idOf(1), runOf({ assets: [["A", 1, 1]] }));
  totals.set(idOf(2), runOf({ assets: [["GONE", 1, 1]] }));
  totals.set("mc_1", { ...GONE, bytes: 7 });
  totals.set(idOf(2), GONE, runOf({ assets: [["GONE", 1, 1]] }).figures);
  const packed = totals.packed();
  assert.deepEqual([packed.assets, packed.assetSets], [["A"], [[0]]]);
  const again = DashboardTotals.unpacked(packed);
  assert.deepEqual(again.dashboard(NOW), totals.dashboard(NOW));
  assert.deepEqual(again.packed(), packed);
  assert.equal(again.set(idOf(1), GONE, null), false, "its figures are needed to take it out");
});

Deno.test("packed dashboard totals have the layout that earlier versions stored", () => {
  const totals = new DashboardTotals();
  const methods = [{ sharpe_ratio: 0.5, annual_return: 0.1, annual_volatility: 0.2 }, { sharpe_ratio: 0.7 }];
  const figures = { methods: methods.map(methodOf), assets: [["A", 1, 2]], lastDay: "2026-05-01" } as const;
  totals.set(idOf(1), { ...runOf(figures), dismissed: ["stale_data"] });
  totals.set(idOf(2), { ...runOf({}, { status: "failed" }), figures: null });
  totals.set("mc_1", { ...GONE, bytes: 7 });
  const { ids, words, held, numbers } = totals.packed();
  assert.deepEqual([ids, words], [["mc_1", idOf(1), idOf(2)], [
    "succeeded",
    "IN",
    "construct",
    "min_volatility",
    "failed",
  ]]);
  assert.deepEqual(held, [["A", 1, 2, "1000000000000"]]);
  const day = Math.floor(NOW / DAY_MS);
  const best = [0.7, 3, NaN, NaN, NaN, NaN, 0.1, 3, 0.2, 3, NaN, NaN, NaN, NaN];
  const run = [10, day, 0, 1, 2, NOW, Date.UTC(2026, 4, 1), 0, 2, 0, ...best, 3, 0.7];
  assert.deepEqual([...numbers], [1, 7, run.length, ...run, 5, 10, day, 4, 1, 2]);
});

Deno.test("the id of an insight gives its kind and run, and any other id gives null", () => {
  for (const kind of ["concentration", "unused_starting_portfolio"] as const) {
    assert.deepEqual(insightOfId(insightId(kind, idOf(7))), { kind, runId: idOf(7) });
  }
  for (const id of ["", "ins_", idOf(7), `ins_Z${idOf(7).slice(5)}`, `ins_${idOf(7)}`]) {
    assert.equal(insightOfId(id), null);
  }
});

const GONE: CountedJob = { bytes: 0, run: null, figures: null, dismissed: [] };

function idOf(number: number): string {
  return `run_01K00000000000000000000${String(number).padStart(3, "0")}`;
}

function runOf(figures: Partial<RunFigures>, run: Partial<NonNullable<CountedJob["run"]>> = {}): CountedJob {
  const defaults = { status: "succeeded", market: "IN", mode: "construct", createdAt: NOW, finishedAt: NOW } as const;
  return {
    bytes: 10,
    run: { ...defaults, ...run },
    figures: { methods: [], assets: [], lastDay: null, walkForward: [], ...figures },
    dismissed: [],
  };
}

function methodOf(metrics: Partial<MethodFigures["metrics"]>): MethodFigures {
  return {
    method: "min_volatility",
    key: "min_volatility",
    isFormula: false,
    metrics: { ...NO_METRICS, ...metrics },
    largest: { asset: "A", weight: 0.2 },
    effectiveAssets: 5,
  };
}

function walked(equalWeight: number | null, other: number | null): RunFigures["walkForward"] {
  return [
    { method: "equal_weight", key: "equal_weight", sharpeRatio: equalWeight },
    { method: "hrp", key: "hrp", sharpeRatio: other },
  ];
}
