/** Returns the dot product of two vectors of n doubles. */
export function dot(a: usize, b: usize, n: i32): f64 {
  let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
  let i = 0;
  for (; i + 8 <= n; i += 8) {
    s0 = f64x2.add(s0, f64x2.mul(v128.load(a), v128.load(b)));
    s1 = f64x2.add(s1, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
    s2 = f64x2.add(s2, f64x2.mul(v128.load(a, 32), v128.load(b, 32)));
    s3 = f64x2.add(s3, f64x2.mul(v128.load(a, 48), v128.load(b, 48)));
    a += 64;
    b += 64;
  }
  s0 = f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3));
  let sum = f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
  for (; i < n; i++) {
    sum += load<f64>(a) * load<f64>(b);
    a += 8;
    b += 8;
  }
  return sum;
}

/** Adds alpha times x to y, for vectors of n doubles. */
export function axpy(alpha: f64, x: usize, y: usize, n: i32): void {
  const s = f64x2.splat(alpha);
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(s, v128.load(x))));
    v128.store(y, f64x2.add(v128.load(y, 16), f64x2.mul(s, v128.load(x, 16))), 16);
    x += 32;
    y += 32;
  }
  for (; i < n; i++) {
    store<f64>(y, load<f64>(y) + alpha * load<f64>(x));
    x += 8;
    y += 8;
  }
}
