// Computes log of two numbers at a time. x = 2^n m with m in [sqrt(1/2), sqrt(2)], and log(m) = 2 artanh(s) for s = (m
// - 1) / (m + 1), |s| ≤ 0.172, by the polynomial in s² of fdlibm (e_log.c), which is within 2^-58 of its series.

/**
 * Returns log(x) of the two doubles in a vector, for x > 0 and normal, within 2 ulp of the larger of the result and 1.
 */
@inline
export function logarithm(x: v128): v128 {
  // Gets n of x = 2^n m: first n + 1023 in the exponent bits, and then as the last bits of a number above 2^52.
  const power = i64x2.add(i64x2.sub(x, i64x2.splat(HALF_ROOT)), i64x2.splat(ONE));
  const places = v128.andnot(power, i64x2.splat(MANTISSA));
  const m = i64x2.add(i64x2.sub(x, places), i64x2.splat(ONE));
  const n = f64x2.sub(v128.or(i64x2.shr_u(power, 52), i64x2.splat(WHOLE)), f64x2.splat(4503599627370496.0 + 1023.0));
  const s = f64x2.div(f64x2.sub(m, f64x2.splat(1)), f64x2.add(m, f64x2.splat(1)));
  const square = f64x2.mul(s, s);
  const fourth = f64x2.mul(square, square), eighth = f64x2.mul(fourth, fourth);
  const first = f64x2.add(
    f64x2.splat(6.666666666666735130e-1),
    f64x2.mul(square, f64x2.splat(3.999999999940941908e-1)),
  );
  const second = f64x2.add(
    f64x2.splat(2.857142874366239149e-1),
    f64x2.mul(square, f64x2.splat(2.222219843214978396e-1)),
  );
  const third = f64x2.add(
    f64x2.splat(1.818357216161805012e-1),
    f64x2.mul(square, f64x2.splat(1.531383769920937332e-1)),
  );
  const last = f64x2.add(third, f64x2.mul(fourth, f64x2.splat(1.479819860511658591e-1)));
  const series = f64x2.add(f64x2.add(first, f64x2.mul(fourth, second)), f64x2.mul(eighth, last));
  const rest = f64x2.mul(f64x2.mul(s, square), series);
  return f64x2.add(f64x2.mul(n, f64x2.splat(Math.LN2)), f64x2.add(f64x2.add(s, s), rest));
}

/** Bit patterns of the doubles sqrt(1/2), 1 and 2^52, and the mask of a mantissa. */
const HALF_ROOT: i64 = 0x3FE6A09E667F3BCD;
const ONE: i64 = 0x3FF0000000000000, WHOLE: i64 = 0x4330000000000000, MANTISSA: i64 = 0x000FFFFFFFFFFFFF;
