import assert from "node:assert/strict";
import fc from "fast-check";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { loadCore, WasmCore } from "./core.ts";
import { CoreInstance } from "./core_instance.ts";
import { watchStopFlag } from "./stop_flag.ts";
import { Stopped } from "./types.ts";

const core = await loadCore();

/** Rounding of a product of a few hundred terms, in units of the largest entry. */
const ROUNDING = 1e-13;

interface ProductCase {
  readonly a: Matrix;
  readonly b: Matrix;
  readonly product: Matrix;
  readonly crossProduct: Matrix;
}

interface CholeskyCase {
  readonly name: string;
  readonly s: Matrix;
  readonly lower: Matrix;
  readonly condition: number;
  readonly b: number[];
  readonly solution: number[];
  readonly solutionTransposed: number[];
}

interface EigenCase {
  readonly name: string;
  readonly s: Matrix;
  readonly values: number[];
}

interface MomentCase {
  readonly name: string;
  readonly returns: Matrix;
  readonly means: number[];
  readonly covariance: Matrix;
  readonly decay: number;
  readonly exponentialMeans: number[];
  readonly exponentialCovariance: Matrix;
  readonly ledoitWolf: { readonly covariance: Matrix; readonly intensity: number };
}

interface TailCases {
  readonly losses: Record<string, number[]>;
  readonly cases: readonly {
    readonly name: string;
    readonly losses: string;
    readonly confidence: number;
    readonly valueAtRisk: number;
    readonly conditionalValueAtRisk: number;
  }[];
}

const products = await fixture<readonly ProductCase[]>("products");
const factors = await fixture<readonly CholeskyCase[]>("cholesky");
const spectra = await fixture<readonly EigenCase[]>("eigen");
const moments = await fixture<readonly MomentCase[]>("moments");
const tails = await fixture<TailCases>("tail");

for (const { a, b, product, crossProduct } of products) {
  const shape = `${a.rows} × ${a.columns} × ${b.columns}`;
  Deno.test(`multiply agrees with NumPy at ${shape}`, () => {
    assertClose(core.multiply(dense(a), dense(b)).data, product.data, ROUNDING);
  });
  Deno.test(`crossProduct agrees with NumPy at ${shape}`, () => {
    assertClose(core.crossProduct(dense(b)).data, crossProduct.data, ROUNDING);
  });
}

for (const { name, s, lower, condition } of factors) {
  Deno.test(`cholesky agrees with LAPACK: ${name}`, () => {
    const factor = core.cholesky(dense(s));
    assert.ok(factor !== null);
    // The factor is as sensitive as the matrix is ill-conditioned, each row in units of its own diagonal.
    const tolerance = Math.min(condition, 1e10) * 1e-16 + 1e-15;
    for (let i = 0; i < s.rows; i++) {
      const size = Math.sqrt(s.data[i * s.rows + i]);
      for (let j = 0; j < s.rows; j++) {
        const at = i * s.rows + j;
        assert.ok(Math.abs(factor.lower.data[at] - lower.data[at]) <= tolerance * size, `entry (${i}, ${j})`);
      }
    }
  });

  Deno.test(`the condition estimate lies within a factor of 3 below the condition number: ${name}`, () => {
    const estimate = core.cholesky(dense(s))?.conditionEstimate ?? NaN;
    // A hundredth above: at 1e24 the reference itself is rounded.
    assert.ok(estimate <= 1.01 * condition && estimate >= condition / 3, `${estimate} for ${condition}`);
  });
}

for (const { name, lower, b, solution, solutionTransposed } of factors) {
  Deno.test(`solveTriangular agrees with LAPACK: ${name}`, () => {
    const rightSide = Float64Array.from(b);
    assertEachClose(core.solveTriangular(dense(lower), rightSide), solution, 1e-9);
    assertEachClose(core.solveTriangular(dense(lower), rightSide, { transposed: true }), solutionTransposed, 1e-9);
  });
}

for (const { name, s, values } of spectra) {
  Deno.test(`eigen agrees with LAPACK and rebuilds the matrix: ${name}`, () => {
    const answer = core.eigen(dense(s));
    assertClose(answer.values, values, 1e-14, largest(s.data));
    assertDecomposes(dense(s), answer.values, answer.vectors);
  });
}

for (const { name, returns, ...expected } of moments) {
  const x = dense(returns);
  // Of the size of the data: a mean of 1e6 leaves 1e-10 of a deviation to rounding in double precision.
  const size = largest(returns.data);
  Deno.test(`means and covariance agree with rational arithmetic: ${name}`, () => {
    assertClose(core.means(x), expected.means, 1e-15, size);
    assertClose(core.covariance(x).data, expected.covariance.data, 1e-13);
  });

  Deno.test(`exponentialMoments agrees with rational arithmetic: ${name}`, () => {
    const answer = core.exponentialMoments(x, expected.decay);
    assertClose(answer.means, expected.exponentialMeans, 1e-15, size);
    assertClose(answer.covariance.data, expected.exponentialCovariance.data, 1e-12);
  });

  Deno.test(`ledoitWolf agrees with scikit-learn: ${name}`, () => {
    const answer = core.ledoitWolf(x);
    // scikit-learn centres with a plain mean, which costs it 1e-10 where the mean is 1e6.
    assertEachClose([answer.intensity], [expected.ledoitWolf.intensity], 1e-9);
    assertClose(answer.covariance.data, expected.ledoitWolf.covariance.data, 1e-9);
  });
}

for (const { name, losses, confidence, ...expected } of tails.cases) {
  Deno.test(`tail agrees with the minimum of Rockafellar and Uryasev: ${name}`, () => {
    const answer = core.tail(Float64Array.from(tails.losses[losses]), confidence);
    assert.equal(answer.valueAtRisk, expected.valueAtRisk);
    assertEachClose([answer.conditionalValueAtRisk], [expected.conditionalValueAtRisk], 1e-14);
  });
}

Deno.test("products of any shape agree with three plain loops", () => {
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(size, fc.integer({ min: 1, max: 300 }), size, fc.integer(), (m, k, n, seed) => {
      const [a, b] = [randomMatrix(m, k, seed), randomMatrix(k, n, seed + 1)];
      // k terms of at most 1 each.
      assertClose(core.multiply(a, b).data, plainProduct(a, b).data, 1e-15 * k, 1);
      assertClose(core.crossProduct(b).data, plainProduct(transposed(b), b).data, 1e-15 * k, 1);
    }),
    { numRuns: 30 },
  );
});

Deno.test("a cross product is symmetric bit by bit", () => {
  const s = core.crossProduct(randomMatrix(77, 41, 3));
  assert.deepEqual(transposed(s).data, s.data);
});

Deno.test("L L' is the matrix that was factored, with and without blocks", () => {
  for (const n of [1, 2, 5, 95, 96, 97, 147, 203]) {
    const s = core.crossProduct(randomMatrix(2 * n, n, n));
    const lower = core.cholesky(s)?.lower;
    assert.ok(lower !== undefined, `n = ${n}`);
    assertClose(plainProduct(lower, transposed(lower)).data, s.data, ROUNDING);
    for (let i = 0; i < n; i++) assert.ok(lower.data.subarray(i * n + i + 1, (i + 1) * n).every((v) => v === 0));
  }
});

Deno.test("cholesky neither reads nor writes above the diagonal", async () => {
  const instance = await CoreInstance.load();
  for (const n of [20, 103]) {
    const s = core.crossProduct(randomMatrix(2 * n, n, n));
    const expected = core.cholesky(s)?.lower.data.map((v, i) => i % n > Math.floor(i / n) ? 7 : v);
    const half = s.data.map((v, i) => i % n > Math.floor(i / n) ? 7 : v);
    const actual = instance.run((exports, arena) => {
      const a = arena.doubles(half);
      assert.equal(exports.cholesky(a, n, n, 0), 0);
      return arena.readDoubles(a, n * n);
    });
    assert.deepEqual(actual, expected);
  }
});

Deno.test("the condition estimate stays within a factor of 3 for random matrices of any spectrum", () => {
  for (const [n, decades] of [[2, 3], [17, 1], [40, 0], [60, 5], [120, 2]]) {
    for (let seed = 1; seed <= 10; seed++) {
      const half = randomMatrix(n + 2, n, 100 * n + seed);
      const s = core.crossProduct(matrix(half.rows, n, half.data.map((v, i) => v * 10 ** (-decades * (i % n) / n))));
      const factor = core.cholesky(s);
      assert.ok(factor !== null);
      const condition = normOne(s) * normOne(inverse(factor.lower));
      const ratio = factor.conditionEstimate / condition;
      // The inverse is itself rounded, by up to 1e-16 of the condition number.
      assert.ok(ratio <= 1 + 1e-6 && ratio >= 1 / 3, `n = ${n}, seed ${seed}: ${ratio}`);
    }
  }
});

Deno.test("solveTriangular undoes a product with L and with L'", () => {
  const n = 130;
  const lower = core.cholesky(core.crossProduct(randomMatrix(3 * n, n, 8)))?.lower;
  assert.ok(lower !== undefined);
  const x = randomMatrix(n, 1, 9);
  assertClose(core.solveTriangular(lower, plainProduct(lower, x).data), x.data, 1e-11);
  const back = core.solveTriangular(lower, plainProduct(transposed(lower), x).data, { transposed: true });
  assertClose(back, x.data, 1e-11);
});

Deno.test("cholesky answers null for matrices that are not positive definite, small and in blocks", () => {
  for (const n of [3, 150]) {
    const half = randomMatrix(2 * n, n, 5);
    for (let t = 0; t < half.rows; t++) half.data[t * n + n - 1] = half.data[t * n];
    assert.equal(core.cholesky(core.crossProduct(half)), null, "duplicate columns");
    const indefinite = core.crossProduct(randomMatrix(2 * n, n, 6));
    indefinite.data[n * n - 1] = -1;
    assert.equal(core.cholesky(indefinite), null, "a negative diagonal entry");
    assert.equal(core.cholesky(matrix(n, n)), null, "zero");
    assert.equal(core.cholesky(matrix(n, n, new Float64Array(n * n).fill(NaN))), null, "not numbers");
  }
});

Deno.test("eigen decomposes random, low-rank, clustered and tiny matrices of many sizes", () => {
  for (const n of [1, 2, 3, 8, 9, 33, 120]) {
    for (const scale of [1, 1e-12]) {
      const full = core.crossProduct(randomMatrix(n + 3, n, n));
      const rankOne = core.crossProduct(randomMatrix(1, n, n));
      const clustered = core.crossProduct(randomMatrix(2, n, n));
      for (let i = 0; i < n; i++) clustered.data[i * n + i] += 1;
      for (const s of [full, rankOne, clustered]) {
        const scaled = matrix(n, n, s.data.map((v) => v * scale));
        const { values, vectors } = core.eigen(scaled);
        assertDecomposes(scaled, values, vectors);
      }
    }
  }
});

Deno.test("a column of equal numbers has exactly that mean and no variance", () => {
  const x = matrix(1000, 2, Float64Array.from({ length: 2000 }, (_, i) => i % 2 === 0 ? 0.1 : i));
  assert.equal(core.means(x)[0], 0.1);
  assert.deepEqual([...core.covariance(x).data.subarray(0, 2)], [0, 0]);
});

Deno.test("exponentialMoments at decay 1 is the plain mean and the ddof 0 covariance", () => {
  const x = randomMatrix(60, 7, 12);
  const answer = core.exponentialMoments(x, 1);
  assertClose(answer.means, core.means(x), 1e-15, 1);
  assertClose(answer.covariance.data, core.covariance(x).data.map((v) => v * 59 / 60), 1e-14);
});

Deno.test("exponentialMoments forgets what is too old for a double to weigh", () => {
  const x = randomMatrix(3000, 2, 13);
  const recent = matrix(900, 2, x.data.slice(2 * 2100));
  assertClose(
    core.exponentialMoments(x, 0.5).covariance.data,
    core.exponentialMoments(recent, 0.5).covariance.data,
    1e-14,
  );
});

Deno.test("tail agrees with sorting for any losses, ties included", () => {
  const losses = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 200 });
  fc.assert(fc.property(losses, fc.integer({ min: 1, max: 99 }), (whole, percent) => {
    const sorted = whole.toSorted((a, b) => b - a);
    const hundredths = (100 - percent) * whole.length;
    const k = Math.ceil(hundredths / 100);
    let sum = 0;
    for (let i = 0; i < k; i++) sum += sorted[i] * Math.min(100, hundredths - 100 * i);
    const answer = core.tail(Float64Array.from(whole), percent / 100);
    assert.equal(answer.valueAtRisk, sorted[k - 1]);
    assertClose([answer.conditionalValueAtRisk], [sum / hundredths], 1e-14, 20);
  }));
});

Deno.test("the tail of 1000 losses at 0.95 holds 50 of them, though (1 - 0.95) 1000 is more in doubles", () => {
  const losses = Float64Array.from({ length: 1000 }, (_, i) => (i * 7) % 1000);
  assert.deepEqual(core.tail(losses, 0.95), { valueAtRisk: 950, conditionalValueAtRisk: 974.5 });
});

Deno.test("shapes and numbers that make no sense are refused before the call", () => {
  assert.throws(() => core.crossProduct({ rows: 2, columns: 2, data: new Float64Array(3) }), RangeError);
  assert.throws(() => core.multiply(matrix(2, 3), matrix(2, 3)), RangeError);
  assert.throws(() => core.cholesky(matrix(2, 3)), RangeError);
  assert.throws(() => core.solveTriangular(matrix(2, 2), new Float64Array(2)), RangeError);
  assert.throws(() => core.solveTriangular(identity(2), new Float64Array(3)), RangeError);
  assert.throws(() => core.eigen(matrix(1, 1, Float64Array.of(NaN))), RangeError);
  assert.throws(() => core.means(matrix(0, 3)), RangeError);
  assert.throws(() => core.covariance(matrix(1, 3)), RangeError);
  assert.throws(() => core.exponentialMoments(matrix(3, 1), 0), RangeError);
  assert.throws(() => core.tail(new Float64Array(0), 0.95), RangeError);
  assert.throws(() => core.tail(Float64Array.of(1), 1), RangeError);
  assert.throws(() => core.tail(Float64Array.of(NaN), 0.5), RangeError);
});

Deno.test("a raised stop flag ends every long kernel with Stopped, and the next call works", () => {
  const shared = new SharedArrayBuffer(4);
  const flag = new Int32Array(shared);
  const x = randomMatrix(300, 150, 21);
  const s = core.crossProduct(x);
  const longKernels: Record<string, () => unknown> = {
    crossProduct: () => core.crossProduct(x),
    multiply: () => core.multiply(s, s),
    cholesky: () => core.cholesky(s),
    eigen: () => core.eigen(s),
    covariance: () => core.covariance(x),
    exponentialMoments: () => core.exponentialMoments(x, 0.9),
    ledoitWolf: () => core.ledoitWolf(x),
    tail: () => core.tail(x.data, 0.95),
  };
  watchStopFlag(shared);
  try {
    for (const [name, call] of Object.entries(longKernels)) {
      const before = call();
      Atomics.store(flag, 0, 1);
      assert.throws(call, Stopped, name);
      Atomics.store(flag, 0, 0);
      assert.deepEqual(call(), before, name);
    }
  } finally {
    watchStopFlag(null);
  }
});

Deno.test("memory is given back after every call, also after one that throws", async () => {
  const instance = await CoreInstance.load();
  const own = new WasmCore(instance);
  const mark = instance.run((exports) => exports.mark());
  own.eigen(identity(30));
  own.cholesky(matrix(150, 150));
  own.ledoitWolf(randomMatrix(30, 5, 1));
  assert.throws(() =>
    instance.run((_exports, arena) => {
      arena.doubles(1000);
      throw new Error("in the middle");
    }), /in the middle/);
  assert.equal(instance.run((exports) => exports.mark()), mark);
});

Deno.test("a trap is thrown on, and the next call works on a fresh instance", async () => {
  const instance = await CoreInstance.load();
  const own = new WasmCore(instance);
  const memory = instance.run((exports) => exports.memory);
  const outside = 0x7fff0000;
  assert.throws(
    () => instance.run((exports) => exports.crossProduct(outside, 10, 10, outside)),
    WebAssembly.RuntimeError,
  );
  assert.notEqual(instance.run((exports) => exports.memory), memory);
  assert.deepEqual(own.crossProduct(identity(2)).data, identity(2).data);
});

Deno.test("more than the memory can hold is out_of_memory, and the next call works", async () => {
  const instance = await CoreInstance.load();
  assert.throws(() => instance.run((_exports, arena) => arena.doubles(2 ** 29)), { code: "out_of_memory" });
  assert.throws(() => instance.run((_exports, arena) => arena.doubles(2 ** 40)), { code: "out_of_memory" });
  assert.deepEqual(new WasmCore(instance).crossProduct(identity(2)).data, identity(2).data);
});

Deno.test("the same input gives the same bits on a fresh instance", async () => {
  const other = await loadCore();
  const s = core.covariance(randomMatrix(200, 60, 17));
  assert.deepEqual(other.eigen(s), core.eigen(s));
  assert.deepEqual(other.ledoitWolf(s), core.ledoitWolf(s));
});

async function fixture<T>(name: string): Promise<T> {
  const address = new URL(`../../tests/fixtures/kernels/${name}.json`, import.meta.url);
  const { cases }: { cases: T } = JSON.parse(await Deno.readTextFile(address));
  return cases;
}

/** A matrix as JSON keeps it, with an array in place of a Float64Array. */
function dense(of: Matrix): Matrix {
  return matrix(of.rows, of.columns, Float64Array.from(of.data));
}

/** Entries in [-1, 1) from a linear congruential generator. */
function randomMatrix(rows: number, columns: number, seed: number): Matrix {
  let state = Math.imul(seed, 2654435761) >>> 0;
  const data = Float64Array.from({ length: rows * columns }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  return matrix(rows, columns, data);
}

function identity(n: number): Matrix {
  return matrix(n, n, Float64Array.from({ length: n * n }, (_, i) => i % (n + 1) === 0 ? 1 : 0));
}

function transposed(of: Matrix): Matrix {
  const data = Float64Array.from(of.data, (_, i) => of.data[(i % of.rows) * of.columns + Math.floor(i / of.rows)]);
  return matrix(of.columns, of.rows, data);
}

function plainProduct(a: Matrix, b: Matrix): Matrix {
  const product = matrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.columns; k++) {
      const factor = a.data[i * a.columns + k];
      for (let j = 0; j < b.columns; j++) product.data[i * b.columns + j] += factor * b.data[k * b.columns + j];
    }
  }
  return product;
}

/** (L L')⁻¹ by a pair of solves for each column. */
function inverse(lower: Matrix): Matrix {
  const n = lower.rows;
  const columns = Array.from({ length: n }, (_, j) => {
    const half = core.solveTriangular(lower, Float64Array.from({ length: n }, (_, i) => i === j ? 1 : 0));
    return core.solveTriangular(lower, half, { transposed: true });
  });
  return matrix(n, n, Float64Array.from(columns.flatMap((column) => Array.from(column))));
}

/** The largest sum of magnitudes in a row of a symmetric matrix. */
function normOne(of: Matrix): number {
  let most = 0;
  for (let i = 0; i < of.rows; i++) {
    let sum = 0;
    for (let j = 0; j < of.columns; j++) sum += Math.abs(of.data[i * of.columns + j]);
    most = Math.max(most, sum);
  }
  return most;
}

/** Ascending values, orthonormal vectors and V diag(d) V' = S: within a few roundings of 1 and of the largest value. */
function assertDecomposes(s: Matrix, values: Float64Array, vectors: Matrix): void {
  const n = s.rows;
  const tolerance = 1e-15 * (5 + Math.sqrt(n));
  assert.deepEqual(values, values.toSorted());
  assertClose(plainProduct(transposed(vectors), vectors).data, identity(n).data, tolerance);
  const stretched = matrix(n, n, vectors.data.map((v, i) => v * values[i % n]));
  assertClose(plainProduct(stretched, transposed(vectors)).data, s.data, tolerance, largest(values));
}

function largest(values: ArrayLike<number>): number {
  return Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Within `tolerance` of `size`, the largest expected magnitude if absent. */
function assertClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number, size?: number): void {
  assert.equal(actual.length, expected.length);
  const allowed = tolerance * (size ?? largest(expected));
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(actual[i] - expected[i]);
    assert.ok(
      difference <= allowed,
      `entry ${i}: ${actual[i]} for ${expected[i]}, off by ${difference}, allowed ${allowed}`,
    );
  }
}

/** Within `tolerance` of each expected entry. */
function assertEachClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; i++) assertClose([actual[i]], [expected[i]], tolerance);
}
