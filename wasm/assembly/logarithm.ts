// log of two numbers at a time: x = 2^n m with m in [sqrt(1/2), sqrt(2)], and log(m) = 2 artanh(s) for s = (m - 1) / (m
// + 1), |s| ≤ 0.172, by its series in s (Abramowitz and Stegun, 4.1.27), cut where it is below 1e-18.

/** log(x), for x > 0 and normal, within 2 ulp of the larger of it and 1. */
@inline
export function logarithm(x: v128): v128 {
  const bits = i64x2.sub(x, i64x2.splat(HALF_ROOT));
  const power = i64x2.shr_s(bits, 52);
  const m = i64x2.sub(x, i64x2.shl(power, 52));
  const n = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(power, power, 0, 2, 0, 2));
  const s = f64x2.div(f64x2.sub(m, f64x2.splat(1)), f64x2.add(m, f64x2.splat(1)));
  const square = f64x2.mul(s, s);
  let series = f64x2.splat(1.0 / 23.0);
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 21.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 19.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 17.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 15.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 13.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 11.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 9.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 7.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 5.0));
  series = f64x2.add(f64x2.mul(series, square), f64x2.splat(1.0 / 3.0));
  const rest = f64x2.mul(f64x2.mul(s, square), series);
  return f64x2.add(f64x2.mul(n, f64x2.splat(Math.LN2)), f64x2.mul(f64x2.splat(2), f64x2.add(s, rest)));
}

/** The bits of sqrt(1/2). */
const HALF_ROOT: i64 = 0x3FE6A09E667F3BCD;
