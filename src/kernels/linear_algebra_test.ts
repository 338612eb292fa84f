import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import {
  assertClose,
  assertEachClose,
  dense,
  identity,
  kernelCases,
  largest,
  plainProduct,
  randomMatrix,
  transposed,
} from "../../tests/support/kernel_cases.ts";
import { partOf, problemCount } from "../../tests/support/tier.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { CoreInstance } from "./core_instance.ts";
import { LinearAlgebra } from "./linear_algebra.ts";

const linearAlgebra = new LinearAlgebra(await CoreInstance.load());

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

const products = await kernelCases<readonly ProductCase[]>("products");
const factors = await kernelCases<readonly CholeskyCase[]>("cholesky");
const spectra = await kernelCases<readonly EigenCase[]>("eigen");

for (const { a, b, product, crossProduct } of products) {
  const shape = `${a.rows} × ${a.columns} × ${b.columns}`;
  Deno.test(`multiply agrees with NumPy at ${shape}`, () => {
    assertClose(linearAlgebra.multiply(dense(a), dense(b)).data, product.data, ROUNDING);
  });
  Deno.test(`crossProduct agrees with NumPy at ${shape}`, () => {
    assertClose(linearAlgebra.crossProduct(dense(b)).data, crossProduct.data, ROUNDING);
  });
}

for (const { name, s, lower, condition } of factors) {
  Deno.test(`cholesky agrees with LAPACK: ${name}`, () => {
    const factor = linearAlgebra.cholesky(dense(s));
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
    const estimate = linearAlgebra.cholesky(dense(s))?.conditionEstimate ?? NaN;
    // A hundredth above: at 1e24 the reference itself is rounded.
    assert.ok(estimate <= 1.01 * condition && estimate >= condition / 3, `${estimate} for ${condition}`);
  });
}

for (const { name, lower, b, solution, solutionTransposed } of factors) {
  Deno.test(`solveTriangular agrees with LAPACK: ${name}`, () => {
    const rightSide = Float64Array.from(b);
    assertEachClose(linearAlgebra.solveTriangular(dense(lower), rightSide), solution, 1e-9);
    assertEachClose(
      linearAlgebra.solveTriangular(dense(lower), rightSide, { transposed: true }),
      solutionTransposed,
      1e-9,
    );
  });
}

for (const { name, s, values } of spectra) {
  Deno.test(`eigen agrees with LAPACK and rebuilds the matrix: ${name}`, () => {
    const answer = linearAlgebra.eigen(dense(s));
    assertClose(answer.values, values, 1e-14, largest(s.data));
    assertDecomposes(dense(s), answer.values, answer.vectors);
  });
}

Deno.test("products of matrices of any shape agree with plain loops", () => {
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(size, fc.integer({ min: 1, max: 300 }), size, fc.integer(), (m, k, n, seed) => {
      const [a, b] = [randomMatrix(m, k, seed), randomMatrix(k, n, seed + 1)];
      // k terms of at most 1 each.
      assertClose(linearAlgebra.multiply(a, b).data, plainProduct(a, b).data, 1e-15 * k, 1);
      assertClose(linearAlgebra.crossProduct(b).data, plainProduct(transposed(b), b).data, 1e-15 * k, 1);
    }),
    { numRuns: problemCount(30, 8) },
  );
});

Deno.test("a cross product is symmetric bit for bit", () => {
  const s = linearAlgebra.crossProduct(randomMatrix(77, 41, 3));
  assert.deepEqual(transposed(s).data, s.data);
});

Deno.test("the Cholesky factor times its transpose is the given matrix, with and without blocks", () => {
  for (const n of [1, 2, 5, 95, 96, 97, 147, 203]) {
    const s = linearAlgebra.crossProduct(randomMatrix(2 * n, n, n));
    const lower = linearAlgebra.cholesky(s)?.lower;
    assert.ok(lower !== undefined, `n = ${n}`);
    assertClose(plainProduct(lower, transposed(lower)).data, s.data, ROUNDING);
    for (let i = 0; i < n; i++) assert.ok(lower.data.subarray(i * n + i + 1, (i + 1) * n).every((v) => v === 0));
  }
});

Deno.test("cholesky neither reads nor writes above the diagonal", async () => {
  const instance = await CoreInstance.load();
  for (const n of [20, 103]) {
    const s = linearAlgebra.crossProduct(randomMatrix(2 * n, n, n));
    const expected = linearAlgebra.cholesky(s)?.lower.data.map((v, i) => i % n > Math.floor(i / n) ? 7 : v);
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
      const s = linearAlgebra.crossProduct(
        matrix(half.rows, n, half.data.map((v, i) => v * 10 ** (-decades * (i % n) / n))),
      );
      const factor = linearAlgebra.cholesky(s);
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
  const lower = linearAlgebra.cholesky(linearAlgebra.crossProduct(randomMatrix(3 * n, n, 8)))?.lower;
  assert.ok(lower !== undefined);
  const x = randomMatrix(n, 1, 9);
  assertClose(linearAlgebra.solveTriangular(lower, plainProduct(lower, x).data), x.data, 1e-11);
  const back = linearAlgebra.solveTriangular(lower, plainProduct(transposed(lower), x).data, { transposed: true });
  assertClose(back, x.data, 1e-11);
});

Deno.test("cholesky answers null for matrices that are not positive definite, small and in blocks", () => {
  for (const n of [3, 150]) {
    const half = randomMatrix(2 * n, n, 5);
    for (let t = 0; t < half.rows; t++) half.data[t * n + n - 1] = half.data[t * n];
    assert.equal(linearAlgebra.cholesky(linearAlgebra.crossProduct(half)), null, "duplicate columns");
    const indefinite = linearAlgebra.crossProduct(randomMatrix(2 * n, n, 6));
    indefinite.data[n * n - 1] = -1;
    assert.equal(linearAlgebra.cholesky(indefinite), null, "a negative diagonal entry");
    assert.equal(linearAlgebra.cholesky(matrix(n, n)), null, "zero");
    assert.equal(linearAlgebra.cholesky(matrix(n, n, new Float64Array(n * n).fill(NaN))), null, "not numbers");
  }
});

Deno.test("eigen decomposes random, low-rank, clustered and tiny matrices of many sizes", () => {
  for (const n of [1, 2, 3, 8, 9, 33, 120]) {
    for (const scale of [1, 1e-12]) {
      const full = linearAlgebra.crossProduct(randomMatrix(n + 3, n, n));
      const rankOne = linearAlgebra.crossProduct(randomMatrix(1, n, n));
      const clustered = linearAlgebra.crossProduct(randomMatrix(2, n, n));
      for (let i = 0; i < n; i++) clustered.data[i * n + i] += 1;
      for (const s of [full, rankOne, clustered]) {
        const scaled = matrix(n, n, s.data.map((v) => v * scale));
        const { values, vectors } = linearAlgebra.eigen(scaled);
        assertDecomposes(scaled, values, vectors);
      }
    }
  }
});

Deno.test("eigen keeps vectors orthogonal where eigenvalues are close, graded or differ by rounding alone", () => {
  const spectra: Record<string, (i: number, j: number, n: number) => number> = {
    "glued Wilkinson matrices": (i, j) => i === j ? Math.abs(i % 21 - 10) : i - j > 1 ? 0 : i % 21 === 0 ? 1e-8 : 1,
    "second differences": (i, j) => i === j ? 2 : i - j === 1 ? -1 : 0,
    "a constant correlation": (i, j) => i === j ? 1 : 0.3,
    "rising variances": (i, j, n) => (i === j ? 1 : 0.5) * 10 ** (6 * (i + j) / n),
    "falling variances": (i, j, n) => (i === j ? 1 : 0.5) * 10 ** (-6 * (i + j) / n),
    "a persistent series": (i, j) => 0.99 ** (i - j),
    "blocks": (i, j) => i === j ? 1 : Math.floor(i / 10) === Math.floor(j / 10) ? 0.5 : 0,
    "couplings below the rounding": (i, j) => i === j ? 1 + 1e-15 * i : 1e-17 * ((i * j) % 5),
  };
  for (const [name, entry] of partOf(Object.entries(spectra))) {
    for (const n of [34, 67, 131]) {
      const s = matrix(n, n);
      for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) s.data[i * n + j] = s.data[j * n + i] = entry(i, j, n);
      const { values, vectors } = linearAlgebra.eigen(s);
      assert.doesNotThrow(() => assertDecomposes(s, values, vectors), `${n} of ${name}`);
    }
  }
});

Deno.test("matrices that do not fit together and NaN entries are refused before the call", () => {
  assert.throws(() => linearAlgebra.crossProduct({ rows: 2, columns: 2, data: new Float64Array(3) }), RangeError);
  assert.throws(() => linearAlgebra.multiply(matrix(2, 3), matrix(2, 3)), RangeError);
  assert.throws(() => linearAlgebra.cholesky(matrix(2, 3)), RangeError);
  assert.throws(() => linearAlgebra.solveTriangular(matrix(2, 2), new Float64Array(2)), RangeError);
  assert.throws(() => linearAlgebra.solveTriangular(identity(2), new Float64Array(3)), RangeError);
  assert.throws(() => linearAlgebra.eigen(matrix(1, 1, Float64Array.of(NaN))), RangeError);
});

/** (L L')⁻¹ by a pair of solves for each column. */
function inverse(lower: Matrix): Matrix {
  const n = lower.rows;
  const columns = Array.from({ length: n }, (_, j) => {
    const half = linearAlgebra.solveTriangular(lower, Float64Array.from({ length: n }, (_, i) => i === j ? 1 : 0));
    return linearAlgebra.solveTriangular(lower, half, { transposed: true });
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

Deno.test("the solution times the matrix is the right-hand side, also where rows have to be swapped", () => {
  for (const [n, columns] of [[1, 1], [2, 3], [7, 5], [40, 12], [90, 1]]) {
    const a = randomMatrix(n, n, n), b = randomMatrix(n, columns, 7 * n);
    const x = linearAlgebra.solve(a, b);
    assert.ok(x);
    assertClose(linearAlgebra.multiply(a, x).data, b.data, 1e-10);
  }
  const swap = matrix(2, 2, Float64Array.of(0, 2, 4, 0)), sides = matrix(2, 1, Float64Array.of(6, 8));
  assert.deepEqual(linearAlgebra.solve(swap, sides)?.data, Float64Array.of(2, 3));
});

Deno.test("solve is null for a singular matrix in any units, and not for a regular one of units far apart", () => {
  const square = (...entries: number[]): Matrix => matrix(2, 2, Float64Array.from(entries));
  for (const singular of [square(0, 0, 0, 0), square(1, 2, 2, 4), square(1e-9, 3e-9, 2e-9, 6e-9)]) {
    assert.equal(linearAlgebra.solve(singular, identity(2)), null);
  }
  assert.deepEqual(linearAlgebra.solve(square(1e-8, 0, 0, 1e8), identity(2))?.data, Float64Array.of(1e8, 0, 0, 1e-8));
  assert.throws(() => linearAlgebra.solve(identity(2), identity(3)), /2 equations for 3 rows/);
});
