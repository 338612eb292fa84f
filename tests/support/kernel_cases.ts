import assert from "node:assert/strict";
import { type Matrix, matrix } from "../../src/domain/matrix.ts";

/** Reference values of the kernels, made by tests of other libraries. */
export async function kernelCases<T>(name: string): Promise<T> {
  const address = new URL(`../fixtures/kernels/${name}.json`, import.meta.url);
  const { cases }: { cases: T } = JSON.parse(await Deno.readTextFile(address));
  return cases;
}

/** A matrix as JSON keeps it, with an array in place of a Float64Array. */
export function dense(of: Matrix): Matrix {
  return matrix(of.rows, of.columns, Float64Array.from(of.data));
}

/** Entries in [-1, 1) from a linear congruential generator. */
export function randomMatrix(rows: number, columns: number, seed: number): Matrix {
  let state = Math.imul(seed, 2654435761) >>> 0;
  const data = Float64Array.from({ length: rows * columns }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  return matrix(rows, columns, data);
}

/** The n × n identity. */
export function identity(n: number): Matrix {
  return matrix(n, n, Float64Array.from({ length: n * n }, (_, i) => i % (n + 1) === 0 ? 1 : 0));
}

/** The transpose. */
export function transposed(of: Matrix): Matrix {
  const data = Float64Array.from(of.data, (_, i) => of.data[(i % of.rows) * of.columns + Math.floor(i / of.rows)]);
  return matrix(of.columns, of.rows, data);
}

/** The product by three plain loops. */
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

/** The largest magnitude. */
export function largest(values: ArrayLike<number>): number {
  return Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Within `tolerance` of `size`, the largest expected magnitude if absent. */
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

/** Within `tolerance` of each expected entry. */
export function assertEachClose(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; i++) assertClose([actual[i]], [expected[i]], tolerance);
}
