// exp of two numbers at a time: x = n log(2) + r with |r| ≤ log(2) / 2, log(2) in two parts of which the first times n
// is exact, and exp(r) = 1 + 2 r / (r coth(r / 2) - r). The series of r coth(r / 2) - 2 in r², 2 B_2k / (2k)! its
// coefficients (Abramowitz and Stegun, 4.5.67), is cut where it is below 1e-17.

/** Below it exp is less than the smallest normal number: 0 here. */
const LEAST = -708.0;

/** exp(x), for x ≤ 0, within 2 ulp; 0 below -708. */
@inline
export function exponential(x: v128): v128 {
  const n = f64x2.nearest(f64x2.mul(x, f64x2.splat(1.4426950408889634)));
  const high = f64x2.sub(x, f64x2.mul(n, f64x2.splat(6.93147180369123816490e-1)));
  const low = f64x2.mul(n, f64x2.splat(1.90821492927058770002e-10));
  const r = f64x2.sub(high, low);
  const square = f64x2.mul(r, r);
  let even = f64x2.splat(-691.0 / 653837184000.0);
  even = f64x2.add(f64x2.mul(even, square), f64x2.splat(1.0 / 23950080.0));
  even = f64x2.add(f64x2.mul(even, square), f64x2.splat(-1.0 / 604800.0));
  even = f64x2.add(f64x2.mul(even, square), f64x2.splat(1.0 / 15120.0));
  even = f64x2.add(f64x2.mul(even, square), f64x2.splat(-1.0 / 360.0));
  even = f64x2.add(f64x2.mul(even, square), f64x2.splat(1.0 / 6.0));
  const c = f64x2.sub(r, f64x2.mul(square, even));
  const quotient = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c));
  const reduced = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, quotient), high));
  return v128.and(f64x2.mul(reduced, powerOfTwo(n)), f64x2.ge(x, f64x2.splat(LEAST)));
}

/** 2 to whole powers from -1,022 to 0, by their bits. */
@inline
function powerOfTwo(n: v128): v128 {
  const power = i64x2.extend_low_i32x4_s(i32x4.trunc_sat_f64x2_s_zero(n));
  return i64x2.shl(i64x2.add(power, i64x2.splat(1023)), 52);
}
