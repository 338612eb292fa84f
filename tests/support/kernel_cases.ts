import assert from "node:assert/strict";
import { type Matrix, matrix } from "../../src/domain/matrix.ts";

/**
 * Reads the inputs and the reference outputs of a numeric kernel, which other libraries computed, from the file
 * `tests/fixtures/kernels/<name>.json`.
 */
export async function kernelCases<T>(name: string): Promise<T> {
  const address = new URL(`../fixtures/kernels/${name}.json`, import.meta.url);
  const { cases }: { cases: T } = JSON.parse(await Deno.readTextFile(address));
  return cases;
}

/** Test helper. Converts a matrix read from JSON, whose data is a plain array, into a matrix over a Float64Array. */
export function dense(of: Matrix): Matrix {
  return matrix(of.rows, of.columns, Float64Array.from(of.data));
}

/**
 * Test helper. Returns a rows × columns matrix with entries in [-1, 1) from a linear congruential generator with the
 * given seed.
 */
export function randomMatrix(rows: number, columns: number, seed: number): Matrix {
  let state = Math.imul(seed, 2654435761) >>> 0;
  const data = Float64Array.from({ length: rows * columns }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  return matrix(rows, columns, data);
}

/** Returns the n × n identity matrix. */
export function identity(n: number): Matrix {
  return matrix(n, n, Float64Array.from({ length: n * n }, (_, i) => i % (n + 1) === 0 ? 1 : 0));
}

/** Returns the transpose of a matrix. */
export function transposed(of: Matrix): Matrix {
  const data = Float64Array.from(of.data, (_, i) => of.data[(i % of.rows) * of.columns + Math.floor(i / of.rows)]);
  return matrix(of.columns, of.rows, data);
}

/** Test helper. Returns the matrix product a · b, computed by three plain loops. */
export function plainProduct(a: Matrix, b: Matrix): Matrix {
  const product = matrix(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.columns; k++) {
      const factor = a.data[i * a.columns + k];
      for (let j = 0; j < b.columns; j++) product.data[i * b.columns + j] += factor * b.data[k * b.columns + j];
    }
  }
  return product;
}

/** Returns the largest absolute value of an array. */
export function largest(values: ArrayLike<number>): number {
  return Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/**
 * Test helper. Asserts that each entry of an array differs from the expected entry by at most `tolerance` times `size`.
 * The default of `size` is the largest absolute expected value.
 */
export function assertClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  size?: number,
): void {
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

/** Test helper. Asserts that each entry of an array has a relative error of at most `tolerance`. */
export function assertEachClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; i++) assertClose([actual[i]], [expected[i]], tolerance);
}
