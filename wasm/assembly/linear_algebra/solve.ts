// Solves A X = B for a general square matrix by Gaussian elimination with row pivots.
// Reference: Golub, Van Loan, Matrix Computations, §3.4.
import { shouldStop } from "../host";
import { at, entry, get } from "../memory";
import { Status } from "../status";
import { axpy } from "./dot";

/**
 * Solves A X = B for a square matrix A: sets b := A⁻¹ b. a: n × n, overwritten. b: n × m. largest: n doubles of
 * workspace. Returns NOT_POSITIVE_DEFINITE where A is singular: a pivot is not above `tolerance` times the largest
 * entry of its column in A.
 */
export function solve(a: usize, n: i32, b: usize, m: i32, tolerance: f64, largest: usize): Status {
  for (let j = 0; j < n; j++) store<f64>(at(largest, j), tolerance * largestBelow(a, n, 0, j));
  for (let k = 0; k < n; k++) {
    if ((k & 7) == 0 && shouldStop()) return Status.STOPPED;
    const pivot = pivotBelow(a, n, k);
    const value = load<f64>(entry(a, n, pivot, k));
    if (!(Math.abs(value) > get(largest, k))) return Status.NOT_POSITIVE_DEFINITE;
    if (pivot != k) {
      swap(entry(a, n, pivot, k), entry(a, n, k, k), n - k);
      swap(entry(b, m, pivot, 0), entry(b, m, k, 0), m);
    }
    for (let i = k + 1; i < n; i++) {
      const factor = load<f64>(entry(a, n, i, k)) / value;
      if (factor == 0) continue;
      axpy(-factor, entry(a, n, k, k + 1), entry(a, n, i, k + 1), n - k - 1);
      axpy(-factor, entry(b, m, k, 0), entry(b, m, i, 0), m);
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    if ((k & 7) == 0 && shouldStop()) return Status.STOPPED;
    const row = entry(b, m, k, 0);
    for (let j = k + 1; j < n; j++) axpy(-load<f64>(entry(a, n, k, j)), entry(b, m, j, 0), row, m);
    const value = load<f64>(entry(a, n, k, k));
    for (let j = 0; j < m; j++) store<f64>(at(row, j), get(row, j) / value);
  }
  return Status.DONE;
}

function pivotBelow(a: usize, n: i32, k: i32): i32 {
  let best = k;
  for (let i = k + 1; i < n; i++) {
    if (Math.abs(load<f64>(entry(a, n, i, k))) > Math.abs(load<f64>(entry(a, n, best, k)))) best = i;
  }
  return best;
}

function largestBelow(a: usize, n: i32, from: i32, column: i32): f64 {
  let most: f64 = 0;
  for (let i = from; i < n; i++) most = max(most, Math.abs(load<f64>(entry(a, n, i, column))));
  return most;
}

function swap(x: usize, y: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const kept = get(x, i);
    store<f64>(at(x, i), get(y, i));
    store<f64>(at(y, i), kept);
  }
}
