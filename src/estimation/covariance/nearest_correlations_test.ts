import assert from "node:assert/strict";
import { type Matrix, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { nearestCorrelations } from "./nearest_correlations.ts";

const { linearAlgebra } = await loadKernels(null);

const nearest = (of: Matrix) => nearestCorrelations(of, linearAlgebra);
const square = (entries: readonly number[]) =>
  matrix(Math.sqrt(entries.length), Math.sqrt(entries.length), Float64Array.from(entries));
const distance = (a: Matrix, b: Matrix) => Math.hypot(...Array.from(a.data, (entry, k) => entry - b.data[k]));

/** Symmetric matrix of random entries of a size with a unit diagonal. */
function randomCorrelations(n: number, seed: number, size: number): Matrix {
  const random = randomNumbers(seed), of = matrix(n, n);
  for (let i = 0; i < n; i++) {
    of.data[i * n + i] = 1;
    for (let j = 0; j < i; j++) of.data[i * n + j] = of.data[j * n + i] = size * (2 * random() - 1);
  }
  return of;
}

/** Reference of its own: alternating projections by Higham, with the correction by Dykstra. */
function byAlternatingProjections(of: Matrix, steps: number): Matrix {
  const n = of.rows;
  let at = of, correction = matrix(n, n);
  for (let step = 0; step < steps; step++) {
    const shifted = matrix(n, n, at.data.map((entry, k) => entry - correction.data[k]));
    const { values, vectors } = linearAlgebra.eigen(shifted);
    const projected = matrix(n, n);
    values.forEach((value, k) => {
      if (value <= 0) return;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          projected.data[i * n + j] += value * vectors.data[i * n + k] * vectors.data[j * n + k];
        }
      }
    });
    correction = matrix(n, n, projected.data.map((entry, k) => entry - shifted.data[k]));
    at = matrix(n, n, projected.data.map((entry, k) => k % (n + 1) === 0 ? 1 : entry));
  }
  return at;
}

Deno.test("the nearest correlations of Higham's example have the entries that he gives", () => {
  // Higham (2002), section 4: the matrix of ones beside zeros in the corners.
  const { data } = nearest(square([1, 1, 0, 1, 1, 1, 0, 1, 1]));
  const expected = [1, 0.7607, 0.1573, 0.7607, 1, 0.7607, 0.1573, 0.7607, 1];
  expected.forEach((entry, k) => assert.ok(Math.abs(data[k] - entry) < 5e-5, `${data[k]} at ${k}, expected ${entry}`));
});

Deno.test("two assets with a correlation above 1 become perfectly correlated", () => {
  const { data } = nearest(square([1, 1.4, 1.4, 1]));
  assert.ok(Math.abs(data[1] - 1) < 1e-13 && data[1] === data[2] && data[0] === 1 && data[3] === 1, `${data}`);
});

for (const [n, size] of [[3, 1], [6, 1], [12, 0.9], [20, 0.5], [8, 30]]) {
  Deno.test(`the nearest correlations of a random matrix of ${n} assets with entries up to ${size} are those of alternating projections`, () => {
    for (let seed = 1; seed <= 3; seed++) {
      const of = randomCorrelations(n, seed, size), found = nearest(of);
      const reference = byAlternatingProjections(of, size > 1 ? 4_000 : 1_500);
      assert.ok(distance(found, reference) < 1e-7 * n, `${distance(found, reference)}`);
    }
  });
}

Deno.test("no random correlations are nearer, and the answer is positive semidefinite with a unit diagonal", () => {
  const random = randomNumbers(3), n = 5, of = randomCorrelations(n, 7, 1), found = nearest(of);
  assert.notEqual(
    linearAlgebra.cholesky(matrix(n, n, found.data.map((entry, k) => k % (n + 1) === 0 ? entry + 1e-13 : entry))),
    null,
  );
  for (let i = 0; i < n; i++) assert.equal(found.data[i * (n + 1)], 1);
  const least = distance(found, of);
  for (let k = 0; k < 2_000; k++) {
    // A Gram matrix of random unit vectors, mixed with the answer so that some of them are near it.
    const factor = Array.from({ length: n }, () => Array.from({ length: n }, () => 2 * random() - 1));
    const lengths = factor.map((row) => Math.hypot(...row)), share = random() ** 4;
    const other = matrix(
      n,
      n,
      found.data.map((entry, at) => {
        const i = Math.floor(at / n), j = at % n;
        const gram = factor[i].reduce((sum, one, m) => sum + one * factor[j][m], 0) / (lengths[i] * lengths[j]);
        return (1 - share) * entry + share * gram;
      }),
    );
    assert.ok(distance(other, of) >= least - 1e-12, `${distance(other, of)} below ${least}`);
  }
});

Deno.test("correlations that are positive semidefinite stay as they are, to rounding", () => {
  const of = square([1, 0.5, 0.2, 0.5, 1, -0.3, 0.2, -0.3, 1]);
  assert.ok(distance(nearest(of), of) < 1e-14);
});
