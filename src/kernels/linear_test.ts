import assert from "node:assert/strict";
import { CoreInstance } from "./core_instance.ts";
import { type LinearProgram, LinearSolver } from "./linear.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchStopFlag } from "./stop_flag.ts";

const linear = new LinearSolver(await CoreInstance.load());
const NEVER = Infinity;

/** A program of dense rows, each with its limits. */
function programOf(
  rows: readonly (readonly [min: number, coefficients: readonly number[], max: number])[],
  bounds: readonly (readonly [lower: number, upper: number])[],
): LinearProgram {
  const terms = rows.map(([, coefficients]) => [...coefficients.entries()].filter(([, value]) => value !== 0));
  const start = new Int32Array(rows.length + 1);
  terms.forEach((own, i) => start[i + 1] = start[i] + own.length);
  return {
    A: {
      start,
      column: Int32Array.from(terms.flat(), ([j]) => j),
      value: Float64Array.from(terms.flat(), ([, value]) => value),
    },
    lower: Float64Array.from(bounds, ([low]) => low),
    upper: Float64Array.from(bounds, ([, high]) => high),
    rowLower: Float64Array.from(rows, ([min]) => min),
    rowUpper: Float64Array.from(rows, ([, , max]) => max),
  };
}

const BUDGET = programOf([[1, [1, 1, 1], 1], [-NEVER, [1, -1, 0], 0.1]], [[0, 0.5], [0, 0.5], [0, 0.5]]);

Deno.test("successive objectives get their optimal vertices, and multipliers with the signs of the bounds", () => {
  linear.run(BUDGET, (minimise) => {
    const first = minimise(Float64Array.of(-1, 0, 0));
    assert.deepEqual([first.status, nearest(first.x[0])], ["optimal", 0.5]);
    const next = minimise(Float64Array.of(0, -1, 1));
    assert.deepEqual([next.status, [...next.x].map(nearest)], ["optimal", [0.5, 0.5, 0]]);
    const { y } = next, slopes = [-y[0] - y[1], -1 - y[0] + y[1], 1 - y[0]];
    assert.ok(y[1] <= 0 && slopes[0] <= 1e-12 && slopes[1] <= 1e-12 && slopes[2] >= -1e-12);
  });
});

Deno.test("the next objective starts at the vertex of the previous one", () => {
  linear.run(BUDGET, (minimise) => {
    assert.ok(minimise(Float64Array.of(-1, -0.5, 0)).pivots > 0);
    assert.equal(minimise(Float64Array.of(-2, -1, 0)).pivots, 0);
  });
});

Deno.test("contradictory rows are infeasible, and an unbounded objective has a ray that keeps the rows", () => {
  const crossed = programOf([[1, [1, 1], 1], [1.5, [1, 1], 2]], [[0, 1], [0, 1]]);
  linear.run(crossed, (minimise) => assert.equal(minimise(Float64Array.of(1, 0)).status, "infeasible"));
  const open = programOf([[1, [1, 1, 0], 1]], [[-NEVER, NEVER], [-NEVER, NEVER], [0, 1]]);
  linear.run(open, (minimise) => {
    const { status, ray } = minimise(Float64Array.of(1, 0, 0));
    assert.equal(status, "unbounded");
    assert.ok(ray !== null && ray[0] < 0 && ray[0] + ray[1] === 0 && ray[2] === 0);
    assert.equal(minimise(Float64Array.of(0, 0, -1)).status, "optimal");
  });
});

Deno.test("a program on which the plain simplex method cycles is solved to its optimum", () => {
  // Beale (1955), Cycling in the dual simplex algorithm, Naval Research Logistics Quarterly 2.
  const rows = [
    [-NEVER, [0.25, -60, -1 / 25, 9], 0],
    [-NEVER, [0.5, -90, -1 / 50, 3], 0],
    [-NEVER, [0, 0, 1, 0], 1],
  ] as const;
  const bounds = Array.from({ length: 4 }, () => [0, NEVER] as const);
  linear.run(programOf(rows, bounds), (minimise) => {
    const c = [-0.75, 150, -0.02, 6], { status, x } = minimise(Float64Array.from(c));
    assert.equal(status, "optimal");
    assert.ok(Math.abs(x.reduce((sum, one, j) => sum + c[j] * one, 0) + 0.05) < 1e-12);
  });
});

Deno.test("degenerate vertices and redundant rows are solved to their optimum", () => {
  const n = 12, ones = Array.from({ length: n }, () => 1);
  const equal = Array.from({ length: n - 1 }, (_, i) => ones.map((_, j) => j === i ? 1 : j === i + 1 ? -1 : 0));
  const rows = [[1, ones, 1] as const, ...[...equal, ...equal].map((row) => [0, row, 0] as const)];
  const bounds = Array.from({ length: n }, () => [0, 1] as const);
  linear.run(programOf(rows, bounds), (minimise) => {
    for (let j = 0; j < n; j++) {
      const { status, x } = minimise(Float64Array.from(ones, (_, i) => i === j ? -1 : 0));
      assert.equal(status, "optimal");
      for (const weight of x) assert.ok(Math.abs(weight - 1 / n) < 1e-12);
    }
  });
});

Deno.test("a program without rows is solved at its bounds", () => {
  linear.run(programOf([], [[-1, 2], [0, 3]]), (minimise) => {
    assert.deepEqual([...minimise(Float64Array.of(1, -1)).x], [-1, 3]);
  });
});

Deno.test("a raised stop flag ends a series of linear programs, and arrays of different sizes are refused", () => {
  const flag = new SharedArrayBuffer(4);
  new Int32Array(flag)[0] = 1;
  watchStopFlag(flag);
  try {
    assert.throws(() => linear.run(BUDGET, (minimise) => minimise(Float64Array.of(1, 0, 0))), Stopped);
  } finally {
    watchStopFlag(null);
  }
  assert.throws(() => linear.run(BUDGET, (minimise) => minimise(new Float64Array(2))), RangeError);
  const wrong = { ...BUDGET, rowLower: new Float64Array(1) };
  assert.throws(() => linear.run(wrong, (minimise) => minimise(new Float64Array(3))), RangeError);
});

function nearest(value: number): number {
  return Math.round(value * 1e12) / 1e12 + 0;
}
