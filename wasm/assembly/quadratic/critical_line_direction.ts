// Computes how the weights and multipliers of a basis change with the price of return, the factor of m'w in the
// objective ½w'Pw - price m'w of the critical line.
import { axpy, dot } from "../linear_algebra/dot";
import { get, getId, set } from "../memory";
import { multiplyInverse, size, sizesOfProduct } from "./bordered_inverse";
import {
  basis,
  change,
  means,
  multiplierChange,
  n,
  right,
  riskChange,
  rowOf,
  rows,
  rule,
  slopeChange,
  solved,
  volatility,
} from "./critical_line_state";

/** Fraction of the sum of its absolute terms below which a change along the critical line is a rounding error. */
const ROUNDING: f64 = 1e-13;

/**
 * Fraction of a typical change of weights (the largest mean return over the mean variance) below which a change along
 * the critical line is left over from cancellation.
 */
const STANDING: f64 = 1e-14;

/**
 * Largest change of a weight per unit of the price of return along the critical line. 0 where the point does not move.
 */
export let speed: f64 = 0;

/**
 * Upper bound of the volatility of the change along the critical line: sum of volatilities times absolute changes of
 * the weights.
 */
let pace: f64 = 0;

/**
 * Computes how the weights w, the multipliers and P w change per unit of the price of return along the critical line.
 */
export function aimLine(): void {
  memory.fill(change, 0, <usize> n << 3);
  memory.fill(multiplierChange, 0, <usize> rows << 3);
  memory.fill(riskChange, 0, <usize> n << 3);
  for (let k = 0; k < size; k++) set(right, k, rightSide(k));
  multiplyInverse(right, solved);
  take();
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < size; k++) {
      const e = getId(basis, k);
      set(right, k, e < n ? -slopeChange(e) : -dot(rule(e - n), change, n));
    }
    const before = speed;
    multiplyInverse(right, solved);
    if (take() <= 1e-12 * before) break;
  }
  clearRounding();
}

/**
 * Returns the right side of the critical line's equations for the k-th basic entity: the mean return for a variable, 0
 * for a row.
 */
function rightSide(k: i32): f64 {
  const e = getId(basis, k);
  return e < n ? get(means, e) : 0;
}

/**
 * Adds the solution of the critical line's equations to the changes of weights and multipliers. Returns the largest
 * absolute entry among the variables.
 */
function take(): f64 {
  let most = 0.0;
  speed = 0;
  for (let k = 0; k < size; k++) {
    const e = getId(basis, k), by = get(solved, k);
    if (e >= n) {
      set(multiplierChange, e - n, get(multiplierChange, e - n) - by);
      continue;
    }
    set(change, e, get(change, e) + by);
    most = max(most, abs(by));
    speed = max(speed, abs(get(change, e)));
    if (by != 0) axpy(by, rowOf(e), riskChange, n);
  }
  return most;
}

/** Sets changes of weights and multipliers along the critical line to 0 that are only rounding errors. */
function clearRounding(): void {
  for (let k = 0; k < size; k++) set(right, k, rightSide(k));
  sizesOfProduct(right, solved);
  const least = STANDING * usualChange();
  speed = 0;
  pace = 0;
  for (let k = 0; k < size; k++) {
    const e = getId(basis, k), noise = ROUNDING * get(solved, k);
    if (e >= n) {
      if (abs(get(multiplierChange, e - n)) <= noise) set(multiplierChange, e - n, 0);
      continue;
    }
    if (abs(get(change, e)) <= max(noise, least)) set(change, e, 0);
    speed = max(speed, abs(get(change, e)));
    pace += get(volatility, e) * abs(get(change, e));
  }
  if (speed == 0) memory.fill(riskChange, 0, <usize> n << 3);
}

function usualChange(): f64 {
  let variance = 0.0, mean = 0.0;
  for (let i = 0; i < n; i++) {
    variance += get(volatility, i) * get(volatility, i);
    mean = max(mean, abs(get(means, i)));
  }
  return variance > 0 ? mean * <f64> n / variance : 0;
}

/**
 * Returns the change per unit of the price of return of entry i of the critical line's gradient, or 0 where it is only
 * a rounding error.
 */
export function clearSlopeChange(i: i32): f64 {
  const value = slopeChange(i);
  let made = get(volatility, i) * pace + abs(get(means, i));
  for (let r = 0; r < rows; r++) {
    const by = get(multiplierChange, r);
    if (by != 0) made += abs(by * get(rule(r), i));
  }
  return abs(value) <= ROUNDING * made ? 0 : value;
}

/**
 * Returns the change of a row's value per unit of the price of return along the critical line, or 0 where it is only a
 * rounding error.
 */
export function clearRowChange(r: i32): f64 {
  if (speed == 0) return 0;
  let sum = 0.0, made = 0.0;
  for (let i = 0; i < n; i++) {
    const term = get(rule(r), i) * get(change, i);
    sum += term;
    made += abs(term);
  }
  return abs(sum) <= ROUNDING * made ? 0 : sum;
}
