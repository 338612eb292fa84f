// Scaled program of the general solver: minimise ½x'Px + q'x subject to l ≤ M x ≤ u and lower ≤ x ≤ upper. M holds the
// rows of A and G, without rows that have no limit. Every row and column is scaled to entries of about 1.
// Reference: Ruiz (2001), A scaling algorithm to equilibrate both rows and columns norms in matrices.
import { allocate, at, entry, get, set, setId } from "../memory";
import { Status } from "../status";
import { QuadraticArguments } from "./quadratic_arguments";
import { axpy, dot } from "../linear_algebra/dot";

const PASSES: i32 = 6;

/** Number of variables and of retained rows of the scaled quadratic program. */
export let n: i32 = 0;
export let m: i32 = 0;

export let P: usize = 0;
export let q: usize = 0;
export let M: usize = 0;
export let rowLower: usize = 0;
export let rowUpper: usize = 0;
export let lower: usize = 0;
export let upper: usize = 0;

/**
 * Scales of the quadratic program: x = columnScale × scaled x, and multiplier = rowScale × scaled multiplier /
 * costScale.
 */
export let columnScale: usize = 0;
export let rowScale: usize = 0;
export let costScale: f64 = 1;
/** Original index of each retained row of the quadratic program (rows of A first, then of G), i32. */
export let origin: usize = 0;

/** Copies and scales the quadratic program. Returns INFEASIBLE where a lower limit exceeds its upper limit. */
export function loadProgram(given: QuadraticArguments): Status {
  n = given.variables;
  const equalities = given.equalities, inequalities = given.inequalities, most = equalities + inequalities;
  P = allocate((<usize> n * <usize> n) << 3);
  M = allocate((<usize> most * <usize> n) << 3);
  q = allocate(<usize> n << 3);
  lower = allocate(<usize> n << 3);
  upper = allocate(<usize> n << 3);
  columnScale = allocate(<usize> n << 3);
  rowLower = allocate(<usize> most << 3);
  rowUpper = allocate(<usize> most << 3);
  rowScale = allocate(<usize> most << 3);
  origin = allocate(<usize> most << 2);
  if (P == 0 || M == 0 || q == 0 || lower == 0 || upper == 0 || columnScale == 0) return Status.OUT_OF_MEMORY;
  if (rowLower == 0 || rowUpper == 0 || rowScale == 0 || origin == 0) return Status.OUT_OF_MEMORY;
  m = 0;
  for (let i = 0; i < equalities; i++) retainRow(i, at(given.A, i * n), get(given.b, i), get(given.b, i));
  for (let i = 0; i < inequalities; i++) {
    const low = get(given.l, i), high = get(given.u, i);
    if (areCrossed(low, high)) return Status.INFEASIBLE;
    if (low > -Infinity || high < Infinity) retainRow(equalities + i, at(given.G, i * n), low, high);
  }
  for (let j = 0; j < n; j++) {
    if (areCrossed(get(given.lower, j), get(given.upper, j))) return Status.INFEASIBLE;
  }
  memory.copy(P, given.P, (<usize> n * <usize> n) << 3);
  equilibrate();
  for (let j = 0; j < n; j++) {
    const s = get(columnScale, j);
    set(q, j, get(given.q, j) * s);
    set(lower, j, get(given.lower, j) / s);
    set(upper, j, get(given.upper, j) / s);
  }
  scaleCost();
  return Status.DONE;
}

function areCrossed(low: f64, high: f64): bool {
  return !(low <= high) || low == Infinity || high == -Infinity;
}

function retainRow(given: i32, source: usize, low: f64, high: f64): void {
  memory.copy(entry(M, n, m, 0), source, <usize> n << 3);
  set(rowLower, m, low);
  set(rowUpper, m, high);
  setId(origin, m, given);
  m++;
}

function equilibrate(): void {
  for (let j = 0; j < n; j++) set(columnScale, j, 1);
  for (let i = 0; i < m; i++) set(rowScale, i, 1);
  const largest = allocate(<usize> n << 3);
  for (let pass = 0; pass < PASSES; pass++) {
    memory.fill(largest, 0, <usize> n << 3);
    for (let i = 0; i < n; i++) widen(largest, entry(P, n, i, 0));
    for (let i = 0; i < m; i++) {
      const row = entry(M, n, i, 0);
      let most = 0.0;
      for (let j = 0; j < n; j++) most = max(most, abs(get(row, j)));
      widen(largest, row);
      const s = inverseRoot(most);
      set(rowScale, i, get(rowScale, i) * s);
      for (let j = 0; j < n; j++) set(row, j, get(row, j) * s);
    }
    let even = true;
    for (let j = 0; j < n; j++) {
      const s = inverseRoot(get(largest, j));
      if (s < 0.9 || s > 1.1) even = false;
      set(largest, j, s);
      set(columnScale, j, get(columnScale, j) * s);
    }
    for (let i = 0; i < n; i++) {
      const row = entry(P, n, i, 0), s = get(largest, i);
      for (let j = 0; j < n; j++) set(row, j, get(row, j) * s * get(largest, j));
    }
    for (let i = 0; i < m; i++) {
      const row = entry(M, n, i, 0);
      for (let j = 0; j < n; j++) set(row, j, get(row, j) * get(largest, j));
    }
    if (even) break;
  }
  for (let i = 0; i < m; i++) {
    set(rowLower, i, get(rowLower, i) * get(rowScale, i));
    set(rowUpper, i, get(rowUpper, i) * get(rowScale, i));
  }
}

function widen(largest: usize, row: usize): void {
  for (let j = 0; j < n; j++) set(largest, j, max(get(largest, j), abs(get(row, j))));
}

function inverseRoot(size: f64): f64 {
  return size > 0 ? 1 / Math.sqrt(size) : 1;
}

/**
 * Scales the cost of the quadratic program, so that 1 is the larger of two sizes: the largest absolute entry of q, and
 * the mean over the columns of P of their largest absolute entries.
 */
function scaleCost(): void {
  let mean = 0.0, most = 0.0;
  for (let j = 0; j < n; j++) {
    const row = entry(P, n, j, 0);
    let size = 0.0;
    for (let k = 0; k < n; k++) size = max(size, abs(get(row, k)));
    mean += size / <f64> n;
    most = max(most, abs(get(q, j)));
  }
  const size = max(mean, most);
  costScale = size > 0 ? 1 / size : 1;
  for (let j = 0; j < n; j++) {
    set(q, j, get(q, j) * costScale);
    const row = entry(P, n, j, 0);
    for (let k = 0; k < n; k++) set(row, k, get(row, k) * costScale);
  }
}

/** Writes the gradient of the quadratic program's Lagrangian, P x + q + M'y, to `out`. */
export function gradientOf(x: usize, y: usize, out: usize): void {
  for (let j = 0; j < n; j++) set(out, j, dot(entry(P, n, j, 0), x, n) + get(q, j));
  addRows(y, out);
}

/** Adds the product M'y of the quadratic program's rows M and multipliers y to the vector `out`. */
export function addRows(y: usize, out: usize): void {
  for (let i = 0; i < m; i++) {
    const value = get(y, i);
    if (value != 0) axpy(value, entry(M, n, i, 0), out, n);
  }
}

/** Writes the product M x, the values of the quadratic program's rows, to `out`. */
export function valuesOf(x: usize, out: usize): void {
  for (let i = 0; i < m; i++) set(out, i, dot(entry(M, n, i, 0), x, n));
}
