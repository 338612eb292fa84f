// Computes exp of two numbers at a time. x = n log(2) + r with |r| ≤ log(2) / 2, where log(2) is split into two parts
// so that the first times n is exact, and exp(r) = 1 + 2 r / (r coth(r / 2) - r). The series of r coth(r / 2) - 2 in r²
// has the coefficients 2 B_2k / (2k)! (Abramowitz and Stegun, 4.5.67) and is cut where its terms are below 1e-17.

/**
 * Smallest argument of exp. Smaller arguments give 0, because their results are near or below the smallest normal
 * number.
 */
const LEAST = -708.0;
/** The number 1.5 · 2^52. Adding it to a number rounds the number to an integer. */
const WHOLE = 6755399441055744.0;
/** Bit pattern of the double 1. */
const ONE: i64 = 0x3FF0000000000000;

/** Returns exp(x) of the two doubles in a vector, for x ≤ 0, within 2 ulp. Returns 0 for x below -708. */
@inline
export function exponential(x: v128): v128 {
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(1.4426950408889634)), f64x2.splat(WHOLE));
  const n = f64x2.sub(shifted, f64x2.splat(WHOLE));
  const high = f64x2.sub(x, f64x2.mul(n, f64x2.splat(6.93147180369123816490e-1)));
  const low = f64x2.mul(n, f64x2.splat(1.90821492927058770002e-10));
  const r = f64x2.sub(high, low);
  const square = f64x2.mul(r, r);
  // The terms of the series of exp are added in pairs, because one long chain of additions would make the next two
  // numbers wait.
  const first = f64x2.add(f64x2.splat(1.0 / 6.0), f64x2.mul(square, f64x2.splat(-1.0 / 360.0)));
  const second = f64x2.add(f64x2.splat(1.0 / 15120.0), f64x2.mul(square, f64x2.splat(-1.0 / 604800.0)));
  const third = f64x2.add(f64x2.splat(1.0 / 23950080.0), f64x2.mul(square, f64x2.splat(-691.0 / 653837184000.0)));
  const fourth = f64x2.mul(square, square);
  const even = f64x2.add(first, f64x2.mul(fourth, f64x2.add(second, f64x2.mul(fourth, third))));
  const c = f64x2.sub(r, f64x2.mul(square, even));
  const quotient = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c));
  const reduced = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, quotient), high));
  // The last bits of the shifted number are n. Placed above the mantissa, they make 2 to the power of n.
  const power = i64x2.add(i64x2.shl(shifted, 52), i64x2.splat(ONE));
  return v128.and(f64x2.mul(reduced, power), f64x2.ge(x, f64x2.splat(LEAST)));
}
