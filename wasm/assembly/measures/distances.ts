// Distances of values from the largest one, as fractions of their spread: numbers in [-1, 0], two at a time.
import { at } from "../memory";

/**
 * Replaces T values by their distances from `worst`, the largest, as fractions of the spread, and the double behind an
 * odd number of them by 0. Returns how many values are the largest, or below it by at most the fraction `tied` of the
 * spread.
 */
export function measureFrom(values: usize, T: i32, worst: f64, spread: f64, tied: f64): i32 {
  const origin = f64x2.splat(worst), unit = f64x2.splat(spread), near = f64x2.splat(-tied * spread);
  let ties = i64x2.splat(0);
  if (T & 1) store<f64>(at(values, T), worst);
  for (let i = 0; i < T; i += 2) {
    const below = f64x2.sub(v128.load(at(values, i)), origin);
    ties = i64x2.sub(ties, f64x2.ge(below, near));
    v128.store(at(values, i), f64x2.div(below, unit));
  }
  const count = <i32> (i64x2.extract_lane(ties, 0) + i64x2.extract_lane(ties, 1));
  return count - (T & 1);
}

/** Returns the variance of T distances, behind an odd number of which stands a 0. */
export function varianceOfDistances(distances: usize, T: i32): f64 {
  let firsts = f64x2.splat(0), seconds = f64x2.splat(0);
  for (let i = 0; i < T; i += 2) {
    const pair = v128.load(at(distances, i));
    firsts = f64x2.add(firsts, pair);
    seconds = f64x2.add(seconds, f64x2.mul(pair, pair));
  }
  const mean = (f64x2.extract_lane(firsts, 0) + f64x2.extract_lane(firsts, 1)) / <f64> T;
  return (f64x2.extract_lane(seconds, 0) + f64x2.extract_lane(seconds, 1)) / <f64> T - mean * mean;
}
