// Householder's reduction of a symmetric matrix to a tridiagonal one.
// Reference: Golub, Van Loan, Matrix Computations, §8.3.1.
import { shouldStop } from "../host";
import { at, entry } from "../memory";
import { dot } from "./dot";

/**
 * Reflectors I - tau_i v_i v_i' from the last row up; v_i is left in row i of the lower triangle. off_i couples i - 1
 * and i. False when stopped.
 */
export function tridiagonalise(s: usize, n: i32, diagonal: usize, off: usize, tau: usize, p: usize): bool {
  for (let i = n - 1; i >= 1; i--) {
    if (shouldStop()) return false;
    const v = entry(s, n, i, 0);
    const last = at(v, i - 1);
    const alpha = load<f64>(last);
    const rest = dot(v, v, i - 1);
    store<f64>(at(tau, i), 0);
    store<f64>(at(off, i), alpha);
    if (!(rest > 1e-290)) continue;
    const length = Math.sqrt(alpha * alpha + rest);
    const beta = alpha > 0 ? -length : length;
    const t = 1 / (beta * (beta - alpha));
    store<f64>(last, alpha - beta);
    store<f64>(at(tau, i), t);
    store<f64>(at(off, i), beta);
    reflectBothSides(s, n, i, v, t, p);
  }
  for (let i = 0; i < n; i++) store<f64>(at(diagonal, i), load<f64>(entry(s, n, i, i)));
  return true;
}

/** The leading k × k lower triangle A := H A H with H = I - t v v'. */
function reflectBothSides(s: usize, n: i32, k: i32, v: usize, t: f64, p: usize): void {
  for (let r = 0; r < k; r++) {
    const row = entry(s, n, r, 0);
    const product = dotAndAdd(row, v, p, load<f64>(at(v, r)), r);
    store<f64>(at(p, r), product + load<f64>(at(row, r)) * load<f64>(at(v, r)));
  }
  const shift = 0.5 * t * t * dot(p, v, k);
  for (let r = 0; r < k; r++) store<f64>(at(p, r), t * load<f64>(at(p, r)) - shift * load<f64>(at(v, r)));
  for (let r = 0; r < k; r++) subtractTwo(load<f64>(at(v, r)), p, load<f64>(at(p, r)), v, entry(s, n, r, 0), r + 1);
}

/** y += c x and the sum of x_i v_i, in one pass over x. */
function dotAndAdd(x: usize, v: usize, y: usize, c: f64, n: i32): f64 {
  const factor = f64x2.splat(c);
  let s0 = f64x2.splat(0), s1 = f64x2.splat(0);
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    const x0 = v128.load(x), x1 = v128.load(x, 16);
    s0 = f64x2.add(s0, f64x2.mul(x0, v128.load(v)));
    s1 = f64x2.add(s1, f64x2.mul(x1, v128.load(v, 16)));
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(factor, x0)));
    v128.store(y, f64x2.add(v128.load(y, 16), f64x2.mul(factor, x1)), 16);
    x += 32;
    v += 32;
    y += 32;
  }
  s0 = f64x2.add(s0, s1);
  let sum = f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
  for (; i < n; i++) {
    const xi = load<f64>(x);
    sum += xi * load<f64>(v);
    store<f64>(y, load<f64>(y) + c * xi);
    x += 8;
    v += 8;
    y += 8;
  }
  return sum;
}

/** y -= a x + b z. */
function subtractTwo(a: f64, x: usize, b: f64, z: usize, y: usize, n: i32): void {
  const fa = f64x2.splat(a), fb = f64x2.splat(b);
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    const change = f64x2.add(f64x2.mul(fa, v128.load(x)), f64x2.mul(fb, v128.load(z)));
    v128.store(y, f64x2.sub(v128.load(y), change));
    x += 16;
    z += 16;
    y += 16;
  }
  if (i < n) store<f64>(y, load<f64>(y) - (a * load<f64>(x) + b * load<f64>(z)));
}

/**
 * rows := H_1 H_2 … H_(n-1), whose rows are V' before the rotations: four rows at a time, which stay in the cache while
 * all reflectors go over them. `work` has 4 n doubles. False when stopped.
 */
export function accumulateReflectors(s: usize, n: i32, tau: usize, rows: usize, work: usize): bool {
  for (let first = 0; first < n; first += 4) {
    if (shouldStop()) return false;
    memory.fill(work, 0, <usize> n << 5);
    const count = min(4, n - first);
    for (let r = 0; r < count; r++) store<f64>(at(work, r * n + first + r), 1);
    // A reflector leaves the rows alone that begin behind it.
    for (let i = first + 1; i < n; i++) {
      const t = load<f64>(at(tau, i));
      if (t != 0) reflectFour(work, n, entry(s, n, i, 0), t, i);
    }
    memory.copy(entry(rows, n, first, 0), work, <usize> (count * n) << 3);
  }
  return true;
}

/** Four rows x := x - t (x'v) v, up to the length of v. */
function reflectFour(x: usize, n: i32, v: usize, t: f64, length: i32): void {
  const a = at(x, 0), b = at(x, n), c = at(x, 2 * n), d = at(x, 3 * n);
  let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
  let j = 0;
  for (; j + 2 <= length; j += 2) {
    const at = <usize> j << 3, own = v128.load(v + at);
    s0 = f64x2.add(s0, f64x2.mul(own, v128.load(a + at)));
    s1 = f64x2.add(s1, f64x2.mul(own, v128.load(b + at)));
    s2 = f64x2.add(s2, f64x2.mul(own, v128.load(c + at)));
    s3 = f64x2.add(s3, f64x2.mul(own, v128.load(d + at)));
  }
  let p0 = lanesOf(s0), p1 = lanesOf(s1), p2 = lanesOf(s2), p3 = lanesOf(s3);
  if (j < length) {
    const at = <usize> j << 3, own = load<f64>(v + at);
    p0 += own * load<f64>(a + at);
    p1 += own * load<f64>(b + at);
    p2 += own * load<f64>(c + at);
    p3 += own * load<f64>(d + at);
  }
  p0 *= t;
  p1 *= t;
  p2 *= t;
  p3 *= t;
  const f0 = f64x2.splat(p0), f1 = f64x2.splat(p1), f2 = f64x2.splat(p2), f3 = f64x2.splat(p3);
  j = 0;
  for (; j + 2 <= length; j += 2) {
    const at = <usize> j << 3, own = v128.load(v + at);
    v128.store(a + at, f64x2.sub(v128.load(a + at), f64x2.mul(f0, own)));
    v128.store(b + at, f64x2.sub(v128.load(b + at), f64x2.mul(f1, own)));
    v128.store(c + at, f64x2.sub(v128.load(c + at), f64x2.mul(f2, own)));
    v128.store(d + at, f64x2.sub(v128.load(d + at), f64x2.mul(f3, own)));
  }
  if (j < length) {
    const at = <usize> j << 3, own = load<f64>(v + at);
    store<f64>(a + at, load<f64>(a + at) - p0 * own);
    store<f64>(b + at, load<f64>(b + at) - p1 * own);
    store<f64>(c + at, load<f64>(c + at) - p2 * own);
    store<f64>(d + at, load<f64>(d + at) - p3 * own);
  }
}

function lanesOf(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}
