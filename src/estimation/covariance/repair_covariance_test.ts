import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { estimationInputsOf } from "../../../tests/support/estimation_inputs.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { dot, type Matrix, matrix, quadraticForm } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { covarianceMatrixFaults } from "./covariance_matrix_faults.ts";
import { COVARIANCES } from "./mod.ts";
import { repairCovariance } from "./repair_covariance.ts";

const kernels = await loadKernels(null);
/** Largest absolute portfolio weight in these tests, as under bounds of ±1e4. */
const WIDEST = 1e4;

const repaired = (of: Matrix) => repairCovariance(of, kernels.linearAlgebra);

/** Test helper. Returns a function for the entries of orthogonal unit vectors: the columns of a reflection matrix. */
function reflection(normal: readonly number[]): (i: number, k: number) => number {
  const square = dot(normal, normal);
  return (i, k) => (i === k ? 1 : 0) - 2 * normal[i] * normal[k] / square;
}

/** Test helper. Returns a symmetric matrix with the given eigenvalues, and the eigenvector of the first one. */
function matrixOf(eigenvalues: readonly number[], normal: readonly number[]): { of: Matrix; first: Float64Array } {
  const n = eigenvalues.length;
  const entry = reflection(normal);
  const of = matrix(n, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const sum = eigenvalues.reduce((sum, value, k) => sum + value * entry(i, k) * entry(j, k), 0);
      of.data[i * n + j] = of.data[j * n + i] = sum;
    }
  }
  return { of, first: Float64Array.from({ length: n }, (_, i) => entry(i, 0)) };
}

function rowsOf({ rows: n, data }: Matrix): number[][] {
  return Array.from({ length: n }, (_, i) => Array.from(data.subarray(i * n, (i + 1) * n)));
}

/**
 * Test helper. Returns the rounding error of the variance x'Sx for a covariance S at weights x, from the number of its
 * terms.
 */
function roundingAt(of: Matrix, x: Float64Array): number {
  const size = { ...of, data: of.data.map(Math.abs) };
  return 2 * of.rows * Number.EPSILON * quadraticForm(size, x.map(Math.abs));
}

function assertNotNegative(of: Matrix, x: Float64Array): void {
  const value = quadraticForm(of, x);
  assert.ok(value >= -roundingAt(of, x), `${value} at ${x}, rounding is ${roundingAt(of, x)}`);
}

for (const size of [1, 1e-4, 1e-12]) {
  for (const share of [1e-18, 1e-16, 1e-14, 1e-12, 1e-10, 1e-8, 1e-6]) {
    Deno.test(`a covariance of size ${size} with a relative eigenvalue of -${share} is refused, repaired or left as rounding`, () => {
      for (
        const normal of [
          [1, 2, 3, 4],
          [0.3, -1, 0.7, 5, 2, -0.4],
          Array.from({ length: 60 }, (_, i) => 1 + i % 7),
        ]
      ) {
        const eigenvalues = normal.map((_, k) => size * (k === 0 ? -share : 1 + k % 5));
        const { of, first } = matrixOf(eigenvalues, normal);
        const isRefused = covarianceMatrixFaults(rowsOf(of), of.rows).length > 0;
        if (share >= 1e-6) assert.ok(isRefused);
        if (share <= 1e-12) assert.ok(!isRefused);
        const { matrix, repair } = repaired(of);
        if (share <= 1e-16) assert.equal(repair, null);
        if (share >= 1e-12) {
          assert.ok(repair !== null);
          // An eigenvalue in the test is accurate to a few rounding units of the largest eigenvalue, at worst n of
          // them.
          const off = 5 * size * normal.length * Number.EPSILON;
          assert.ok(Math.abs(repair.smallestEigenvalue + share * size) <= off, `${repair.smallestEigenvalue}`);
          // The largest change that a repair makes is at most the size of the negative eigenvalue times the ratio of
          // the largest variance to the smallest one.
          const variances = of.data.filter((_, k) => k % (normal.length + 1) === 0).toSorted();
          const most = share * size * variances[normal.length - 1] / variances[0] + off;
          assert.ok(repair.largestChange > 0 && repair.largestChange <= most, `${repair.largestChange} over ${most}`);
        }
        if (repair === null) assert.equal(matrix, of);
        assertNotNegative(matrix, first.map((entry) => WIDEST * entry));
      }
    });
  }
}

Deno.test("after the repair of an eigenvalue of -1.5e-8 weights of 1e4 along it have no negative variance", () => {
  const normal = Array.from({ length: 150 }, (_, i) => 1 + i % 7);
  const { of, first } = matrixOf(normal.map((_, k) => k === 0 ? -1.5e-8 : 1), normal);
  const wide = first.map((entry) => WIDEST * entry);
  assert.ok(quadraticForm(of, wide) < -1);
  assertNotNegative(repaired(of).matrix, wide);
});

Deno.test("the repair changes correlations alike, whatever the sizes of the assets", () => {
  const { of } = matrixOf([-1e-10, 0.7, 1.1, 1.9], [1, 2, -1, 3]);
  const changesOf = (scales: readonly number[]): readonly number[] => {
    const scale = (k: number) => scales[k % 4] * scales[Math.floor(k / 4)];
    const scaled = matrix(4, 4, of.data.map((entry, k) => entry * scale(k)));
    const { matrix: better, repair } = repaired(scaled);
    assert.ok(repair !== null && repair.smallestEigenvalue < 0);
    const changes = Array.from(better.data, (entry, k) => entry - scaled.data[k]);
    assert.equal(repair.largestChange, Math.max(...changes.map(Math.abs)));
    return changes.map((change, k) => change / scale(k));
  };
  const alike = changesOf([1, 1, 1, 1]);
  changesOf([1, 1e-3, 1e-6, 1e3]).forEach((change, k) => {
    assert.ok(Math.abs(alike[k]) < 2e-10);
    // The tolerance of the repaired matrix covers rounding of entries of size 1 and of the eigenvalue.
    assert.ok(Math.abs(change - alike[k]) <= 1e-15, `${change} beside ${alike[k]} at ${k}`);
  });
});

Deno.test("the repair sets a covariance of an asset without variance to 0 and reports it", () => {
  const { matrix: cleared, repair } = repaired(matrix(2, 2, Float64Array.of(1, 1e-11, 1e-11, 0)));
  assert.deepEqual([...cleared.data], [1, 0, 0, 0]);
  assert.ok(repair !== null && repair.smallestEigenvalue <= 0);
  assert.equal(repair.largestChange, 1e-11);
});

Deno.test("the repair leaves singular matrices as they are, whatever their rank and scale", () => {
  for (
    const entries of [
      [4, 6, 6, 9],
      [0, 0, 0, 0],
      [1, 0, 0, 0],
      [1e-24, 1e-24, 1e-24, 1e-24],
      [1, 1e-6, 1e-6, 1e-12],
      [1e12, -1, -1, 1e-12],
    ]
  ) {
    const of = matrix(2, 2, Float64Array.from(entries));
    const { matrix: same, repair } = repaired(of);
    assert.equal(repair, null, `${entries}`);
    assert.equal(same, of);
    assert.deepEqual([...of.data], entries);
  }
});

Deno.test("the repair leaves estimates of few rows bit for bit as they are, whatever the sizes of the assets", () => {
  const scale = fc.constantFrom(0, 1e-6, 0.01, 1, 1e3);
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 40 }),
      fc.array(scale, { minLength: 30, maxLength: 30 }),
      fc.infiniteStream(fc.double({ min: -1, max: 1, noNaN: true })),
      (rows, scales, noise) => {
        const returns = matrix(rows, scales.length);
        for (let t = 0; t < rows; t++) {
          const market = noise.next().value;
          scales.forEach((scale, i) => returns.data[t * scales.length + i] = scale * (market + noise.next().value / 9));
        }
        for (const id of ["sample", "ewma", "ledoit_wolf", "ledoit_wolf_constant_correlation", "oas"]) {
          const estimator = COVARIANCES.get(id);
          assert.ok(estimator);
          const { estimate, parameters } = estimator;
          const of = estimate(estimationInputsOf({ assets: [], returns }), parameters.parse({}), kernels);
          const before = of.data.slice();
          const { matrix: same, repair } = repaired(of);
          assert.equal(repair, null, id);
          assert.equal(same, of);
          assert.deepEqual(of.data, before);
        }
      },
    ),
    { numRuns: problemCount(40, 10) },
  );
});

Deno.test("a sample covariance of 400 assets over 60 or 1,000 rows needs no repair", () => {
  for (const rows of [60, 1000]) {
    const returns = matrix(rows, 400);
    for (let k = 0; k < returns.data.length; k++) returns.data[k] = 0.01 * Math.sin(k * k % 10_007 + k / 400);
    const of = kernels.statistics.covariance(returns);
    assert.equal(repaired(of).repair, null);
  }
});

Deno.test("a repaired covariance is not repaired again and gives none of the tried weights a negative variance", () => {
  const entry = fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100);
  fc.assert(fc.property(
    fc.array(entry, { minLength: 3, maxLength: 40 }).filter((normal) => dot(normal, normal) > 0),
    fc.integer({ min: -13, max: -7 }),
    fc.infiniteStream(fc.double({ min: -WIDEST, max: WIDEST, noNaN: true })),
    (normal, exponent, weights) => {
      const { of, first } = matrixOf(normal.map((_, k) => k === 0 ? -(10 ** exponent) : k % 3), normal);
      const { matrix: better } = repaired(of);
      assert.equal(repaired(better).repair, null);
      assertNotNegative(better, first.map((one) => WIDEST * one));
      for (let k = 0; k < 5; k++) assertNotNegative(better, first.map(() => weights.next().value));
    },
  ));
});

Deno.test("a repair of kind nearest keeps the variances, and one of kind clip raises them", () => {
  const scales = [0.01, 0.02, 0.4], correlations = [1, 0.9, -0.9, 0.9, 1, 0.9, -0.9, 0.9, 1];
  const of = matrix(
    3,
    3,
    Float64Array.from(correlations, (entry, k) => entry * scales[k % 3] * scales[Math.floor(k / 3)]),
  );
  const variancesOf = (covariance: Matrix) => [0, 4, 8].map((k) => covariance.data[k]);
  const nearest = repairCovariance(of, kernels.linearAlgebra, "nearest");
  assert.equal(nearest.repair?.kind, "nearest");
  assert.deepEqual(variancesOf(nearest.matrix), variancesOf(of));
  // By symmetry the nearest correlations are c, -c and c, and the last that are positive semidefinite have c = 1/2.
  [0.5, -0.5, 0.5].forEach((expected, k) => {
    const [i, j] = [[0, 1], [0, 2], [1, 2]][k];
    assert.ok(Math.abs(nearest.matrix.data[3 * i + j] / scales[i] / scales[j] - expected) < 1e-12);
  });
  const clipped = repairCovariance(of, kernels.linearAlgebra, "clip");
  assert.equal(clipped.repair?.kind, "clip");
  variancesOf(clipped.matrix).forEach((variance, k) => assert.ok(variance > 1.1 * variancesOf(of)[k]));
  assert.deepEqual(clipped, repairCovariance(of, kernels.linearAlgebra));
  for (const { matrix: better } of [nearest, clipped]) {
    for (const kind of ["clip", "nearest"] as const) {
      assert.equal(repairCovariance(better, kernels.linearAlgebra, kind).repair, null);
    }
  }
});

Deno.test("a repair of kind nearest sets covariances of an asset without variance to 0 and leaves its variance", () => {
  const of = matrix(3, 3, Float64Array.of(0, 0.1, 0, 0.1, 1, 1.2, 0, 1.2, 1));
  const { matrix: better, repair } = repairCovariance(of, kernels.linearAlgebra, "nearest");
  assert.deepEqual([...better.data].map((entry) => Math.round(1e9 * entry) / 1e9), [0, 0, 0, 0, 1, 1, 0, 1, 1]);
  assert.ok(repair !== null && Math.abs(repair.largestChange - 0.2) < 1e-12);
});
