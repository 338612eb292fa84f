import assert from "node:assert/strict";
import { alignHistory } from "../../src/computations/align_history.ts";
import { alignRun } from "../../src/computations/align_run.ts";
import { backtest } from "../../src/computations/backtest.ts";
import type { BacktestSection } from "../../src/documents/backtest_section.ts";
import { backtestSection } from "../../src/documents/backtest_section.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { parseRequest } from "../../src/request/run_request.ts";
import { randomNumbers } from "../support/sample_problem.ts";

const kernels = await loadKernels(null);
type Fields = Readonly<Record<string, unknown>>;
type Series = Readonly<Record<string, readonly (number | null)[]>>;

const ROWS = 60, WINDOW = 10;
/** Weekdays from Monday 2024-01-01 on. */
const DATES = Array.from({ length: 2 * ROWS }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
  .filter((day) => day.getUTCDay() % 6 !== 0).slice(0, ROWS).map((day) => day.toISOString().slice(0, 10));
const next = randomNumbers(5);
/** Returns of A; of NEW from row 25 on; of OLD up to row 41. */
const SERIES: Series = Object.fromEntries(["A", "NEW", "OLD"].map((name) =>
  [
    name,
    DATES.map((_, t) => {
      const value = 0.04 * (next() - 0.49);
      return (name === "NEW" && t < 25) || (name === "OLD" && t > 41) ? null : value;
    }),
  ] as const
));
const PLAN = { train_window: WINDOW, rebalance_every: 10 };

function body(fields: Fields = {}, series: Series = SERIES): Fields {
  return {
    returns: { dates: DATES, series },
    methods: ["equal_weight", "min_volatility"],
    history: "available",
    rolling_backtest: PLAN,
    ...fields,
  };
}

async function walk(fields: Fields = {}, series: Series = SERIES): Promise<BacktestSection> {
  const { history: own, ...request } = parseRequest(body(fields, series));
  const history = alignRun({ ...request, history: own }, null), { rolling_backtest: plan } = request;
  assert.ok(history && plan);
  const inputs = { request, history, backtest: plan, digests: { core: "", solver: "" } };
  return (await backtest.compute(inputs, { kernels, progress: () => {} })).section;
}

function faultsOf(fields: Fields): readonly string[] {
  try {
    const { history, ...request } = parseRequest(body(fields));
    if (history !== null) alignHistory(request, history, null);
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === "validation_failed", String(error));
    return error.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  }
  return [];
}

function rebalancesOf({ methods }: BacktestSection, key: string): BacktestSection["methods"][number]["rebalances"] {
  const found = methods.find((method) => method.key === key);
  assert.ok(found);
  return found.rebalances;
}

/** The weights of least variance of two assets, none below 0, from their returns in some rows, by plain sums. */
function leastVariance(a: string, b: string, from: number): readonly [number, number] {
  const columns = [a, b].map((name) => SERIES[name].slice(from, from + WINDOW).map(Number));
  const means = columns.map((values) => values.reduce((sum, value) => sum + value, 0) / WINDOW);
  const shared = (i: number, j: number) =>
    columns[i].reduce((sum, value, t) => sum + (value - means[i]) * (columns[j][t] - means[j]), 0);
  const share = (shared(1, 1) - shared(0, 1)) / (shared(0, 0) + shared(1, 1) - 2 * shared(0, 1));
  const within = Math.min(1, Math.max(0, share));
  return [within, 1 - within];
}

Deno.test("each rebalance of a backtest says which assets took part, and which were sold when their series ended", async () => {
  const section = await walk();
  const rebalances = rebalancesOf(section, "equal_weight");
  assert.deepEqual(section.dates, DATES.slice(WINDOW));
  assert.deepEqual(rebalances.map(({ date, assets, sold }) => [date, assets, sold]), [
    [DATES[10], ["A", "OLD"], []],
    [DATES[20], ["A", "OLD"], []],
    [DATES[30], ["A", "OLD"], []],
    [DATES[40], ["A", "NEW", "OLD"], [{ asset: "OLD", date: DATES[42] }]],
    [DATES[50], ["A", "NEW"], []],
  ]);
  assert.deepEqual(rebalances.map(({ weights }) => Object.values(weights)), [
    [0.5, 0, 0.5],
    [0.5, 0, 0.5],
    [0.5, 0, 0.5],
    [1 / 3, 1 / 3, 1 / 3],
    [0.5, 0.5, 0],
  ]);
  assert.deepEqual(backtestSection.read(backtestSection.write(section)), section);
});

Deno.test("a method chooses among the assets that take part, from their returns in the train window alone", async () => {
  const rebalances = rebalancesOf(await walk(), "min_volatility");
  ([[0, "OLD", 0], [2, "OLD", 20], [4, "NEW", 40]] as const).forEach(([place, other, from]) => {
    const { weights, status } = rebalances[place], [a, b] = leastVariance("A", other, from);
    assert.equal(status, "optimal");
    assert.ok(Math.abs(weights.A - a) < 1e-7 && Math.abs(weights[other] - b) < 1e-7, JSON.stringify([weights, a, b]));
  });
});

Deno.test("later returns, and the end of a series, change no earlier weights", async () => {
  const before = rebalancesOf(await walk(), "min_volatility");
  const later: Series = { ...SERIES, OLD: SERIES.OLD.map((value, t) => t < 35 ? value : null) };
  const after = rebalancesOf(await walk({}, later), "min_volatility");
  assert.deepEqual(after.slice(0, 3).map(({ weights }) => weights), before.slice(0, 3).map(({ weights }) => weights));
  assert.deepEqual(after[2].sold, [{ asset: "OLD", date: DATES[35] }]);
});

Deno.test("a method that needs more assets than take part fails the rebalance with a sentence", async () => {
  const NEW = SERIES.NEW.map((value, t) => t < 35 ? null : value);
  const rebalances = rebalancesOf(await walk({}, { A: SERIES.A, NEW }), "min_volatility");
  assert.deepEqual(rebalances.map(({ assets }) => assets), [["A"], ["A"], ["A"], ["A"], ["A", "NEW"]]);
  assert.equal(
    rebalances[0].detail,
    "The method needs 2 assets, and 1 asset can take part; the portfolio stays in cash",
  );
});

Deno.test("a backtest on common days tells no assets, and has the days of all", async () => {
  const section = await walk({ history: "common", rolling_backtest: { train_window: 5, rebalance_every: 4 } });
  const [{ assets, sold }] = rebalancesOf(section, "equal_weight");
  assert.deepEqual([assets, sold, section.dates], [undefined, undefined, DATES.slice(30, 42)]);
});

Deno.test("methods that read the returns of all assets take part in a backtest, for each window is whole", async () => {
  const section = await walk({ rolling_backtest: { ...PLAN, methods: ["min_cvar", "hrp"] } });
  for (const key of ["min_cvar", "hrp"]) {
    assert.ok(rebalancesOf(section, key).every(({ status }) => ["optimal", "computed"].includes(status)), key);
  }
});

Deno.test("rules that name an asset hold from the rebalance on at which it takes part", async () => {
  const constraints = {
    weight_bounds: { assets: { NEW: { min: 0.4 } } },
    linear: [{
      name: "new",
      coefficients: { NEW: 1, A: 0 },
      max: 0.45,
    }],
  };
  const rebalances = rebalancesOf(
    await walk({ methods: [{ method: "min_volatility", constraints }] }),
    "min_volatility",
  );
  assert.deepEqual(rebalances.map(({ status }) => status), Array(5).fill("optimal"));
  assert.deepEqual(rebalances.map(({ weights: { NEW } }) => NEW >= 0.4 - 1e-9 && NEW <= 0.45 + 1e-9), [
    ...[false, false, false, true, true],
  ]);
});

Deno.test("a view on an asset that does not take part fails the rebalance with a sentence", async () => {
  const views = [{ assets: { NEW: 1 }, return: 0.1, confidence: 0.5 }];
  const expected_returns = { estimator: "black_litterman", market_weights: { A: 1, NEW: 1, OLD: 1 }, views };
  const rebalances = rebalancesOf(await walk({ methods: ["max_sharpe"], expected_returns }), "max_sharpe");
  assert.match(String(rebalances[0].detail), /"NEW".*; the portfolio stays in cash$/);
  assert.equal(rebalances[4].status, "optimal");
});

Deno.test("an expanding window, and a benchmark without a return on a day of the backtest, are refused by name", () => {
  assert.deepEqual(faultsOf({ rolling_backtest: { ...PLAN, expanding: true } }), [
    '/rolling_backtest/expanding: Cannot expand the train window of a run with history "available": its assets come ' +
    'and go; leave "expanding" out, or send history "common"',
  ]);
  assert.deepEqual(faultsOf({ benchmark: "NEW" }), [
    `/rolling_backtest/benchmark: Cannot compare with the benchmark "NEW": it has no return on ${
      DATES[10]
    }, a day of ` +
    "the backtest; choose another benchmark, or null",
  ]);
  assert.deepEqual(faultsOf({ benchmark: "A" }), []);
});

Deno.test("the train window may be longer than the common history, and is refused beyond the days that there are", () => {
  assert.deepEqual(faultsOf({ rolling_backtest: { train_window: 30 } }), []);
  assert.deepEqual(faultsOf({ rolling_backtest: { train_window: 60 } }), [
    "/rolling_backtest/train_window: Cannot train on 60 returns: the history has 60, and one after them is needed",
  ]);
});
