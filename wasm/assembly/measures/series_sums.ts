// Sums over a series of T values, two at a time. Where T is odd, one more double behind the values is written, so that
// it adds nothing to a sum; `allocate` leaves room for it.
import { shouldStop } from "../host";
import { at } from "../memory";
import { Status } from "../status";
import { largestOf, leastOf } from "./extremes";

/**
 * Computes the mean, the least and the largest of T values x, and over their deviations d from the mean the sums of
 * |d|, d², min(d, 0)², d³ and d⁴. out: these eight doubles. The mean sums differences from the first value, so that it
 * is exact for equal values.
 */
export function seriesSums(x: usize, T: i32, out: usize): Status {
  if (shouldStop()) return Status.STOPPED;
  const least = leastOf(x, T), largest = largestOf(x, T), origin = load<f64>(x);
  const mean = origin + sumFrom(x, T, origin) / <f64> T;
  const centre = f64x2.splat(mean), none = f64x2.splat(0);
  let sizes = none, squares = none, squaresBelow = none, cubes = none, fourths = none;
  if (T & 1) store<f64>(at(x, T), mean);
  for (let i = 0; i < T; i += 2) {
    const d = f64x2.sub(v128.load(at(x, i)), centre), square = f64x2.mul(d, d), below = f64x2.pmin(d, none);
    sizes = f64x2.add(sizes, f64x2.abs(d));
    squares = f64x2.add(squares, square);
    squaresBelow = f64x2.add(squaresBelow, f64x2.mul(below, below));
    cubes = f64x2.add(cubes, f64x2.mul(square, d));
    fourths = f64x2.add(fourths, f64x2.mul(square, square));
  }
  store<f64>(out, mean);
  store<f64>(out, least, 8);
  store<f64>(out, largest, 16);
  store<f64>(out, sum(sizes), 24);
  store<f64>(out, sum(squares), 32);
  store<f64>(out, sum(squaresBelow), 40);
  store<f64>(out, sum(cubes), 48);
  store<f64>(out, sum(fourths), 56);
  return Status.DONE;
}

/**
 * Computes sums over the differences e of T values x from a target: of max(e, 0), of max(-e, 0), and of min(e, 0)².
 * out: these three doubles.
 */
export function targetSums(x: usize, T: i32, target: f64, out: usize): Status {
  if (shouldStop()) return Status.STOPPED;
  const centre = f64x2.splat(target), none = f64x2.splat(0);
  let gains = none, shortfalls = none, squares = none;
  if (T & 1) store<f64>(at(x, T), target);
  for (let i = 0; i < T; i += 2) {
    const e = f64x2.sub(v128.load(at(x, i)), centre), below = f64x2.pmin(e, none);
    gains = f64x2.add(gains, f64x2.pmax(e, none));
    shortfalls = f64x2.sub(shortfalls, below);
    squares = f64x2.add(squares, f64x2.mul(below, below));
  }
  store<f64>(out, sum(gains));
  store<f64>(out, sum(shortfalls), 8);
  store<f64>(out, sum(squares), 16);
  return Status.DONE;
}

/**
 * Computes the sums of the fourth and sixth powers of (x - mean) / scale over T values x, and the same sums of
 * min(x - mean, 0) / scaleBelow. out: these four doubles.
 */
export function powerSums(x: usize, T: i32, mean: f64, scale: f64, scaleBelow: f64, out: usize): Status {
  if (shouldStop()) return Status.STOPPED;
  const centre = f64x2.splat(mean), none = f64x2.splat(0);
  const inverse = f64x2.splat(1 / scale), inverseBelow = f64x2.splat(1 / scaleBelow);
  let fourths = none, sixths = none, fourthsBelow = none, sixthsBelow = none;
  if (T & 1) store<f64>(at(x, T), mean);
  for (let i = 0; i < T; i += 2) {
    const d = f64x2.sub(v128.load(at(x, i)), centre);
    const share = f64x2.mul(d, inverse), below = f64x2.mul(f64x2.pmin(d, none), inverseBelow);
    const square = f64x2.mul(share, share), squareBelow = f64x2.mul(below, below);
    const fourth = f64x2.mul(square, square), fourthBelow = f64x2.mul(squareBelow, squareBelow);
    fourths = f64x2.add(fourths, fourth);
    sixths = f64x2.add(sixths, f64x2.mul(fourth, square));
    fourthsBelow = f64x2.add(fourthsBelow, fourthBelow);
    sixthsBelow = f64x2.add(sixthsBelow, f64x2.mul(fourthBelow, squareBelow));
  }
  store<f64>(out, sum(fourths));
  store<f64>(out, sum(sixths), 8);
  store<f64>(out, sum(fourthsBelow), 16);
  store<f64>(out, sum(sixthsBelow), 24);
  return Status.DONE;
}

/**
 * Returns Σ (2 i - T + 1) (x_i - x_0) over T ascending values x_i, i = 0 … T - 1: the sum of the differences of all
 * pairs.
 */
export function sumOfPairs(x: usize, T: i32): f64 {
  const start = v128.load64_splat(x), step = f64x2.splat(4);
  let total = f64x2.splat(0), weight = f64x2.replace_lane(f64x2.splat(<f64> (1 - T)), 1, <f64> (3 - T));
  if (T & 1) store<f64>(at(x, T), load<f64>(x));
  for (let i = 0; i < T; i += 2) {
    total = f64x2.add(total, f64x2.mul(weight, f64x2.sub(v128.load(at(x, i)), start)));
    weight = f64x2.add(weight, step);
  }
  return sum(total);
}

/** Returns the sum of the differences of T values x from an origin. */
function sumFrom(x: usize, T: i32, origin: f64): f64 {
  const start = f64x2.splat(origin);
  let even = f64x2.splat(0), odd = f64x2.splat(0);
  if (T & 1) store<f64>(at(x, T), origin);
  const whole = T & ~3;
  for (let i = 0; i < whole; i += 4) {
    even = f64x2.add(even, f64x2.sub(v128.load(at(x, i)), start));
    odd = f64x2.add(odd, f64x2.sub(v128.load(at(x, i + 2)), start));
  }
  for (let i = whole; i < T; i += 2) even = f64x2.add(even, f64x2.sub(v128.load(at(x, i)), start));
  return sum(f64x2.add(even, odd));
}

@inline
function sum(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}
