// Householder's reduction of a symmetric matrix to a tridiagonal one.
// Reference: Golub, Van Loan, Matrix Computations, §8.3.1.
import { shouldStop } from "../host";
import { at, entry } from "../memory";
import { axpy, dot } from "./dot";

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

/** rows := H_1 H_2 … H_(n-1), whose rows are V' before the rotations. False when stopped. */
export function accumulateReflectors(s: usize, n: i32, tau: usize, rows: usize, v: usize): bool {
  memory.fill(rows, 0, <usize> n * <usize> n << 3);
  for (let i = 0; i < n; i++) store<f64>(entry(rows, n, i, i), 1);
  for (let i = 1; i < n; i++) {
    if (shouldStop()) return false;
    const t = load<f64>(at(tau, i));
    if (t == 0) continue;
    memory.copy(v, entry(s, n, i, 0), <usize> i << 3);
    for (let r = 0; r < i; r++) {
      const row = entry(rows, n, r, 0);
      axpy(-t * dot(row, v, i), v, row, i);
    }
  }
  return true;
}
