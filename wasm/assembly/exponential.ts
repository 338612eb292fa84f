// exp of two numbers at a time: x = n log(2) + r with |r| ≤ log(2) / 2, log(2) in two parts of which the first times n
// is exact, and exp(r) = 1 + 2 r / (r coth(r / 2) - r). The series of r coth(r / 2) - 2 in r², 2 B_2k / (2k)! its
// coefficients (Abramowitz and Stegun, 4.5.67), is cut where it is below 1e-17.

/** Below it exp is less than the smallest normal number: 0 here. */
const LEAST = -708.0;
/** 1.5 · 2^52: added to a number it leaves no places for fractions. */
const WHOLE = 6755399441055744.0;
/** The bits of 1. */
const ONE: i64 = 0x3FF0000000000000;

/** exp(x), for x ≤ 0, within 2 ulp; 0 below -708. */
@inline
export function exponential(x: v128): v128 {
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(1.4426950408889634)), f64x2.splat(WHOLE));
  const n = f64x2.sub(shifted, f64x2.splat(WHOLE));
  const high = f64x2.sub(x, f64x2.mul(n, f64x2.splat(6.93147180369123816490e-1)));
  const low = f64x2.mul(n, f64x2.splat(1.90821492927058770002e-10));
  const r = f64x2.sub(high, low);
  const square = f64x2.mul(r, r);
  // In pairs, for a chain of all terms would keep the next two numbers waiting.
  const first = f64x2.add(f64x2.splat(1.0 / 6.0), f64x2.mul(square, f64x2.splat(-1.0 / 360.0)));
  const second = f64x2.add(f64x2.splat(1.0 / 15120.0), f64x2.mul(square, f64x2.splat(-1.0 / 604800.0)));
  const third = f64x2.add(f64x2.splat(1.0 / 23950080.0), f64x2.mul(square, f64x2.splat(-691.0 / 653837184000.0)));
  const fourth = f64x2.mul(square, square);
  const even = f64x2.add(first, f64x2.mul(fourth, f64x2.add(second, f64x2.mul(fourth, third))));
  const c = f64x2.sub(r, f64x2.mul(square, even));
  const quotient = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c));
  const reduced = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, quotient), high));
  // The last bits of the shifted number are n, and n above the mantissa is 2 to its power.
  const power = i64x2.add(i64x2.shl(shifted, 52), i64x2.splat(ONE));
  return v128.and(f64x2.mul(reduced, power), f64x2.ge(x, f64x2.splat(LEAST)));
}
