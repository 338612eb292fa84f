// Finds the roots of 1 / rho + Σ z_i² / (d_i - x) = 0, the eigenvalues of diag(d) + rho z z' for ascending d. One root
// lies between each two neighbours of d, and one above the last. A root is stored as its distance from the nearer d.
// This distance is accurate even where the root itself has lost the digits that distinguish it from d.
// References: Li (1993), Solving secular equations stably and efficiently; Gu, Eisenstat (1994), A stable and efficient
// algorithm for the rank-one modification of the symmetric eigenproblem.
import { at, get, set } from "../memory";

const ROUNDING: f64 = 1.1102230246251565e-16;

/**
 * Number of rational steps for one root of the secular equation before the method only halves the interval. Three are
 * usual.
 */
const RATIONAL: i32 = 30;

/** Largest number of steps for one root of the secular equation. 1,100 halvings reach from 1 to the smallest double. */
const LIMIT: i32 = 1200;

let count: i32 = 0;
let d: usize = 0;
let z: usize = 0;
let constant: f64 = 0;

/**
 * Results of `sumUp`, parts of the secular equation: the sum over the poles d up to a place and the sum over those
 * above it, each with its slope.
 */
let below: f64 = 0;
let belowSlope: f64 = 0;
let above: f64 = 0;
let aboveSlope: f64 = 0;

/**
 * Finds the k roots of the secular equation. Root j is bases[j] + distances[j], where the base is the nearer pole d.
 * Requires rho > 0, no z_i equal to 0 and no two equal d.
 */
export function secularRoots(k: i32, poles: usize, weights: usize, rho: f64, bases: usize, distances: usize): void {
  count = k;
  d = poles;
  z = weights;
  constant = 1 / rho;
  for (let j = 0; j < k - 1; j++) innerRoot(j, bases, distances);
  lastRoot(bases, distances);
}

function innerRoot(j: i32, bases: usize, distances: usize): void {
  const gap = get(d, j + 1) - get(d, j), half = 0.5 * gap;
  const left = get(z, j) * get(z, j), right = get(z, j + 1) * get(z, j + 1);
  sumUp(get(d, j), half, j);
  const middle = constant + below + above;
  // Value of the secular equation's other terms in the middle of the interval, from which the starting point is
  // computed.
  const rest = middle + (left - right) / half;
  const isLeft = middle >= 0;
  const base = get(d, isLeft ? j : j + 1);
  let low = isLeft ? 0 : -half, high = isLeft ? half : 0;
  let x = isLeft ? startFromLeft(rest, left, right, gap) : -startFromLeft(-rest, right, left, gap);
  if (!(x > low && x < high)) x = 0.5 * (low + high);
  let previous = middle, isMiddleWay = false;
  for (let step = 0; step < LIMIT; step++) {
    sumUp(base, x, j);
    const f = constant + below + above;
    if (abs(f) <= 8 * ROUNDING * (constant + above - below)) break;
    if (f < 0) low = x;
    else high = x;
    if (step > 0 && f * previous > 0 && abs(f) > 0.1 * abs(previous)) isMiddleWay = !isMiddleWay;
    previous = f;
    const next = step < RATIONAL ? x + rationalStep(j, base, x, f, isLeft, isMiddleWay) : 0.5 * (low + high);
    const taken = next > low && next < high ? next : 0.5 * (low + high);
    if (abs(taken - x) <= ROUNDING * abs(x)) break;
    x = taken;
  }
  set(bases, j, base);
  set(distances, j, x);
}

/**
 * Returns the starting point for a root of the secular equation: the x > 0 that solves rest - left / x + right / (gap -
 * x) = 0.
 */
function startFromLeft(rest: f64, left: f64, right: f64, gap: f64): f64 {
  const a = rest * gap + left + right, b = left * gap;
  const root = Math.sqrt(abs(a * a - 4 * b * rest));
  return a > 0 ? 2 * b / (a + root) : (a - root) / (2 * rest);
}

/**
 * Returns the step to the root of a constant plus two rational terms, with poles on both sides of the root, that match
 * the value and slope at x. The nearer term keeps its weight (fixed weight), or each side matches its own slope (middle
 * way).
 */
function rationalStep(j: i32, base: f64, x: f64, f: f64, isLeft: bool, isMiddleWay: bool): f64 {
  const left = get(d, j) - base - x, right = get(d, j + 1) - base - x;
  const slope = belowSlope + aboveSlope;
  let c: f64;
  if (isMiddleWay) {
    c = f - left * belowSlope - right * aboveSlope;
  } else if (isLeft) {
    const own = get(z, j) / left;
    c = f - right * slope - (get(d, j) - get(d, j + 1)) * own * own;
  } else {
    const own = get(z, j + 1) / right;
    c = f - left * slope - (get(d, j + 1) - get(d, j)) * own * own;
  }
  const a = (left + right) * f - left * right * slope, b = left * right * f;
  const root = Math.sqrt(abs(a * a - 4 * b * c));
  const step = c == 0 ? b / a : a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
  return f * step < 0 ? step : -f / slope;
}

/**
 * Finds the root of the secular equation above the last pole d, with a constant plus one rational term. Its step is
 * Newton's for 1 / f.
 */
function lastRoot(bases: usize, distances: usize): void {
  const last = count - 1, base = get(d, last);
  let low = 0.0, high = 0.0;
  for (let i = 0; i < count; i++) high += get(z, i) * get(z, i);
  high /= constant;
  let x = max(get(z, last) * get(z, last) / constant, 0.5 * high);
  for (let step = 0; step < LIMIT; step++) {
    sumUp(base, x, last);
    const f = constant + below;
    if (abs(f) <= 8 * ROUNDING * (constant - below)) break;
    if (f < 0) low = x;
    else high = x;
    // Approximates the secular function f by c - a / x with the same value and slope.
    const a = belowSlope * x * x, c = f + a / x;
    const next = step < RATIONAL && c > 0 ? a / c : 0.5 * (low + high);
    const taken = next > low && next < high ? next : 0.5 * (low + high);
    if (abs(taken - x) <= ROUNDING * abs(x)) break;
    x = taken;
  }
  set(bases, last, base);
  set(distances, last, x);
}

/**
 * Computes the sums of z_i² / (d_i - base - x) in the secular equation and their slopes, separately for i up to `place`
 * and for i above it.
 */
function sumUp(base: f64, x: f64, place: i32): void {
  sumRange(base, x, 0, place + 1);
  below = sum;
  belowSlope = slopes;
  sumRange(base, x, place + 1, count);
  above = sum;
  aboveSlope = slopes;
}

let sum: f64 = 0;
let slopes: f64 = 0;

function sumRange(base: f64, x: f64, from: i32, to: i32): void {
  const bases = f64x2.splat(base), distance = f64x2.splat(x);
  let s0 = f64x2.splat(0), s1 = f64x2.splat(0), t0 = f64x2.splat(0), t1 = f64x2.splat(0);
  let p = at(d, from), q = at(z, from), i = from;
  for (; i + 4 <= to; i += 4) {
    const z0 = v128.load(q), z1 = v128.load(q, 16);
    const r0 = f64x2.div(z0, f64x2.sub(f64x2.sub(v128.load(p), bases), distance));
    const r1 = f64x2.div(z1, f64x2.sub(f64x2.sub(v128.load(p, 16), bases), distance));
    s0 = f64x2.add(s0, f64x2.mul(z0, r0));
    t0 = f64x2.add(t0, f64x2.mul(r0, r0));
    s1 = f64x2.add(s1, f64x2.mul(z1, r1));
    t1 = f64x2.add(t1, f64x2.mul(r1, r1));
    p += 32;
    q += 32;
  }
  s0 = f64x2.add(s0, s1);
  t0 = f64x2.add(t0, t1);
  let value = f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1);
  let slope = f64x2.extract_lane(t0, 0) + f64x2.extract_lane(t0, 1);
  for (; i < to; i++) {
    const r = get(z, i) / (get(d, i) - base - x);
    value += get(z, i) * r;
    slope += r * r;
  }
  sum = value;
  slopes = slope;
}
