// Replaces many values by a few weighted ones, for which the sum of a smooth function is nearly the same. Each bin
// gives two values, at its mean plus and minus its standard deviation, which match its first three moments where the
// bin is symmetric. Bins become narrower towards 0.
import { at } from "../memory";

const BINS: i32 = 64;
/** Bytes of a bin for representative values: a count, a sum and a sum of squares. */
const BIN_BYTES: usize = 24;

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
 * Writes representatives of x (n doubles in [-scale, 0]) and their weights. Returns their number, which is even; the
 * last one may have the weight 0.
 */
export function representativesOf(x: usize, n: i32, scale: f64, representatives: usize): i32 {
  const weights = weightsOf(representatives), bins = weights + (<usize> BINS << 4);
  const end = bins + BIN_BYTES * BINS, narrowing = <f64> BINS * <f64> BINS / scale;
  memory.fill(bins, 0, BIN_BYTES * BINS);
  for (let i = 0; i < n; i++) {
    const value = load<f64>(at(x, i));
    const bin = bins + BIN_BYTES * <usize> min(BINS - 1, <i32> Math.sqrt(-value * narrowing));
    store<f64>(bin, load<f64>(bin) + 1);
    store<f64>(bin, load<f64>(bin, 8) + value, 8);
    store<f64>(bin, load<f64>(bin, 16) + value * value, 16);
  }
  let count = 0;
  for (let bin = bins; bin < end; bin += BIN_BYTES) {
    const times = load<f64>(bin);
    if (times == 0) continue;
    const mean = load<f64>(bin, 8) / times;
    const deviation = times == 1 ? 0 : Math.sqrt(max(0, load<f64>(bin, 16) / times - mean * mean));
    store<f64>(at(representatives, count), min(mean + deviation, 0));
    store<f64>(at(weights, count++), times == 1 ? 1 : times / 2);
    if (times == 1) continue;
    store<f64>(at(representatives, count), mean - deviation);
    store<f64>(at(weights, count++), times / 2);
  }
  if ((count & 1) == 0) return count;
  store<f64>(at(representatives, count), 0);
  store<f64>(at(weights, count++), 0);
  return count;
}
