import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { DomainError } from "../../domain/errors.ts";
import { type Matrix, matrix, row } from "../../domain/matrix.ts";
import type { StartingHoldings } from "./drifting_portfolio.ts";
import { equityOf } from "./equity.ts";
import { type ReturnHistory, type Strategy, type StrategyState, walkForward } from "./walk_forward.ts";
import type { WalkForwardPlan } from "./walk_forward_plan.ts";

const PLAN: WalkForwardPlan = {
  trainWindow: 5,
  rebalanceEvery: 4,
  expanding: false,
  drift: true,
  costBps: 20,
  slippageBps: 5,
};

/** Tolerance of the backtest tests, for a dozen roundings of numbers near 1 per period, over a few dozen periods. */
const ROUNDING = 1e-12;

Deno.test("the weights after each rebalance, chosen or drifted, are measured on its training window", () => {
  const measured: { readonly known: readonly string[]; readonly weights: Float64Array }[] = [];
  const strategy: Strategy = {
    ...onlyAt(2, [0.5]),
    measure({ dates: known }, weights) {
      measured.push({ known, weights });
      return { held: measured.length };
    },
  };
  const [{ rebalances }] = walkForward(ONE_ASSET, [strategy], { ...PLAN, trainWindow: 2, rebalanceEvery: 2 }, quiet());
  assert.deepEqual(rebalances.map(({ isChosen }) => isChosen), [true, false, false]);
  assert.deepEqual(rebalances.map(({ measures }) => measures.held), [1, 2, 3]);
  assert.deepEqual(
    measured,
    rebalances.map(({ row: end, weights }) => ({
      known: ONE_ASSET.dates.slice(end - 2, end),
      weights,
    })),
  );
});

Deno.test("the equity of a backtest is that of a ledger of units bought and sold at prices", () => {
  fc.assert(fc.property(histories(), plans(), startings(), (history, plan, start) => {
    const starting = start && { weights: start.slice(0, history.returns.columns), outside: 0 };
    const [walked] = walkForward(history, [seesaw()], plan, quiet(starting));
    const equity = equityOf(walked.returns, 1_000);
    const weightsOf = new Map(walked.rebalances.map(({ row, weights }) => [row, weights]));
    ledger(history.returns, { plan, start: starting?.weights ?? null, weightsOf }).forEach((money, at) => {
      assert(Math.abs(equity[at] / (1_000 * money) - 1) < ROUNDING, `${equity[at]} against ${money} at ${at}`);
    });
  }));
});

/**
 * Test helper. Computes the expected wealth of a backtest from prices and units. It shares no code with the backtest
 * itself.
 */
function ledger(
  returns: Matrix,
  { plan, start, weightsOf }: {
    plan: WalkForwardPlan;
    start: Float64Array | null;
    weightsOf: ReadonlyMap<number, Float64Array>;
  },
): number[] {
  const { rows, columns, data } = returns;
  const prices = new Array<number>(columns).fill(100);
  let units = prices.map((price, i) => (start?.[i] ?? 0) / price);
  let cash = 1 - (start?.reduce((sum, weight) => sum + weight, 0) ?? 0);
  const money: number[] = [];
  let total = 1;
  for (let t = plan.trainWindow; t < rows; t++) {
    const target = weightsOf.get(t);
    let fee = 0;
    if (target !== undefined) {
      const before = plan.drift || t === plan.trainWindow
        ? units.map((count, i) => count * prices[i] / total)
        : Array.from(weightsOf.get(t - plan.rebalanceEvery) ?? []);
      fee = before.reduce((sum, weight, i) => sum + Math.abs(target[i] - weight), 0) *
        (plan.costBps + plan.slippageBps) / 10_000 * total;
    }
    const holdTo = target ?? (plan.drift ? undefined : weightsOf.get(t - (t - plan.trainWindow) % plan.rebalanceEvery));
    if (holdTo !== undefined) {
      units = Array.from(holdTo, (weight, i) => weight * total / prices[i]);
      cash = total * (1 - holdTo.reduce((sum, weight) => sum + weight, 0));
    }
    for (let i = 0; i < columns; i++) prices[i] *= 1 + data[t * columns + i];
    const worth = units.reduce((sum, count, i) => sum + count * prices[i], cash);
    // The trading fee is deducted at the end of the day, from all holdings in proportion.
    const share = (worth - fee) / worth;
    units = units.map((count) => count * share);
    cash *= share;
    total = worth - fee;
    money.push(total);
  }
  return money;
}

Deno.test("a training window has exactly the rows before its rebalance, and all strategies share it", () => {
  fc.assert(fc.property(histories(), plans(), (history, plan) => {
    const seen: ReturnHistory[] = [], beside: ReturnHistory[] = [];
    const strategies = [seen, beside].map((windows, i): Strategy => ({
      key: `${i}`,
      measure: unmeasured,
      rebalance(window) {
        windows.push(window);
        return answer(new Float64Array(window.returns.columns));
      },
    }));
    const [walked] = walkForward(history, strategies, plan, quiet());
    walked.rebalances.forEach(({ row: end }, k) => {
      const start = plan.expanding ? 0 : end - plan.trainWindow;
      const { dates, returns, benchmark, factors } = seen[k];
      assert.equal(end, plan.trainWindow + k * plan.rebalanceEvery);
      assert.deepEqual(dates, history.dates.slice(start, end));
      assert.deepEqual([returns.rows, returns.columns], [end - start, history.returns.columns]);
      assert(factors !== null && history.factors !== null);
      for (let t = start; t < end; t++) {
        assert.deepEqual(row(returns, t - start), row(history.returns, t));
        assert.deepEqual(row(factors, t - start), row(history.factors, t));
      }
      assert.deepEqual(benchmark, history.benchmark?.slice(start, end));
      assert.equal(returns.data.buffer.byteLength, 8 * returns.data.length);
      assert.equal(benchmark?.buffer.byteLength, 8 * (end - start));
      assert.equal(factors.data.buffer.byteLength, 8 * factors.data.length);
      assert.equal(seen[k], beside[k]);
    });
  }));
});

Deno.test("later rows of assets, benchmark and factors change no earlier weight or portfolio return", () => {
  fc.assert(fc.property(histories(), plans(), fc.nat(), fc.nat(), (history, plan, place, seed) => {
    const { rows, columns, data } = history.returns;
    const cut = plan.trainWindow + place % (rows - plan.trainWindow);
    const changed = (values: Float64Array, width: number): Float64Array =>
      values.map((value, at) => at < cut * width ? value : 0.05 * Math.sin(at + seed));
    const later = {
      ...history,
      returns: matrix(rows, columns, changed(data, columns)),
      benchmark: history.benchmark && changed(history.benchmark, 1),
      factors: history.factors && matrix(rows, 2, changed(history.factors.data, 2)),
    };
    const [before] = walkForward(history, [seesaw()], plan, quiet());
    const [after] = walkForward(later, [seesaw()], plan, quiet());
    const early = <Item extends { row: number }>(items: readonly Item[]): Item[] =>
      items.filter((one) => one.row <= cut);
    assert.deepEqual(early(after.rebalances), early(before.rebalances));
    const known = cut - plan.trainWindow;
    assert.deepEqual(after.returns.slice(0, known), before.returns.slice(0, known));
  }));
});

Deno.test("the first purchase is charged and counts as a turnover of 0.5", () => {
  const [walked] = walkForward(ONE_ASSET, [constant([1])], { ...PLAN, trainWindow: 1 }, quiet());
  const { turnover, cost } = walked.rebalances[0];
  assert.deepEqual([turnover, cost], [0.5, 0.0025]);
  assert.equal(walked.returns[0], ONE_ASSET.returns.data[1] - 0.0025);
});

Deno.test("the first rebalance trades from the starting holdings and sells those outside the assets", () => {
  const starting = { weights: Float64Array.of(0.6), outside: 0.3 };
  const [walked] = walkForward(ONE_ASSET, [constant([1])], { ...PLAN, trainWindow: 1 }, quiet(starting));
  // At the rebalance 0.4 of wealth is bought and 0.3 sold. The tolerance covers two roundings of numbers below 1.
  assert(Math.abs(walked.rebalances[0].turnover - 0.35) < 1e-15);
  assert(Math.abs(walked.rebalances[0].cost - 0.7 * 0.0025) < 1e-15);
});

Deno.test("a strategy gets its drifted weights and its weights of the last rebalance, and at first null from cash", () => {
  const states: StrategyState[] = [];
  const strategy: Strategy = {
    key: "one",
    measure: unmeasured,
    rebalance(_, state) {
      states.push(state);
      return answer(Float64Array.of(0.5));
    },
  };
  walkForward(ONE_ASSET, [strategy], { ...PLAN, trainWindow: 1, rebalanceEvery: 1 }, quiet());
  assert.deepEqual(states[0], { holdings: null, warmStart: null });
  const [, earned] = ONE_ASSET.returns.data;
  assert.deepEqual(states[1].warmStart, Float64Array.of(0.5));
  const drifted = states[1].holdings?.weights[0] ?? NaN;
  assert(Math.abs(drifted - 0.5 * (1 + earned) / (1 + 0.5 * earned)) < 1e-15);
});

Deno.test("without drift each day has the weights of the last rebalance, and the next one trades from them", () => {
  const [walked] = walkForward(ONE_ASSET, [constant([0.5])], { ...PLAN, trainWindow: 1, drift: false }, quiet());
  assert.deepEqual(walked.rebalances.map(({ turnover }) => turnover), [0.25, 0]);
  assert.deepEqual(walked.returns.slice(1), ONE_ASSET.returns.data.slice(2).map((value) => 0.5 * value));
});

Deno.test("a rebalance without a solution keeps the drifted weights at no cost, and says why", () => {
  const plan = { ...PLAN, trainWindow: 1, rebalanceEvery: 2 };
  const [walked] = walkForward(ONE_ASSET, [onlyAt(1, [0.5])], plan, quiet());
  const [, second] = walked.rebalances;
  const { status, detail, turnover, cost, isChosen } = second;
  assert.deepEqual([status, turnover, cost, isChosen], ["infeasible", 0, 0, false]);
  assert.equal(detail, "No weights meet all the rules; the portfolio keeps its holdings");
  const grown = 0.5 * (1 + ONE_ASSET.returns.data[1]) * (1 + ONE_ASSET.returns.data[2]);
  assert(Math.abs(second.weights[0] - grown / (grown + 0.5)) < 1e-15);
});

Deno.test("without a solution at the first rebalance the portfolio stays in cash, or in its starting holdings", () => {
  const plan = { ...PLAN, trainWindow: 1, rebalanceEvery: 2 };
  const [fromCash] = walkForward(ONE_ASSET, [onlyAt(3, [1])], plan, quiet());
  assert.deepEqual(fromCash.returns.slice(0, 2), new Float64Array(2));
  assert.equal(fromCash.rebalances[0].detail, "No weights meet all the rules; the portfolio stays in cash");
  assert.equal(fromCash.rebalances[1].turnover, 0.5);

  const starting = { weights: Float64Array.of(0.4), outside: 0.5 };
  const [held] = walkForward(ONE_ASSET, [onlyAt(3, [0.4])], plan, quiet(starting));
  assert.equal(held.returns[0], 0.4 * ONE_ASSET.returns.data[1]);
  const growth = (1 + held.returns[0]) * (1 + held.returns[1]);
  const drifted = 0.4 * (1 + ONE_ASSET.returns.data[1]) * (1 + ONE_ASSET.returns.data[2]) / growth;
  const sold = 0.5 / growth;
  assert(Math.abs(held.rebalances[1].turnover - (Math.abs(0.4 - drifted) + sold) / 2) < 1e-15);
});

Deno.test("a portfolio that loses everything stays at 0, and its later rebalances fail", () => {
  const returns = matrix(6, 1, Float64Array.of(0, 0.1, 0.6, 0.1, 0.1, 0.1));
  const history = { dates: dates(6), returns, benchmark: null, factors: null };
  const [walked] = walkForward(
    history,
    [constant([-2])],
    { ...PLAN, trainWindow: 1, costBps: 0, slippageBps: 0 },
    quiet(),
  );
  assert.deepEqual([...walked.returns], [-0.2, -1, 0, 0, 0]);
  assert.deepEqual([...equityOf(walked.returns, 10)], [8, 0, 0, 0, 0]);
  const { status, detail, weights } = walked.rebalances[1];
  assert.deepEqual([status, detail, [...weights]], ["failed", "Nothing is left to invest", [0]]);
});

Deno.test("a training window as long as the history is refused, and one row less leaves one return", () => {
  const plan = { ...PLAN, trainWindow: 7 };
  assert.throws(
    () => walkForward(ONE_ASSET, [constant([1])], plan, quiet()),
    (error) => error instanceof DomainError && error.code === "insufficient_history",
  );
  const [walked] = walkForward(ONE_ASSET, [constant([1])], { ...plan, trainWindow: 6 }, quiet());
  assert.equal(walked.returns.length, 1);
});

Deno.test("each rebalance of each strategy is told before it, and an error thrown there ends the backtest", () => {
  const told: string[] = [];
  const stop = new Error("enough");
  let solved = 0;
  const counting: Strategy = { ...constant([1]), rebalance: () => (solved++, answer(Float64Array.of(1))) };
  const plan = { ...PLAN, trainWindow: 1, rebalanceEvery: 2 };
  const walk = (): unknown =>
    walkForward(ONE_ASSET, [counting, { ...counting, key: "other" }], plan, {
      starting: null,
      onRebalance(key) {
        told.push(key);
        if (told.length === 4) throw stop;
      },
    });
  assert.throws(walk, (error) => error === stop);
  assert.deepEqual(told, ["constant", "other", "constant", "other"]);
  assert.equal(solved, 3);
});

const ONE_ASSET: ReturnHistory = {
  dates: dates(7),
  returns: matrix(7, 1, Float64Array.of(0.5, 0.01, -0.02, 0.03, 0.1, -0.1, 0.2)),
  benchmark: null,
  factors: null,
};

/** Test helper. Returns a strategy whose weights depend on every number of the window and on the holdings. */
function seesaw(): Strategy {
  return {
    key: "seesaw",
    measure: unmeasured,
    rebalance({ returns: { rows, columns, data }, benchmark, factors }, { holdings }) {
      const raw = new Float64Array(columns).fill(1);
      data.forEach((value, at) => raw[at % columns] += value * (1 + at % 7));
      factors?.data.forEach((value, at) => raw[at % columns] += value * (1 + at % 5));
      for (let i = 0; i < columns; i++) {
        raw[i] = Math.abs(raw[i] + (benchmark?.[i % rows] ?? 0) + (holdings?.weights[i] ?? 0));
      }
      const sum = raw.reduce((total, value) => total + value, 0);
      return answer(raw.map((value) => 0.9 * value / sum));
    },
  };
}

function unmeasured(): Record<string, never> {
  return {};
}

function constant(weights: readonly number[]): Strategy {
  return { key: "constant", rebalance: () => answer(Float64Array.from(weights)), measure: unmeasured };
}

/** Test helper. Returns a strategy that finds weights only for the training window whose last row is `end - 1`. */
function onlyAt(end: number, weights: readonly number[]): Strategy {
  return {
    key: "sometimes",
    measure: unmeasured,
    rebalance: ({ dates: known }) =>
      known.at(-1) === ONE_ASSET.dates[end - 1]
        ? answer(Float64Array.from(weights))
        : { status: "infeasible", detail: "No weights meet all the rules", weights: null },
  };
}

function answer(weights: Float64Array): ReturnType<Strategy["rebalance"]> {
  return { status: "computed", detail: null, weights };
}

function quiet(starting: StartingHoldings | null = null): Parameters<typeof walkForward>[3] {
  return { starting, onRebalance: () => {} };
}

function dates(count: number): string[] {
  return Array.from({ length: count }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10));
}

function histories(): fc.Arbitrary<ReturnHistory> {
  return fc.record({ rows: fc.integer({ min: 8, max: 40 }), columns: fc.integer({ min: 1, max: 4 }) }).chain(
    ({ rows, columns }) => {
      const returnOf = fc.double({ min: -0.1, max: 0.1, noNaN: true });
      const series = (length: number) => fc.array(returnOf, { minLength: length, maxLength: length });
      const drawing = { returns: series(rows * columns), benchmark: series(rows), factors: series(2 * rows) };
      return fc.record(drawing).map((drawn) => ({
        dates: dates(rows),
        returns: matrix(rows, columns, Float64Array.from(drawn.returns)),
        benchmark: Float64Array.from(drawn.benchmark),
        factors: matrix(rows, 2, Float64Array.from(drawn.factors)),
      }));
    },
  );
}

function plans(): fc.Arbitrary<WalkForwardPlan> {
  return fc.record({
    trainWindow: fc.integer({ min: 1, max: 7 }),
    rebalanceEvery: fc.integer({ min: 1, max: 9 }),
    expanding: fc.boolean(),
    drift: fc.boolean(),
    costBps: fc.integer({ min: 0, max: 100 }),
    slippageBps: fc.integer({ min: 0, max: 100 }),
  });
}

/** Test helper. Generates starting weights of four assets that leave some cash, or null for cash alone. */
function startings(): fc.Arbitrary<Float64Array | null> {
  const weight = fc.double({ min: 0, max: 0.25, noNaN: true });
  return fc.option(fc.array(weight, { minLength: 4, maxLength: 4 }).map((weights) => Float64Array.from(weights)));
}
