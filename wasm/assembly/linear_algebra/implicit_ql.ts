// Implicit QL with Wilkinson's shift on a tridiagonal matrix. Rotations are gathered over many sweeps and then applied
// to V' by strips of 8 columns that stay in the cache meanwhile.
// Reference: Parlett, The Symmetric Eigenvalue Problem, §8.
import { shouldStop } from "../host";
import { allocate, at } from "../memory";
import { Status } from "../status";

const EPSILON: f64 = 2.220446049250313e-16;

/** Sweeps gathered before they are applied to the strips. */
const SWEEPS: i32 = 32;

/** Sweeps an eigenvalue may take; three are usual. */
const LIMIT: i32 = 60;

/**
 * QL on the tridiagonal matrix; the sweeps' rotations are gathered and applied to the strips in one go. Eigenvalues are
 * found first, without rotating anything, and are the shifts then: one sweep each is often enough, three with shifts
 * that are only near.
 */
export function diagonalise(n: i32, d: usize, off: usize, strips: usize): Status {
  const rotations = allocate(<usize> (SWEEPS * n) << 4), ranges = allocate(<usize> SWEEPS << 3);
  const exact = allocate(<usize> n << 3), spare = allocate(<usize> n << 3);
  if (rotations == 0 || ranges == 0 || exact == 0 || spare == 0) return Status.OUT_OF_MEMORY;
  memory.copy(exact, d, <usize> n << 3);
  memory.copy(spare, off, <usize> n << 3);
  const found = reduce(n, exact, spare, 0, 0, rotations, ranges);
  return found == Status.DONE ? reduce(n, d, off, exact, strips, rotations, ranges) : found;
}

/** Reduces to a diagonal by sweeps, the first of each row with its shift in `shifts`, 0 for none; strips may be 0. */
function reduce(
  n: i32,
  d: usize,
  off: usize,
  shifts: usize,
  strips: usize,
  rotations: usize,
  ranges: usize,
): Status {
  let norm = 0.0;
  for (let i = 0; i < n; i++) {
    norm = max(norm, abs(load<f64>(at(d, i))));
    if (i > 0) norm = max(norm, abs(load<f64>(at(off, i))));
  }
  const negligible = 1e-3 * EPSILON * norm;
  let gathered = 0;
  for (let first = 0; first < n; first++) {
    for (let step = 0;; step++) {
      const end = blockEnd(first, n, d, off, negligible);
      if (end == first) break;
      if (step == LIMIT) return Status.NOT_CONVERGED;
      const shift = shifts != 0 && step == 0 ? load<f64>(at(shifts, first)) : wilkinsonShift(first, d, off);
      const range = ranges + (<usize> gathered << 3);
      store<i32>(range, end, 4);
      store<i32>(range, sweep(first, end, shift, d, off, rotations + (<usize> (gathered * n) << 4)));
      gathered++;
      if (gathered == SWEEPS) {
        if (shouldStop()) return Status.STOPPED;
        if (strips != 0) rotate(strips, n, rotations, ranges, gathered);
        gathered = 0;
      }
    }
  }
  if (strips != 0) rotate(strips, n, rotations, ranges, gathered);
  return Status.DONE;
}

/** Of the eigenvalues of the first two rows the one nearer to the first. */
function wilkinsonShift(first: i32, d: usize, off: usize): f64 {
  const d0 = load<f64>(at(d, first)), e0 = load<f64>(at(off, first + 1));
  const half = (load<f64>(at(d, first + 1)) - d0) / (2 * e0);
  const root = hypotenuse(half, 1);
  return d0 - e0 / (half < 0 ? half - root : half + root);
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
function sweep(first: i32, end: i32, origin: f64, d: usize, off: usize, rotations: usize): i32 {
  let g = load<f64>(at(d, end)) - origin;
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
