// Finds the largest or smallest of finite values, two at a time. With an odd number of values one more double behind
// them is written, so there must be room for it.
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

function fillUp(x: usize, n: i32): void {
  if (n & 1) store<f64>(at(x, n), load<f64>(x));
}
