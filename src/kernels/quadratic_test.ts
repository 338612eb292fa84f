import assert from "node:assert/strict";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { CoreInstance } from "./core_instance.ts";
import { type BoxQuadraticProgram, type QuadraticProgram, QuadraticSolver } from "./quadratic.ts";
import { Stopped } from "../domain/stopped.ts";
import { watchStopFlag } from "./stop_flag.ts";

const quadratic = new QuadraticSolver(await CoreInstance.load());
const OPTIONS = { tolerance: 1e-10 };

Deno.test("a raised stop flag ends both quadratic solvers", () => {
  const n = 40;
  const P = matrix(n, n);
  for (let i = 0; i < n; i++) P.data[i * n + i] = 1 + i;
  const box = boxOf(P, Float64Array.from({ length: n }, (_, i) => Math.sin(i)));
  const flag = new SharedArrayBuffer(4);
  new Int32Array(flag)[0] = 1;
  watchStopFlag(flag);
  try {
    assert.throws(() => quadratic.solveBox(box, OPTIONS), Stopped);
    assert.throws(() => quadratic.solve(asGeneral(box), OPTIONS), Stopped);
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("quadratic programs with arrays of different sizes are refused", () => {
  const box = boxOf(matrix(2, 2), new Float64Array(3));
  assert.throws(() => quadratic.solveBox(box, OPTIONS), RangeError);
  assert.throws(() => quadratic.solve(asGeneral(box), OPTIONS), RangeError);
});

Deno.test("a warm start of another size than the quadratic program is refused", () => {
  const box = boxOf(matrix(3, 3), new Float64Array(3));
  const bounds = new Int8Array(2);
  assert.throws(() => quadratic.solveBox(box, { ...OPTIONS, warmStart: bounds }), RangeError);
  const warmStart = { bounds, rows: new Int8Array(0) };
  assert.throws(() => quadratic.solve(asGeneral(box), { ...OPTIONS, warmStart }), RangeError);
});

Deno.test("more contradictory equalities add no steps to the general quadratic solver", () => {
  const stepsOf = (rows: number): number => {
    const n = 6, A = matrix(rows, n), none = new Float64Array(0), free = new Float64Array(n).fill(Infinity);
    const b = Float64Array.from({ length: rows }, (_, i) => 30 * Math.cos(i * i));
    for (let i = 0; i < rows; i++) for (let j = 0; j < n; j++) A.data[i * n + j] = Math.sin(1 + i * n + 4 * j * j);
    const limits = { G: matrix(0, n), l: none, u: none, lower: free.map((entry) => -entry), upper: free };
    const answer = quadratic.solve({ P: matrix(n, n), q: new Float64Array(n), A, b, ...limits }, OPTIONS);
    assert.equal(answer.status, "iteration_limit");
    return answer.iterations;
  };
  assert.equal(stepsOf(60), stepsOf(12));
});

function boxOf(P: Matrix, q: Float64Array): BoxQuadraticProgram {
  return { P, q, budget: 1, lower: q.map(() => -0.01), upper: q.map(() => 0.05) };
}

/** With the budget as a row of A. */
function asGeneral({ P, q, lower, upper }: BoxQuadraticProgram): QuadraticProgram {
  const none = new Float64Array(0);
  const A = matrix(1, q.length, q.map(() => 1));
  return { P, q, A, b: Float64Array.of(1), G: matrix(0, q.length), l: none, u: none, lower, upper };
}
