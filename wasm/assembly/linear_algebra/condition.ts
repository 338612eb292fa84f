// Estimates the condition number of S = L L' in the 1-norm. The estimate is a lower bound, nearly always within a
// factor of 3.
// Reference: Higham (1988), FORTRAN codes for estimating the one-norm of a real or complex matrix, ACM TOMS 14,
// algorithm 4.1.
import { allocate, at, entry, mark, release } from "../memory";
import { solveLower, solveLowerTransposed } from "./triangular";

/** Returns the 1-norm of a symmetric n × n matrix: the largest sum of absolute values in a row. */
export function normOne(s: usize, n: i32): f64 {
  let largest = 0.0;
  for (let i = 0; i < n; i++) largest = max(largest, sumOfMagnitudes(entry(s, n, i, 0), n));
  return largest;
}

/**
 * Returns an estimate of the 1-norm of the inverse (L L')⁻¹ from the Cholesky factor L, or NaN where memory runs out.
 */
export function inverseNormOne(lower: usize, n: i32): f64 {
  const start = mark();
  const x = allocate(<usize> n << 3), signs = allocate(<usize> n << 3);
  if (x == 0 || signs == 0) return NaN;
  for (let i = 0; i < n; i++) store<f64>(at(x, i), 1 / <f64> n);
  let estimate = 0.0, unit = -1;
  for (let step = 0; step < 5; step++) {
    solve(lower, n, x);
    const norm = sumOfMagnitudes(x, n);
    if (step > 0 && norm <= estimate) break;
    estimate = norm;
    for (let i = 0; i < n; i++) store<f64>(at(signs, i), load<f64>(at(x, i)) < 0 ? -1 : 1);
    solve(lower, n, signs);
    const next = largestMagnitude(signs, n);
    if (next == unit) break;
    unit = next;
    memory.fill(x, 0, <usize> n << 3);
    store<f64>(at(x, unit), 1);
  }
  for (let i = 0; i < n; i++) {
    const v = n > 1 ? 1 + <f64> i / <f64> (n - 1) : 1.0;
    store<f64>(at(x, i), (i & 1) == 0 ? v : -v);
  }
  solve(lower, n, x);
  estimate = max(estimate, 2 * sumOfMagnitudes(x, n) / (3 * <f64> n));
  release(start);
  return estimate;
}

function solve(lower: usize, n: i32, x: usize): void {
  solveLower(lower, n, x);
  solveLowerTransposed(lower, n, x);
}

function sumOfMagnitudes(x: usize, n: i32): f64 {
  let sum = 0.0;
  for (let i = 0; i < n; i++) sum += abs(load<f64>(at(x, i)));
  return sum;
}

function largestMagnitude(x: usize, n: i32): i32 {
  let best = 0;
  for (let i = 1; i < n; i++) if (abs(load<f64>(at(x, i))) > abs(load<f64>(at(x, best)))) best = i;
  return best;
}
