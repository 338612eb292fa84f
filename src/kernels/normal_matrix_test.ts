import assert from "node:assert/strict";
import { randomMatrix } from "../../tests/support/kernel_cases.ts";
import { randomNumbers } from "../../tests/support/sample_problem.ts";
import type { Matrix } from "../domain/matrix.ts";
import { Stopped } from "../domain/stopped.ts";
import { CoreInstance } from "./core_instance.ts";
import { NormalMatrices } from "./normal_matrix.ts";
import { watchStopFlag } from "./stop_flag.ts";

const matrices = new NormalMatrices(await CoreInstance.load());

function randomEntries(count: number, seed: number): Float64Array {
  const random = randomNumbers(seed);
  return Float64Array.from({ length: count }, random);
}

/** X'WX by plain sums, of the rows at some places. */
function plainProduct(
  { columns: n, data }: Matrix,
  weights: Float64Array,
  places: ArrayLike<number> = Array.from(weights.keys()),
): Float64Array {
  const s = new Float64Array(n * n);
  weights.forEach((weight, k) => {
    const from = places[k] * n;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) s[i * n + j] += weight * data[from + i] * data[from + j];
  });
  return s;
}

function assertNear(found: Float64Array, wanted: Float64Array, what: string): void {
  assert.equal(found.length, wanted.length, what);
  found.forEach((entry, i) => assert.ok(Math.abs(entry - wanted[i]) < 1e-11, `${what} ${i}: ${entry}, ${wanted[i]}`));
}

Deno.test("the product of weighted rows, of all, the first and chosen ones, is that of plain sums", () => {
  const x = randomMatrix(70, 9, 1), weights = randomEntries(70, 2), places = Uint32Array.of(5, 0, 69, 33);
  matrices.run((memory) => {
    const rows = memory.rows(70, 9, x.data), room = memory.rows(6, 9), matrix = memory.matrix(9, 70);
    assertNear(matrix.product(rows, weights), plainProduct(x, weights), "all");
    assertNear(matrix.product(rows, weights.slice(0, 20)), plainProduct(x, weights.slice(0, 20)), "the first");
    room.write(x.data.subarray(9 * 40, 9 * 42));
    room.gather(rows, places, 2);
    const own = weights.slice(0, 6);
    assertNear(matrix.product(room, own), plainProduct(x, own, [40, 41, ...places]), "chosen ones");
    assertNear(matrix.product(rows, new Float64Array(0)), new Float64Array(81), "none");
  });
});

Deno.test("rows times a vector, and their transpose, are those of plain sums", () => {
  const { data } = randomMatrix(30, 4, 3), v = randomEntries(4, 4), z = randomEntries(20, 5);
  matrices.run((memory) => {
    const rows = memory.rows(30, 4, data), matrix = memory.matrix(4, 30);
    const product = Float64Array.from(
      { length: 30 },
      (_, i) => v.reduce((sum, one, j) => sum + one * data[i * 4 + j], 0),
    );
    assertNear(matrix.times(rows, v), product, "X v");
    assertNear(matrix.times(rows, v, 7), product.slice(0, 7), "the first of X v");
    const back = Float64Array.from(v, (_, j) => z.reduce((sum, one, i) => sum + one * data[i * 4 + j], 0));
    assertNear(matrix.transposedTimes(rows, z), back, "X'z");
  });
});

Deno.test("a factor solves with its matrix, and a matrix that is not positive definite has none", () => {
  const x = randomMatrix(60, 12, 6), v = randomEntries(12, 7);
  matrices.run((memory) => {
    const matrix = memory.matrix(12, 60), s = matrix.product(memory.rows(60, 12, x.data), new Float64Array(60).fill(1));
    assert.ok(matrix.factor(s));
    const solved = matrix.solveLowerTransposed(matrix.solveLower(v));
    const back = Float64Array.from(v, (_, i) => solved.reduce((sum, one, j) => sum + one * s[i * 12 + j], 0));
    assertNear(back, v, "S S⁻¹v");
    assert.ok(!matrix.factor(s.map((entry) => -entry)));
    assert.ok(!matrix.factor(s.map((_, k) => k === 13 ? NaN : s[k])));
  });
});

Deno.test("shapes that disagree are refused with a RangeError, and the next call works", () => {
  const refused: Record<string, Parameters<typeof matrices.run>[0]> = {
    "entries for other rows": (memory) => memory.rows(2, 3, new Float64Array(5)),
    "rows beyond the room": (memory) => memory.rows(2, 3).write(new Float64Array(6), 1),
    "a place that no row has": (memory) => memory.rows(2, 3).gather(memory.rows(2, 3), Uint32Array.of(2)),
    "rows of another width": (memory) => memory.rows(2, 3).gather(memory.rows(2, 2), Uint32Array.of(1)),
    "more weights than rows": (memory) => memory.matrix(3, 9).product(memory.rows(2, 3), new Float64Array(3)),
    "more rows than announced": (memory) => memory.matrix(3, 1).product(memory.rows(2, 3), new Float64Array(2)),
    "another matrix": (memory) => memory.matrix(3, 9).factor(new Float64Array(8)),
    "another vector": (memory) => memory.matrix(3, 9).times(memory.rows(2, 3), new Float64Array(2)),
    "another right-hand side": (memory) => memory.matrix(3, 9).solveLower(new Float64Array(4)),
  };
  for (const [what, call] of Object.entries(refused)) assert.throws(() => matrices.run(call), RangeError, what);
  const one = matrices.run((memory) =>
    memory.matrix(1, 1).product(memory.rows(1, 1, Float64Array.of(3)), Float64Array.of(4))
  );
  assert.deepEqual(one, Float64Array.of(36));
});

Deno.test("a raised stop flag ends a product, a factor and a look at the flag with Stopped", () => {
  const shared = new SharedArrayBuffer(4), flag = new Int32Array(shared), n = 150;
  const x = randomMatrix(300, n, 8), weights = new Float64Array(300).fill(1);
  watchStopFlag(shared);
  try {
    matrices.run((memory) => {
      const rows = memory.rows(300, n, x.data), matrix = memory.matrix(n, 300), s = matrix.product(rows, weights);
      Atomics.store(flag, 0, 1);
      assert.throws(() => matrix.product(rows, weights), Stopped);
      assert.throws(() => matrix.factor(s), Stopped);
      assert.throws(() => memory.checkStop(), Stopped);
      Atomics.store(flag, 0, 0);
      memory.checkStop();
      assert.ok(matrix.factor(s));
    });
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("rows beyond the memory of the core are out_of_memory, and the next call works", () => {
  assert.throws(() => matrices.run((memory) => memory.rows(2 ** 15, 2 ** 15)), { code: "out_of_memory" });
  assert.throws(() => matrices.run((memory) => memory.matrix(2 ** 15, 1)), { code: "out_of_memory" });
  assert.ok(matrices.run((memory) => memory.matrix(1, 0).factor(Float64Array.of(1))));
});
