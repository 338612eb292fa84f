import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { loadKernels } from "./mod.ts";
import type { PathBlock } from "./path_block.ts";
import type { PathModel } from "./path_model.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchStopFlag } from "./stop_flag.ts";

const { measures, simulation } = await loadKernels(null);

/** Standard errors at a fixed seed: chance exceeds them once in two million. */
const ERRORS = 5;

const NORMAL: PathModel = { kind: "portfolio_normal", mean: 0.001, deviation: 0.02, degreesOfFreedom: null };

function blockOf(changes: Partial<PathBlock> & { steps?: number } = {}): PathBlock {
  const { steps = 4, ...rest } = changes;
  return {
    seed: 7,
    firstPath: 0,
    paths: 20,
    initialValue: 100,
    flows: new Float64Array(steps),
    withdrawals: null,
    fanSteps: Int32Array.from({ length: steps }, (_, t) => t + 1),
    brackets: null,
    ...rest,
  };
}

function certain(mean: number): PathModel {
  return { kind: "portfolio_normal", mean, deviation: 0, degreesOfFreedom: null };
}

Deno.test("simulated wealth grows by each return and moves by each cash flow", () => {
  const found = simulation.simulate(certain(0.1), blockOf({ paths: 1, steps: 3, flows: Float64Array.of(10, -20, 5) }));
  const expected = [100 * 1.1 + 10, (100 * 1.1 + 10) * 1.1 - 20, ((100 * 1.1 + 10) * 1.1 - 20) * 1.1 + 5];
  found.fanValues.forEach((value, step) => assert.ok(Math.abs(value / expected[step] - 1) < 1e-14));
  assert.equal(found.terminal[0], found.fanValues[2]);
  assert.ok(Math.abs(found.growth[0] - 1.1 ** 3) < 1e-14);
});

Deno.test("a path that withdraws everything is ruined and stays at 0, whatever is paid in later", () => {
  const found = simulation.simulate(certain(0), blockOf({ paths: 1, flows: Float64Array.of(50, -150, 80, 80) }));
  assert.deepEqual(Array.from(found.fanValues), [150, 0, 0, 0]);
  assert.equal(found.ruined, 1);
  assert.equal(found.growth[0], 1);
});

Deno.test("the sum withdrawn from a path counts the last withdrawal up to the wealth left, and none after ruin", () => {
  const withdrawals = Float64Array.of(30, 200, 40, 40), paidIn = [50, 50, 80, 80];
  const flows = withdrawals.map((withdrawal, t) => paidIn[t] - withdrawal);
  const found = simulation.simulate(certain(0.1), blockOf({ paths: 9, flows, withdrawals }));
  // 110 + 50 - 30 = 130, of which 143 and 50 paid in are left to take.
  assert.ok(Math.abs((found.withdrawn?.[8] ?? NaN) - (30 + 193)) < 1e-12, `${found.withdrawn?.[8]}`);
  const kept = simulation.simulate(certain(0.1), blockOf({ paths: 9, flows, withdrawals: null }));
  assert.equal(kept.withdrawn, null);
  assert.deepEqual(kept.terminal, found.terminal);
  const rich = simulation.simulate(certain(0.1), blockOf({ paths: 3, initialValue: 1000, flows, withdrawals }));
  assert.deepEqual(Array.from(rich.withdrawn ?? []), [310, 310, 310]);
  const lost = simulation.simulate(certain(-1), blockOf({ paths: 1, flows, withdrawals }));
  assert.deepEqual(Array.from(lost.withdrawn ?? []), [0]);
});

Deno.test("a return of -100 % or less ruins a path, even with a contribution in the same step", () => {
  const found = simulation.simulate(certain(-1.5), blockOf({ paths: 1, flows: new Float64Array(4).fill(10) }));
  assert.deepEqual(Array.from(found.fanValues), [0, 0, 0, 0]);
  assert.deepEqual([found.ruined, found.growth[0], found.maxDrawdown[0]], [1, 0, 1]);
});

Deno.test("the maximum drawdown of a path is that of a unit without cash flows", () => {
  const returns = Float64Array.of(0.5, -0.2, -0.25, 0.1);
  const model: PathModel = { kind: "portfolio_rows", returns, draw: { kind: "blocks", length: 4 } };
  const found = simulation.simulate(model, blockOf({ paths: 64, flows: new Float64Array(4).fill(1000) }));
  for (let path = 0; path < 64; path++) {
    const start = returns.findIndex((r) => Math.abs((100 * (1 + r) + 1000) - found.fanValues[path]) < 1e-9);
    let [index, peak, most] = [1, 1, 0];
    for (let t = 0; t < 4; t++) {
      index *= 1 + returns[(start + t) % 4];
      peak = Math.max(peak, index);
      most = Math.max(most, 1 - index / peak);
    }
    assert.ok(Math.abs(found.maxDrawdown[path] - most) < 1e-14);
  }
});

Deno.test("simulated wealth is capped at 1e150, so that its moments are finite", () => {
  const found = simulation.simulate(certain(1e100), blockOf({ paths: 1 }));
  assert.deepEqual([found.terminal[0], found.growth[0]], [1e150, 1e150]);
});

const RETURNS = matrix(
  5,
  3,
  Float64Array.of(0.01, 0.02, -0.01, 0, -0.02, 0.03, 0.005, 0, 0.01, -0.03, 0.01, 0, 0.02, -0.01, -0.02),
);
const THREE = { weights: Float64Array.of(0.5, 0.3, 0.1), rebalance: 3 };
const FACTOR = matrix(3, 3, Float64Array.of(0.01, 0, 0, 0.004, 0.012, 0, -0.002, 0.003, 0.009));
const MODELS: Readonly<Record<string, PathModel>> = {
  normal: NORMAL,
  "Student t": { ...NORMAL, degreesOfFreedom: 4 },
  rows: { kind: "portfolio_rows", returns: Float64Array.of(0.01, -0.02, 0.03), draw: { kind: "each" } },
  "blocks of rows": {
    kind: "portfolio_rows",
    returns: Float64Array.of(0.01, -0.02, 0.03),
    draw: { kind: "geometric", meanLength: 2 },
  },
  "normal assets": {
    kind: "asset_normal",
    ...THREE,
    means: Float64Array.of(0.001, 0, 0.002),
    factor: FACTOR,
    degreesOfFreedom: null,
  },
  "Student t assets": {
    kind: "asset_normal",
    ...THREE,
    means: Float64Array.of(0.001, 0, 0.002),
    factor: FACTOR,
    degreesOfFreedom: 5,
  },
  "rows of assets": { kind: "asset_rows", ...THREE, returns: RETURNS, draw: { kind: "blocks", length: 2 } },
  "filtered rows": {
    kind: "filtered",
    ...THREE,
    means: Float64Array.of(0.001, 0, 0.002),
    residuals: matrix(2, 3, Float64Array.of(1, -1, 1, -1, 1, -1)),
    omega: new Float64Array(3).fill(1e-5),
    alpha: new Float64Array(3).fill(0.1),
    beta: new Float64Array(3).fill(0.8),
    firstVariance: Float64Array.of(1e-4, 2e-4, 4e-4),
  },
};

for (const [name, model] of Object.entries(MODELS)) {
  Deno.test(`a path of ${name} is the same in whichever block it is simulated`, () => {
    const whole = simulation.simulate(model, blockOf({ paths: 300, steps: 130 }));
    const [from, count] = [37, 91];
    const part = simulation.simulate(model, blockOf({ firstPath: from, paths: count, steps: 130 }));
    assert.deepEqual(part.terminal, whole.terminal.slice(from, from + count));
    assert.deepEqual(part.maxDrawdown, whole.maxDrawdown.slice(from, from + count));
    assert.deepEqual(part.fanValues.slice(-count), whole.fanValues.slice(-300).slice(from, from + count));
    assert.notDeepEqual(whole.terminal[0], whole.terminal[1]);
  });
}

Deno.test("portfolios that are never, always or sometimes rebalanced grow as computed by hand", () => {
  const factor = matrix(2, 0);
  const model: PathModel = {
    kind: "asset_normal",
    weights: Float64Array.of(0.5, 0.3),
    rebalance: 0,
    means: Float64Array.of(0.1, -0.2),
    factor,
    degreesOfFreedom: null,
  };
  const never = simulation.simulate(model, blockOf({ paths: 1 })).growth[0];
  assert.ok(Math.abs(never - (0.5 * 1.1 ** 4 + 0.3 * 0.8 ** 4 + 0.2)) < 1e-14);
  const every = simulation.simulate({ ...model, rebalance: 1 }, blockOf({ paths: 1 })).growth[0];
  assert.ok(Math.abs(every - (1 + 0.05 - 0.06) ** 4) < 1e-14);
  const second = simulation.simulate({ ...model, rebalance: 2 }, blockOf({ paths: 1 })).growth[0];
  assert.ok(Math.abs(second - (0.5 * 1.1 ** 2 + 0.3 * 0.8 ** 2 + 0.2) ** 2) < 1e-14);
});

Deno.test("an asset loses at most its whole value, and after a rebalance at most that again", () => {
  const weights = Float64Array.of(0.5, 0.5);
  const means = Float64Array.of(-3, 0);
  const certainly = { weights, means, rebalance: 0 };
  const none = new Float64Array(2);
  const models: Extract<PathModel, { weights: Float64Array }>[] = [
    { kind: "asset_normal", ...certainly, factor: matrix(2, 0), degreesOfFreedom: null },
    { kind: "asset_rows", ...certainly, returns: matrix(1, 2, means), draw: { kind: "each" } },
    {
      kind: "filtered",
      ...certainly,
      residuals: matrix(1, 2),
      omega: none,
      alpha: none,
      beta: none,
      firstVariance: none,
    },
  ];
  for (const model of models) {
    const never = simulation.simulate(model, blockOf({ paths: 1 }));
    assert.deepEqual([never.growth[0], never.maxDrawdown[0], never.ruined], [0.5, 0.5, 0], model.kind);
    const second = simulation.simulate({ ...model, rebalance: 2 }, blockOf({ paths: 1 }));
    assert.equal(second.growth[0], 0.25, model.kind);
  }
});

Deno.test("simulated figures are finite even where holdings or variances overflow", () => {
  const weights = Float64Array.of(2, -1);
  const means = Float64Array.of(1e100, 1e100);
  const model: PathModel = {
    kind: "asset_normal",
    weights,
    means,
    rebalance: 0,
    factor: matrix(2, 0),
    degreesOfFreedom: null,
  };
  const one = new Float64Array(2).fill(1);
  const explosive: PathModel = {
    kind: "filtered",
    weights,
    means: new Float64Array(2),
    rebalance: 0,
    residuals: matrix(3, 2, Float64Array.of(1e3, 0, -1e3, 1, 0, 1e3)),
    omega: one,
    alpha: one,
    beta: one,
    firstVariance: one,
  };
  for (const wild of [model, explosive]) {
    const { terminal, growth, maxDrawdown } = simulation.simulate(wild, blockOf({ paths: 64, steps: 300 }));
    for (const values of [terminal, growth, maxDrawdown]) assert.ok(values.every(Number.isFinite), wild.kind);
  }
});

Deno.test("the variance of the filtered model follows its recursion", () => {
  const model: PathModel = {
    kind: "filtered",
    weights: Float64Array.of(1),
    rebalance: 0,
    means: Float64Array.of(0.01),
    residuals: matrix(1, 1, Float64Array.of(2)),
    omega: Float64Array.of(1e-5),
    alpha: Float64Array.of(0.1),
    beta: Float64Array.of(0.7),
    firstVariance: Float64Array.of(4e-4),
  };
  let [value, variance] = [1, 4e-4];
  for (let t = 0; t < 4; t++) {
    const e = 2 * Math.sqrt(variance);
    value *= 1.01 + e;
    variance = 1e-5 + 0.1 * e * e + 0.7 * variance;
  }
  const found = simulation.simulate(model, blockOf({ paths: 1 })).growth[0];
  assert.ok(Math.abs(found / value - 1) < 1e-14);
});

Deno.test("simulated normal and Student t assets have the mean and the variance asked for", () => {
  const paths = 200_000;
  const covariance = FACTOR.data.slice(0, 9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      covariance[i * 3 + j] = [0, 1, 2].reduce((sum, k) => sum + FACTOR.data[i * 3 + k] * FACTOR.data[j * 3 + k], 0);
    }
  }
  for (const degreesOfFreedom of [null, 8]) {
    const weights = Float64Array.of(0.5, 0.3, 0.1);
    const means = Float64Array.of(0.001, 0, 0.002);
    const model: PathModel = { kind: "asset_normal", weights, rebalance: 1, means, factor: FACTOR, degreesOfFreedom };
    const { growth } = simulation.simulate(model, blockOf({ paths, steps: 1 }));
    const returns = growth.map((value) => value - 1);
    const variance = weights.reduce(
      (sum, a, i) => sum + weights.reduce((inner, b, j) => inner + a * b * covariance[i * 3 + j], 0),
      0,
    );
    const kurtosis = degreesOfFreedom === null ? 3 : 3 + 6 / (degreesOfFreedom - 4);
    const mean = returns.reduce((sum, r) => sum + r, 0) / paths;
    const square = returns.reduce((sum, r) => sum + (r - 0.0007) ** 2, 0) / paths;
    assertWithin(mean, 0.0007, variance / paths);
    assertWithin(square, variance, (kurtosis - 1) * variance ** 2 / paths);
  }
});

Deno.test("bootstraps draw rows equally often, and blocks go on to the next row", () => {
  const paths = 50_000;
  const returns = Float64Array.from({ length: 7 }, (_, row) => row / 100);
  const rowsOf = (draw: Extract<PathModel, { kind: "portfolio_rows" }>["draw"]): Int32Array[] => {
    const { fanValues } = simulation.simulate({ kind: "portfolio_rows", returns, draw }, blockOf({ paths, steps: 6 }));
    const wealth = (t: number, path: number): number => t === 0 ? 100 : fanValues[(t - 1) * paths + path];
    return Array.from(
      { length: 6 },
      (_, t) =>
        Int32Array.from({ length: paths }, (_, path) => Math.round(100 * (wealth(t + 1, path) / wealth(t, path) - 1))),
    );
  };
  const followsOf = (rows: readonly Int32Array[], t: number): number =>
    rows[t].reduce((sum, row, path) => row === (rows[t - 1][path] + 1) % 7 ? sum + 1 : sum, 0) / paths;
  for (const draw of [{ kind: "each" }, { kind: "blocks", length: 3 }, { kind: "geometric", meanLength: 4 }] as const) {
    const rows = rowsOf(draw);
    for (const step of rows) {
      for (let row = 0; row < 7; row++) {
        assertWithin(step.reduce((sum, r) => r === row ? sum + 1 : sum, 0) / paths, 1 / 7, 6 / 49 / paths);
      }
    }
    for (let t = 1; t < 6; t++) {
      // By chance one in seven; the rest of a geometric block goes on with the odds 1 - 1/4.
      const odds = draw.kind === "each" ? 1 / 7 : draw.kind === "blocks" ? (t % 3 === 0 ? 1 / 7 : 1) : 3 / 4 + 1 / 28;
      if (odds === 1) assert.equal(followsOf(rows, t), 1);
      else assertWithin(followsOf(rows, t), odds, odds * (1 - odds) / paths);
    }
  }
});

Deno.test("order statistics are those of a sort, and NaN or invalid ranks are refused", () => {
  fc.assert(fc.property(
    fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })), {
      minLength: 1,
      maxLength: 300,
    }),
    fc.array(fc.nat(299), { maxLength: 12 }),
    (numbers, wanted) => {
      const values = Float64Array.from(numbers);
      const ranks = Int32Array.from(wanted.map((rank) => rank % values.length)).sort();
      const sorted = values.slice().sort();
      const found = measures.orderStatistics(values, ranks);
      // -0 and 0 are equal, and a selection may give either.
      ranks.forEach((rank, at) => assert.ok(found[at] === sorted[rank]));
    },
  ));
  assert.throws(() => measures.orderStatistics(Float64Array.of(1, NaN), Int32Array.of(0)), RangeError);
  assert.throws(() => measures.orderStatistics(Float64Array.of(1), Int32Array.of(1)), RangeError);
  assert.throws(() => measures.orderStatistics(Float64Array.of(1, 2), Int32Array.of(1, 0)), RangeError);
});

Deno.test("values are counted by segments of the brackets, and stored where a segment is marked", () => {
  const limits = fc.uniqueArray(fc.integer({ min: -9, max: 9 }), { maxLength: 18 });
  fc.assert(fc.property(limits, fc.array(fc.integer({ min: -22, max: 22 }), { maxLength: 60 }), (given, halves) => {
    const thresholds = Float64Array.from(given).sort();
    const values = Float64Array.from(halves, (value) => value / 2);
    const stored = Uint8Array.from({ length: 2 * thresholds.length + 1 }, (_, segment) => segment % 4 === 2 ? 1 : 0);
    const segmentOf = (value: number): number =>
      thresholds.reduce((sum, limit) => sum + (value > limit ? 2 : value === limit ? 1 : 0), 0);
    const counts = new Int32Array(64);
    for (const value of values) counts[segmentOf(value)]++;
    const found = simulation.sortIntoBrackets(values, thresholds, stored);
    assert.deepEqual(found.counts, counts);
    assert.deepEqual(found.values, values.filter((value) => stored[segmentOf(value)] === 1));
  }));
});

Deno.test("simulating a block with brackets keeps what sorting all of its values would keep", () => {
  const [whole, step] = [simulation.simulate(NORMAL, blockOf({ paths: 700 })), Float64Array.of(98, 99, 101)];
  const brackets = {
    thresholds: Array.from({ length: 4 }, () => step),
    stored: Array.from({ length: 4 }, () => Uint8Array.of(0, 0, 1, 0, 0, 0, 1)),
  };
  const found = simulation.simulate(NORMAL, blockOf({ paths: 700, brackets }));
  const sorted = [0, 1, 2, 3].map((slot) =>
    simulation.sortIntoBrackets(whole.fanValues.slice(slot * 700, (slot + 1) * 700), step, brackets.stored[slot])
  );
  assert.deepEqual(Array.from(found.fanValues), sorted.flatMap(({ values }) => Array.from(values)));
  assert.deepEqual(Array.from(found.fanCounts ?? []), sorted.flatMap(({ counts }) => Array.from(counts)));
  assert.deepEqual(found.terminal, whole.terminal);
});

Deno.test("a simulation reports its progress in small portions, and stops when the flag is raised", () => {
  const heard: number[] = [];
  simulation.simulate(MODELS["normal assets"], blockOf({ paths: 64, steps: 2000 }), (fraction) => heard.push(fraction));
  assert.equal(heard.at(-1), 1);
  assert.deepEqual(heard, heard.toSorted((a, b) => a - b));
  const n = 300;
  const wide: PathModel = {
    kind: "asset_normal",
    weights: new Float64Array(n).fill(1 / n),
    rebalance: 0,
    means: new Float64Array(n),
    factor: identity(n),
    degreesOfFreedom: null,
  };
  const portions: number[] = [];
  simulation.simulate(wide, blockOf({ paths: 8, steps: 252 }), (fraction) => portions.push(fraction));
  assert.ok(portions.length >= 4, `${portions.length} portions`);
  const stop = new SharedArrayBuffer(4);
  try {
    watchStopFlag(stop);
    Atomics.store(new Int32Array(stop), 0, 1);
    for (const model of Object.values(MODELS)) assert.throws(() => simulation.simulate(model, blockOf()), Stopped);
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("simulations whose counts, lengths or steps do not fit are refused", () => {
  const refuse = (model: PathModel, block: PathBlock): void =>
    assert.throws(() => simulation.simulate(model, block), RangeError);
  refuse(NORMAL, blockOf({ paths: 0 }));
  refuse(NORMAL, blockOf({ firstPath: -1 }));
  refuse(NORMAL, blockOf({ flows: new Float64Array(0), fanSteps: new Int32Array(0) }));
  refuse(NORMAL, blockOf({ fanSteps: Int32Array.of(2, 2) }));
  refuse(NORMAL, blockOf({ fanSteps: Int32Array.of(5) }));
  refuse(NORMAL, blockOf({ initialValue: NaN }));
  refuse(NORMAL, blockOf({ brackets: { thresholds: [], stored: [] } }));
  refuse({ kind: "portfolio_rows", returns: new Float64Array(0), draw: { kind: "each" } }, blockOf());
  refuse({ kind: "asset_rows", ...THREE, returns: matrix(2, 2), draw: { kind: "each" } }, blockOf());
  refuse(
    { kind: "asset_normal", ...THREE, means: new Float64Array(2), factor: FACTOR, degreesOfFreedom: null },
    blockOf(),
  );
});

function identity(n: number): Matrix {
  const of = matrix(n, n);
  for (let i = 0; i < n; i++) of.data[i * n + i] = 0.01;
  return of;
}

function assertWithin(found: number, expected: number, variance: number): void {
  const errors = Math.abs(found - expected) / Math.sqrt(variance);
  assert.ok(errors < ERRORS, `${found} is ${errors} standard errors from ${expected}`);
}
