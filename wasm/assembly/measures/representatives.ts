// Replaces many values by a few weighted ones, for which the sum of a smooth function is nearly the same. Each bin
// gives two values that match its first four moments: the nodes of its Gauss quadrature. Bins become narrower
// towards 0.
// Reference: Golub, Welsch (1969), Calculation of Gauss quadrature rules, Mathematics of Computation 23.
import { at } from "../memory";

const BINS: i32 = 64;
/** Bytes of a bin for representative values: a count, and the sums of the values, their squares and their cubes. */
const BIN_BYTES: usize = 32;
/**
 * Largest absolute skewness of a bin that its two values match. It keeps them near the bin where rounding errors decide
 * the skewness.
 */
const MOST_SKEWNESS = 4.0;

/** Bytes that the representative values, their weights and the bins need. */
export const REPRESENTATIVES_BYTES: usize = <usize> BINS * (32 + BIN_BYTES);

/** Whether a number of values is large enough to replace them by a few weighted representatives. */
export function isWorthReducing(n: i32): bool {
  return n > 4 * BINS;
}

/** Returns the address of the weights that follow the representative values in memory. */
export function weightsOf(representatives: usize): usize {
  return representatives + (<usize> BINS << 4);
}

/**
 * Writes representatives of x (n doubles in [-1, 0]) and their weights. Returns their number, which is even; the last
 * one may have the weight 0. Values in ascending order take less time.
 */
export function representativesOf(x: usize, n: i32, representatives: usize): i32 {
  const weights = weightsOf(representatives), bins = weights + (<usize> BINS << 4);
  memory.fill(bins, 0, BIN_BYTES * BINS);
  if (isAscending(x, n)) binAscending(x, n, bins);
  else binAny(x, n, bins);
  let count = 0;
  for (let bin = bins, end = bins + BIN_BYTES * BINS; bin < end; bin += BIN_BYTES) {
    const times = load<f64>(bin);
    if (times == 0) continue;
    const mean = load<f64>(bin, 8) / times, square = load<f64>(bin, 16) / times, cube = load<f64>(bin, 24) / times;
    const variance = max(0, square - mean * mean), deviation = Math.sqrt(variance);
    if (times == 1 || deviation == 0) {
      store<f64>(at(representatives, count), mean);
      store<f64>(at(weights, count++), times);
      continue;
    }
    const third = (cube - mean * (3 * variance + mean * mean)) / (variance * deviation);
    const half = max(-MOST_SKEWNESS, min(MOST_SKEWNESS, third)) / 2, radius = Math.sqrt(1 + half * half);
    const upper = times * (radius - half) / (2 * radius);
    store<f64>(at(representatives, count), min(mean + deviation * (half + radius), 0));
    store<f64>(at(weights, count++), upper);
    store<f64>(at(representatives, count), mean + deviation * (half - radius));
    store<f64>(at(weights, count++), times - upper);
  }
  if ((count & 1) == 0) return count;
  store<f64>(at(representatives, count), 0);
  store<f64>(at(weights, count++), 0);
  return count;
}

function isAscending(x: usize, n: i32): bool {
  for (let i = 1; i < n; i++) if (load<f64>(at(x, i - 1)) > load<f64>(at(x, i))) return false;
  return true;
}

function binAny(x: usize, n: i32, bins: usize): void {
  for (let i = 0; i < n; i++) {
    const value = load<f64>(at(x, i)), square = value * value;
    const bin = bins + BIN_BYTES * <usize> min(BINS - 1, <i32> Math.sqrt(-value * (BINS * BINS)));
    store<f64>(bin, load<f64>(bin) + 1);
    store<f64>(bin, load<f64>(bin, 8) + value, 8);
    store<f64>(bin, load<f64>(bin, 16) + square, 16);
    store<f64>(bin, load<f64>(bin, 24) + square * value, 24);
  }
}

/** Adds up the values of each bin, one bin after the other. The last bin begins at -1, the first one ends at 0. */
function binAscending(x: usize, n: i32, bins: usize): void {
  let i = 0;
  for (let b = BINS - 1; b >= 0 && i < n; b--) {
    const first = i, end = -<f64> (b * b) / <f64> (BINS * BINS);
    let sum = 0.0, squares = 0.0, cubes = 0.0;
    for (; i < n; i++) {
      const value = load<f64>(at(x, i));
      if (value > end) break;
      const square = value * value;
      sum += value;
      squares += square;
      cubes += square * value;
    }
    const bin = bins + BIN_BYTES * <usize> b;
    store<f64>(bin, <f64> (i - first));
    store<f64>(bin, sum, 8);
    store<f64>(bin, squares, 16);
    store<f64>(bin, cubes, 24);
  }
}
