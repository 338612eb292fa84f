// Inverse of a symmetric matrix to which rows are added and from which rows are removed. Each change of a row is a
// rank-one update.
// Reference: Golub, Van Loan (2013), Matrix computations, 2.1.4.
import { axpy, dot } from "../linear_algebra/dot";
import { allocate, at, entry, get, set } from "../memory";
import { Status } from "../status";

/**
 * Smallest pivot of the bordered matrix, as a fraction of the terms from which it is computed. A smaller pivot has too
 * few accurate digits.
 */
const LOST: f64 = 1e-12;

/** Number of rows of the matrix whose inverse is kept. */
export let size: i32 = 0;

let inverse: usize = 0;
let stride: i32 = 0;
let product: usize = 0;
let magnitudes: usize = 0;

/** Creates the inverse of a symmetric matrix without rows, which grows as rows are added. */
export function emptyInverse(): Status {
  stride = 0;
  inverse = 0;
  return grow(64);
}

/** Removes all rows from the symmetric matrix and its kept inverse. */
export function clearInverse(): void {
  size = 0;
}

function grow(rows: i32): Status {
  const to = allocate((<usize> rows * <usize> rows) << 3);
  product = allocate(<usize> rows << 3);
  magnitudes = allocate(<usize> rows << 3);
  if (to == 0 || product == 0 || magnitudes == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < size; i++) memory.copy(entry(to, rows, i, 0), entry(inverse, stride, i, 0), <usize> size << 3);
  inverse = to;
  stride = rows;
  return Status.DONE;
}

/**
 * Adds a last row to the symmetric matrix and updates its inverse. The row is given by its entries before the diagonal
 * and its diagonal entry. `sign` is the required sign of the pivot. Returns NOT_POSITIVE_DEFINITE, without a change,
 * where the pivot has the other sign or is lost in rounding.
 */
export function appendRow(column: usize, diagonal: f64, sign: f64): Status {
  if (size == stride) {
    const status = grow(2 * stride);
    if (status != Status.DONE) return status;
  }
  let pivot = diagonal, made = abs(diagonal);
  for (let i = 0; i < size; i++) {
    const value = dot(entry(inverse, stride, i, 0), column, size), term = get(column, i) * value;
    set(product, i, value);
    pivot -= term;
    made += abs(term);
  }
  if (!(sign * pivot > LOST * made)) return Status.NOT_POSITIVE_DEFINITE;
  for (let i = 0; i < size; i++) {
    const by = get(product, i) / pivot;
    axpy(by, product, entry(inverse, stride, i, 0), size);
    store<f64>(entry(inverse, stride, i, size), -by);
    store<f64>(entry(inverse, stride, size, i), -by);
  }
  store<f64>(entry(inverse, stride, size, size), 1 / pivot);
  size++;
  return Status.DONE;
}

/** Removes the row at `place` from the symmetric matrix and its kept inverse. The last row moves there. */
export function removeRow(place: i32): void {
  const last = size - 1;
  if (place != last) swap(place, last);
  const row = entry(inverse, stride, last, 0), diagonal = load<f64>(at(row, last));
  size = last;
  for (let i = 0; i < size; i++) {
    axpy(-load<f64>(at(row, i)) / diagonal, row, entry(inverse, stride, i, 0), size);
  }
}

/** Returns the diagonal entry of the kept inverse at a row: one over the pivot of that row. */
export function inverseDiagonal(place: i32): f64 {
  return load<f64>(entry(inverse, stride, place, place));
}

function swap(a: i32, b: i32): void {
  for (let j = 0; j < size; j++) swapDoubles(entry(inverse, stride, a, j), entry(inverse, stride, b, j));
  for (let i = 0; i < size; i++) swapDoubles(entry(inverse, stride, i, a), entry(inverse, stride, i, b));
}

function swapDoubles(a: usize, b: usize): void {
  const kept = load<f64>(a);
  store<f64>(a, load<f64>(b));
  store<f64>(b, kept);
}

/** Writes the product of the kept inverse and a vector to `out`. */
export function multiplyInverse(vector: usize, out: usize): void {
  for (let i = 0; i < size; i++) set(out, i, dot(entry(inverse, stride, i, 0), vector, size));
}

/** Writes the sums of the absolute values of the terms in the product of the kept inverse and a vector to `out`. */
export function sizesOfProduct(vector: usize, out: usize): void {
  for (let j = 0; j < size; j++) set(magnitudes, j, abs(get(vector, j)));
  for (let i = 0; i < size; i++) {
    const row = entry(inverse, stride, i, 0);
    let sum = 0.0;
    for (let j = 0; j < size; j++) sum += abs(load<f64>(at(row, j))) * get(magnitudes, j);
    set(out, i, sum);
  }
}

/**
 * Updates the kept inverse for a matrix whose diagonal entry at `place` is smaller by `by`. Returns
 * NOT_POSITIVE_DEFINITE, without a change, where the pivot would change its sign or lose too many digits.
 */
export function lowerDiagonal(place: i32, by: f64): Status {
  const left = 1 - by * inverseDiagonal(place);
  if (!(left > LOST)) return Status.NOT_POSITIVE_DEFINITE;
  memory.copy(product, entry(inverse, stride, place, 0), <usize> size << 3);
  for (let i = 0; i < size; i++) axpy(by * get(product, i) / left, product, entry(inverse, stride, i, 0), size);
  return Status.DONE;
}
