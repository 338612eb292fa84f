// Iterate of the interior point method: the point, the slacks and multipliers of its limits, and its distance from an
// optimum.
import { allocate, at, entry, get, set } from "../memory";
import { dot } from "../linear_algebra/dot";
import { Status } from "../status";
import { addRows, lower, m, n, P, q, rowLower, rowUpper, upper, valuesOf } from "./program";

/** Number of pairs of a lower and an upper limit: one for each variable, then one for each row. */
export let count: i32 = 0;
/**
 * Iterate of the interior point method: the point x, the multipliers y of equality rows, and for each pair the slacks
 * and multipliers of the lower and upper limit.
 */
export let x: usize = 0;
export let y: usize = 0;
export let slackLower: usize = 0;
export let slackUpper: usize = 0;
export let dualLower: usize = 0;
export let dualUpper: usize = 0;
/**
 * Figures of the interior point method's iterate: values of the variables and rows, the gradient of the Lagrangian, and
 * M'y for the rows M.
 */
export let values: usize = 0;
export let gradient: usize = 0;
export let product: usize = 0;

let best: usize = 0;
let stateBytes: usize = 0;
let primalSize: f64 = 1;

/** Allocates memory for the interior point method's iterate of the loaded program. */
export function prepareIterate(): Status {
  count = n + m;
  stateBytes = <usize> (n + m + 4 * count) << 3;
  x = allocate(stateBytes);
  y = at(x, n);
  slackLower = at(y, m);
  slackUpper = at(slackLower, count);
  dualLower = at(slackUpper, count);
  dualUpper = at(dualLower, count);
  best = allocate(stateBytes);
  values = allocate(<usize> count << 3);
  gradient = allocate(<usize> n << 3);
  product = allocate(<usize> n << 3);
  const isShort = x == 0 || best == 0 || values == 0 || gradient == 0 || product == 0;
  return isShort ? Status.OUT_OF_MEMORY : Status.DONE;
}

/** Stores the current iterate of the interior point method as the best one. */
export function keepBest(): void {
  memory.copy(best, x, stateBytes);
}

/** Restores the best iterate of the interior point method. */
export function restoreBest(): void {
  memory.copy(x, best, stateBytes);
}

/** Returns the lower limit of pair c (a variable, or after the variables a row). */
export function low(c: i32): f64 {
  return c < n ? get(lower, c) : get(rowLower, c - n);
}

export function high(c: i32): f64 {
  return c < n ? get(upper, c) : get(rowUpper, c - n);
}

export function isEquality(c: i32): bool {
  return low(c) == high(c);
}

/** Computes the values of the variables and rows at the interior point method's current point. */
export function computeValues(): void {
  memory.copy(values, x, <usize> n << 3);
  valuesOf(x, at(values, n));
}

/** Computes the gradient of the Lagrangian and returns the largest relative residual of the optimality conditions. */
export function measure(): f64 {
  computeValues();
  let dualSize = 1.0, objective = 0.0;
  primalSize = 1;
  for (let j = 0; j < n; j++) {
    const value = dot(entry(P, n, j, 0), x, n);
    dualSize = max(dualSize, max(abs(value), abs(get(q, j))));
    objective += get(x, j) * (0.5 * value + get(q, j));
    set(gradient, j, value + get(q, j));
  }
  for (let i = 0; i < m; i++) {
    if (!isEquality(n + i)) set(y, i, get(dualUpper, n + i) - get(dualLower, n + i));
  }
  memory.fill(product, 0, <usize> n << 3);
  addRows(y, product);
  let dual = 0.0, primal = 0.0, gap = 0.0;
  for (let j = 0; j < n; j++) {
    dualSize = max(dualSize, abs(get(product, j)));
    set(gradient, j, get(gradient, j) + get(product, j) + get(dualUpper, j) - get(dualLower, j));
    if (!isEquality(j)) dual = max(dual, abs(get(gradient, j)));
  }
  for (let c = 0; c < count; c++) {
    const value = get(values, c);
    primalSize = max(primalSize, abs(value));
    if (isEquality(c)) {
      if (c >= n) primal = max(primal, abs(value - low(c)));
      continue;
    }
    if (get(dualLower, c) > 0) {
      primal = max(primal, abs(value - low(c) - get(slackLower, c)));
      gap += get(dualLower, c) * get(slackLower, c);
    }
    if (get(dualUpper, c) > 0) {
      primal = max(primal, abs(high(c) - value - get(slackUpper, c)));
      gap += get(dualUpper, c) * get(slackUpper, c);
    }
  }
  return max(max(dual / dualSize, primal / primalSize), gap / (1 + abs(objective)));
}

/**
 * Returns by how much the slack of pair c differs from the distance to its lower limit. A rounding error of large
 * values counts as 0, because a small slack would otherwise follow it.
 */
export function gapLower(c: i32): f64 {
  return unlessRounding(get(values, c) - low(c) - get(slackLower, c), c, low(c));
}

export function gapUpper(c: i32): f64 {
  return unlessRounding(high(c) - get(values, c) - get(slackUpper, c), c, high(c));
}

function unlessRounding(gap: f64, c: i32, limit: f64): f64 {
  const size = c < n ? abs(get(values, c)) + abs(limit) : primalSize;
  return abs(gap) <= 1e-15 * size ? 0 : gap;
}
