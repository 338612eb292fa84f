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

/** Returns the mean of T distances, behind an odd number of which stands a 0. */
export function meanOfDistances(distances: usize, T: i32): f64 {
  let sums = f64x2.splat(0);
  for (let i = 0; i < T; i += 2) sums = f64x2.add(sums, v128.load(at(distances, i)));
  return (f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)) / <f64> T;
}

/** Returns the variance of T distances, behind an odd number of which stands a 0. */
export function varianceOfDistances(distances: usize, T: i32): f64 {
  const mean = meanOfDistances(distances, T), centre = f64x2.splat(mean);
  let squares = f64x2.splat(0);
  for (let i = 0; i < T; i += 2) {
    const deviation = f64x2.sub(v128.load(at(distances, i)), centre);
    squares = f64x2.add(squares, f64x2.mul(deviation, deviation));
  }
  const whole = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
  return (T & 1 ? whole - mean * mean : whole) / <f64> T;
}
