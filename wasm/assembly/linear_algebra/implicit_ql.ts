// Implicit QL method with Wilkinson's shift for a small tridiagonal matrix. The rotations of a sweep are applied to V'
// in strips of 8 columns.
// Reference: Parlett, The Symmetric Eigenvalue Problem, §8.
import { at } from "../memory";

const EPSILON: f64 = 2.220446049250313e-16;

/** Largest number of QL sweeps for one eigenvalue. Three are usual. */
const LIMIT: i32 = 60;

/**
 * Replaces the diagonal d of a tridiagonal matrix by its eigenvalues, in no order. Returns false where the sweeps do
 * not converge. strips: V' in strips of 8 columns, initially the identity; afterwards row i of V' is the eigenvector of
 * value i. rotations: 2 n doubles of workspace.
 */
export function diagonalise(n: i32, d: usize, off: usize, strips: usize, rotations: usize): bool {
  let norm = 0.0;
  for (let i = 0; i < n; i++) {
    norm = max(norm, abs(load<f64>(at(d, i))));
    if (i > 0) norm = max(norm, abs(load<f64>(at(off, i))));
  }
  const negligible = 1e-3 * EPSILON * norm;
  for (let first = 0; first < n; first++) {
    for (let step = 0;; step++) {
      const end = blockEnd(first, n, d, off, negligible);
      if (end == first) break;
      if (step == LIMIT) return false;
      const top = sweep(first, end, wilkinsonShift(first, d, off), d, off, rotations);
      for (let c = 0; c < n; c += 8) rotateStrip(strips + (<usize> (c * n) << 3), top, end, rotations);
    }
  }
  return true;
}

/**
 * Returns Wilkinson's shift for a QL sweep: of the eigenvalues of the first two rows the one nearer to the first
 * diagonal entry.
 */
function wilkinsonShift(first: i32, d: usize, off: usize): f64 {
  const d0 = load<f64>(at(d, first)), e0 = load<f64>(at(off, first + 1));
  const half = (load<f64>(at(d, first + 1)) - d0) / (2 * e0);
  const root = hypotenuse(half, 1);
  return d0 - e0 / (half < 0 ? half - root : half + root);
}

/**
 * Returns the last row of the block of a tridiagonal matrix that starts at `first` and contains no negligible coupling.
 */
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
 * Performs one QL sweep over the rows `first` to `end` of a tridiagonal matrix, and writes the cosine and sine of rows
 * (i, i + 1) at rotation i. Returns the row that it reached: `first`, unless the block split.
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

/** Returns the square root of a² + b². Scales the numbers where their squares would overflow or underflow. */
function hypotenuse(a: f64, b: f64): f64 {
  const square = a * a + b * b;
  if (square > 1e-280 && square < 1e280) return Math.sqrt(square);
  const large = max(abs(a), abs(b)), small = min(abs(a), abs(b));
  if (large == 0) return 0;
  const ratio = small / large;
  return large * Math.sqrt(1 + ratio * ratio);
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
