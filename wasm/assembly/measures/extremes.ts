// Finds the largest or smallest of finite values, tells whether values are finite, and negates them, two at a time.
// With an odd number of values one more double behind them is written, so there must be room for it.
import { at } from "../memory";

/** Returns the largest of n doubles. */
export function largestOf(x: usize, n: i32): f64 {
  fillUp(x, n);
  let most = v128.load(x);
  for (let i = 2; i < n; i += 2) most = f64x2.pmax(most, v128.load(at(x, i)));
  return max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}

/** Returns the smallest of n doubles. */
export function leastOf(x: usize, n: i32): f64 {
  fillUp(x, n);
  let least = v128.load(x);
  for (let i = 2; i < n; i += 2) least = f64x2.pmin(least, v128.load(at(x, i)));
  return min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
}

/** Returns whether all of n doubles are finite. */
export function areFinite(x: usize, n: i32): bool {
  fillUp(x, n);
  // 0 times a number that is not finite is NaN.
  let zeros = f64x2.splat(0);
  for (let i = 0; i < n; i += 2) zeros = f64x2.add(zeros, f64x2.mul(v128.load(at(x, i)), f64x2.splat(0)));
  return f64x2.extract_lane(zeros, 0) + f64x2.extract_lane(zeros, 1) == 0;
}

/** Replaces n doubles by their negatives. Behind an odd number of them one more double is written. */
export function negate(x: usize, n: i32): void {
  for (let i = 0; i < n; i += 2) v128.store(at(x, i), f64x2.neg(v128.load(at(x, i))));
}

function fillUp(x: usize, n: i32): void {
  if (n & 1) store<f64>(at(x, n), load<f64>(x));
}
