import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { type ReturnHistory, type Strategy, type TrainWindow, walkForward } from "./walk_forward.ts";
import type { WalkForwardPlan } from "./walk_forward_plan.ts";

const NONE = NaN;
const PLAN: WalkForwardPlan = {
  ...{ trainWindow: 2, rebalanceEvery: 2, expanding: false, drift: true },
  ...{ costBps: 60, slippageBps: 40 },
};
/** Returns of A, of NEW, which has none before row 3, and of OLD, which has none after it. */
const ROWS = [
  [0.1, NONE, 0.2],
  [0, NONE, 0.1],
  [0.1, NONE, -0.1],
  [0.2, 0.1, 0.3],
  [-0.1, 0.2, NONE],
  [0, 0.1, NONE],
  [0.1, -0.2, NONE],
  [0.3, 0.1, NONE],
];

function history(rows: readonly (readonly number[])[] = ROWS): ReturnHistory {
  return {
    dates: rows.map((_, t) => `2024-01-0${t + 1}`),
    returns: matrix(rows.length, rows[0].length, Float64Array.from(rows.flat())),
    benchmark: null,
    factors: null,
    hasGaps: true,
  };
}

/** A strategy that holds the assets that take part in equal weights, and keeps the windows that it was given. */
function equally(windows: TrainWindow[] = []): Strategy {
  return {
    key: "equally",
    rebalance(window) {
      windows.push(window);
      const weights = new Float64Array(3), { members = [] } = window;
      members.forEach((asset) => weights[asset] = 1 / members.length);
      return { status: "computed", detail: null, weights: members.length === 0 ? null : weights };
    },
    measure: () => ({}),
  };
}

const CONTEXT = { starting: null, onRebalance: () => {} };

Deno.test("an asset takes part from the first rebalance at which it has a whole train window, until its series ends", () => {
  const windows: TrainWindow[] = [];
  const [{ rebalances }] = walkForward(history(), [equally(windows)], PLAN, CONTEXT);
  assert.deepEqual(rebalances.map(({ members }) => members), [[0, 2], [0, 2], [0, 1]]);
  assert.deepEqual(rebalances.map(({ sold }) => sold), [[], [{ asset: 2, row: 4 }], []]);
  assert.deepEqual(windows.map(({ returns: { columns, data } }) => [columns, ...data]), [
    [2, 0.1, 0.2, 0, 0.1],
    [2, 0.1, -0.1, 0.2, 0.3],
    [2, -0.1, 0.2, 0, 0.1],
  ]);
});

Deno.test("a holding whose series ends is sold at its last price, at the cost of a trade, and stays cash", () => {
  const [{ returns }] = walkForward(history(), [equally()], PLAN, CONTEXT);
  // Weights before the second rebalance: 0.5 in A and OLD, grown by 1.1 x 1.2 and by 0.9 x 1.3.
  const [a, old] = [0.5 * 1.1 * 1.2, 0.5 * 0.9 * 1.3];
  const second = Math.abs(0.5 - a / (a + old)) + Math.abs(0.5 - old / (a + old));
  // Before the third: half of it cash, the rest A after a fall of 10 %.
  const left = 0.45 / 0.95, third = Math.abs(0.5 - left) + 0.5;
  const expected = [
    -0.01,
    0.55 * 0.2 + 0.45 * 0.3,
    0.5 * -0.1 - 0.01 * second - 0.01 * 0.5,
    0,
    0.5 * 0.1 - 0.5 * 0.2 - 0.01 * third,
    (0.55 * 0.3 + 0.4 * 0.1) / 0.95,
  ];
  expected.forEach((value, t) =>
    assert.ok(Math.abs(returns[t] - value) < 1e-15, `${returns[t]}, not ${value}, at ${t}`)
  );
});

Deno.test("without drift an asset whose series ended is not bought back before the next rebalance", () => {
  const [{ returns }] = walkForward(
    history(),
    [equally()],
    { ...PLAN, costBps: 0, slippageBps: 0, drift: false },
    CONTEXT,
  );
  [0, 0.25, -0.05, 0, -0.05, 0.2].forEach((value, t) => assert.ok(Math.abs(returns[t] - value) < 1e-15));
});

Deno.test("a rebalance at which no asset has a whole train window leaves the portfolio in cash", () => {
  const late = [[NONE, NONE, NONE], [NONE, NONE, NONE], ...ROWS.slice(0, 6)];
  const [{ returns, rebalances }] = walkForward(history(late), [equally()], PLAN, CONTEXT);
  assert.deepEqual([rebalances[0].members, rebalances[0].isChosen], [[], false]);
  assert.deepEqual(Array.from(returns.slice(0, 2)), [0, 0]);
  assert.deepEqual(rebalances[1].members, [0, 2]);
});
