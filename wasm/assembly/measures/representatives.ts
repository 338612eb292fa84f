// A few weighted values in the place of many, whose sums of a smooth function nearly agree: of each bin two at its mean
// and its deviation around it, which have its first three moments where it is even. Bins narrow towards 0.
import { at } from "../memory";

const BINS: i32 = 64;
/** A count, a sum and a sum of squares. */
const BIN_BYTES: usize = 24;

/** Room for weights and bins behind the values. */
export const REPRESENTATIVES_BYTES: usize = <usize> BINS * (32 + BIN_BYTES);

/** Whether so many values are worth it. */
export function isWorthReducing(n: i32): bool {
  return n > 4 * BINS;
}

/** The weights of representatives. */
export function weightsOf(representatives: usize): usize {
  return representatives + (<usize> BINS << 4);
}

/**
 * x: n doubles in [-scale, 0]. Answers how many representatives there are, an even number, of which the last may weigh
 * nothing.
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
