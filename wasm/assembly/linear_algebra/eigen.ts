// S = V diag(d) V' of a symmetric S: Householder reduction to a tridiagonal matrix, then implicit QL with Wilkinson's
// shift. V' is kept by rows for the reflectors and, for the rotations, by strips of 8 columns that stay in the cache
// while many sweeps pass over them.
// Reference: Golub, Van Loan, Matrix Computations, §8.3; Parlett, The Symmetric Eigenvalue Problem, §8.
import { shouldStop } from "../host";
import { allocate, at, entry, mark, release } from "../memory";
import { Status } from "../status";
import { axpy, dot } from "./dot";

const EPSILON: f64 = 2.220446049250313e-16;

/** Sweeps kept before they are applied to the strips. */
const SWEEPS: i32 = 32;

/** Sweeps an eigenvalue may take; three are usual. */
const LIMIT: i32 = 60;

/**
 * s: n × n row-major, its lower triangle is read and overwritten. values: n doubles, ascending. vectors: n × n
 * row-major, column j belongs to value j. Entries that are not finite do not converge.
 */
export function eigen(s: usize, n: i32, values: usize, vectors: usize): Status {
  const start = mark();
  const status = decompose(s, n, values, vectors);
  release(start);
  return status;
}

function decompose(s: usize, n: i32, values: usize, vectors: usize): Status {
  const off = allocate(<usize> n << 3), tau = allocate(<usize> n << 3);
  const work = allocate(<usize> n << 3), order = allocate(<usize> n << 2);
  const rotations = allocate(<usize> (SWEEPS * n) << 4), ranges = allocate(<usize> SWEEPS << 3);
  const strips = allocate(<usize> n * <usize> ((n + 7) & ~7) << 3);
  if (off == 0 || tau == 0 || work == 0 || order == 0 || rotations == 0 || ranges == 0 || strips == 0) {
    return Status.OUT_OF_MEMORY;
  }
  const scale = scaleToUnit(s, n);
  if (!(scale < Infinity)) return Status.NOT_CONVERGED;
  if (!tridiagonalise(s, n, values, off, tau, work)) return Status.STOPPED;
  if (!accumulateReflectors(s, n, tau, vectors, work)) return Status.STOPPED;
  toStrips(vectors, n, strips);
  const status = iterate(n, values, off, strips, rotations, ranges);
  if (status != Status.DONE) return status;
  sortAscending(values, n, order);
  fromStrips(strips, n, order, vectors);
  for (let i = 0; i < n; i++) {
    store<f64>(at(work, i), load<f64>(at(values, load<i32>(order + (<usize> i << 2)))) * scale);
  }
  memory.copy(values, work, <usize> n << 3);
  return Status.DONE;
}

/**
 * Divides the lower triangle by a power of two, so that squares neither overflow nor vanish; the divisor, Infinity
 * where an entry is not finite.
 */
function scaleToUnit(s: usize, n: i32): f64 {
  let largest = 0.0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const v = abs(load<f64>(entry(s, n, i, j)));
      if (!(v < Infinity)) return Infinity;
      largest = max(largest, v);
    }
  }
  if (largest == 0) return 1;
  const exponent = reinterpret<u64>(largest) & 0x7ff0000000000000;
  const divisor = exponent == 0 ? 2.2250738585072014e-308 : reinterpret<f64>(exponent);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const p = entry(s, n, i, j);
      store<f64>(p, load<f64>(p) / divisor);
    }
  }
  return divisor;
}

/**
 * Reflectors I - tau_i v_i v_i' from the last row up; v_i is left in row i of the lower triangle. off_i couples i - 1
 * and i. False when stopped.
 */
function tridiagonalise(s: usize, n: i32, diagonal: usize, off: usize, tau: usize, p: usize): bool {
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
function accumulateReflectors(s: usize, n: i32, tau: usize, rows: usize, v: usize): bool {
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

/** Strip k holds columns 8k … 8k + 7 of the rows, n × 8 doubles, a short strip filled with zeros. */
function toStrips(rows: usize, n: i32, strips: usize): void {
  for (let c = 0; c < n; c += 8) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < 8; j++) {
        store<f64>(strips, c + j < n ? load<f64>(entry(rows, n, i, c + j)) : 0);
        strips += 8;
      }
    }
  }
}

/** Column j of `vectors` is row order_j of the strips. */
function fromStrips(strips: usize, n: i32, order: usize, vectors: usize): void {
  for (let i = 0; i < n; i++) {
    const strip = strips + (<usize> (i & ~7) * <usize> n << 3) + (<usize> (i & 7) << 3);
    for (let j = 0; j < n; j++) {
      const from = load<i32>(order + (<usize> j << 2));
      store<f64>(entry(vectors, n, i, j), load<f64>(strip + (<usize> from << 6)));
    }
  }
}

/** QL on the tridiagonal matrix; the sweeps' rotations are gathered and applied to the strips in one go. */
function iterate(n: i32, d: usize, off: usize, strips: usize, rotations: usize, ranges: usize): Status {
  let norm = 0.0;
  for (let i = 0; i < n; i++) {
    norm = max(norm, abs(load<f64>(at(d, i))));
    if (i > 0) norm = max(norm, abs(load<f64>(at(off, i))));
  }
  const negligible = 1e-3 * EPSILON * norm;
  let kept = 0;
  for (let first = 0; first < n; first++) {
    for (let step = 0;; step++) {
      const end = blockEnd(first, n, d, off, negligible);
      if (end == first) break;
      if (step == LIMIT) return Status.NOT_CONVERGED;
      const range = ranges + (<usize> kept << 3);
      store<i32>(range, end, 4);
      store<i32>(range, sweep(first, end, d, off, rotations + (<usize> (kept * n) << 4)));
      kept++;
      if (kept == SWEEPS) {
        if (shouldStop()) return Status.STOPPED;
        rotate(strips, n, rotations, ranges, kept);
        kept = 0;
      }
    }
  }
  rotate(strips, n, rotations, ranges, kept);
  return Status.DONE;
}

/** The last row of the block that starts at `first` and has no negligible coupling. */
function blockEnd(first: i32, n: i32, d: usize, off: usize, negligible: f64): i32 {
  let i = first;
  for (; i < n - 1; i++) {
    const coupling = abs(load<f64>(at(off, i + 1)));
    if (coupling <= negligible) break;
    if (coupling <= EPSILON * (abs(load<f64>(at(d, i))) + abs(load<f64>(at(d, i + 1))))) break;
  }
  return i;
}

/**
 * One QL sweep over rows first … end; the cosine and sine of rows (i, i + 1) at rotation i. The row it came up to:
 * `first` unless it split.
 */
function sweep(first: i32, end: i32, d: usize, off: usize, rotations: usize): i32 {
  const d0 = load<f64>(at(d, first)), e0 = load<f64>(at(off, first + 1));
  const half = (load<f64>(at(d, first + 1)) - d0) / (2 * e0);
  const root = hypotenuse(half, 1);
  let g = load<f64>(at(d, end)) - d0 + e0 / (half < 0 ? half - root : half + root);
  let sine = 1.0, cosine = 1.0, shift = 0.0;
  for (let i = end - 1; i >= first; i--) {
    const e = load<f64>(at(off, i + 1));
    const bulge = sine * e, b = cosine * e;
    const length = hypotenuse(bulge, g);
    if (i + 1 < end) store<f64>(at(off, i + 2), length);
    const below = load<f64>(at(d, i + 1)) - shift;
    if (length == 0) {
      store<f64>(at(d, i + 1), below);
      return i + 1;
    }
    sine = bulge / length;
    cosine = g / length;
    const change = (load<f64>(at(d, i)) - below) * sine + 2 * cosine * b;
    shift = sine * change;
    store<f64>(at(d, i + 1), below + shift);
    g = cosine * change - b;
    store<f64>(rotations + (<usize> i << 4), cosine);
    store<f64>(rotations + (<usize> i << 4), sine, 8);
  }
  store<f64>(at(d, first), load<f64>(at(d, first)) - shift);
  store<f64>(at(off, first + 1), g);
  return first;
}

/** The root of a² + b²; squares that vanish would cost the rotation its unit length. */
function hypotenuse(a: f64, b: f64): f64 {
  const square = a * a + b * b;
  if (square > 1e-280 && square < 1e280) return Math.sqrt(square);
  const large = max(abs(a), abs(b)), small = min(abs(a), abs(b));
  if (large == 0) return 0;
  const ratio = small / large;
  return large * Math.sqrt(1 + ratio * ratio);
}

/** Applies the first `count` gathered sweeps to every strip. */
function rotate(strips: usize, n: i32, rotations: usize, ranges: usize, count: i32): void {
  for (let c = 0; c < n; c += 8) {
    for (let k = 0; k < count; k++) {
      const range = ranges + (<usize> k << 3);
      rotateStrip(strips, load<i32>(range), load<i32>(range, 4), rotations + (<usize> (k * n) << 4));
    }
    strips += <usize> n << 6;
  }
}

function rotateStrip(strip: usize, first: i32, end: i32, rotations: usize): void {
  let p = strip + (<usize> end << 6);
  let k0 = v128.load(p), k1 = v128.load(p, 16), k2 = v128.load(p, 32), k3 = v128.load(p, 48);
  for (let i = end - 1; i >= first; i--) {
    p -= 64;
    const c = v128.load64_splat(rotations + (<usize> i << 4)), s = v128.load64_splat(rotations + (<usize> i << 4), 8);
    const x0 = v128.load(p), x1 = v128.load(p, 16), x2 = v128.load(p, 32), x3 = v128.load(p, 48);
    v128.store(p, f64x2.add(f64x2.mul(s, x0), f64x2.mul(c, k0)), 64);
    v128.store(p, f64x2.add(f64x2.mul(s, x1), f64x2.mul(c, k1)), 80);
    v128.store(p, f64x2.add(f64x2.mul(s, x2), f64x2.mul(c, k2)), 96);
    v128.store(p, f64x2.add(f64x2.mul(s, x3), f64x2.mul(c, k3)), 112);
    k0 = f64x2.sub(f64x2.mul(c, x0), f64x2.mul(s, k0));
    k1 = f64x2.sub(f64x2.mul(c, x1), f64x2.mul(s, k1));
    k2 = f64x2.sub(f64x2.mul(c, x2), f64x2.mul(s, k2));
    k3 = f64x2.sub(f64x2.mul(c, x3), f64x2.mul(s, k3));
  }
  v128.store(p, k0);
  v128.store(p, k1, 16);
  v128.store(p, k2, 32);
  v128.store(p, k3, 48);
}

/** order: the rows by ascending value, equal ones as they come. */
function sortAscending(values: usize, n: i32, order: usize): void {
  for (let i = 0; i < n; i++) {
    const v = load<f64>(at(values, i));
    let j = i;
    for (; j > 0; j--) {
      const before = load<i32>(order + (<usize> (j - 1) << 2));
      if (!(load<f64>(at(values, before)) > v)) break;
      store<i32>(order + (<usize> j << 2), before);
    }
    store<i32>(order + (<usize> j << 2), i);
  }
}
