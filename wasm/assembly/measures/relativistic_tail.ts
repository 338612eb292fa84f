// Relativistic value at risk of T equally likely losses l: the minimum over t and z > 0 of
//
//   t + z e + z Σ ψ((l - t) / z),   e = (s^k - s^-k) / 2k at s = 1 / ((1 - c) T)
//
// where ψ is the conjugate of φ(q) = (q^(1+k) - q^(1-k)) / 2k, with the slope u^(1/k) at v for u = (k v + sqrt(1 - k² +
// k² v²)) / (1 + k). Newton's method in t and z starts from a point whose value lies below the worst loss, to which the
// function tends as both go to 0. The function is convex, and its error is the square of the error of the step.
//
// Cajas (2023), Portfolio optimization of relativistic value at risk.
import { exponential } from "../exponential";
import { shouldStop } from "../host";
import { logarithm } from "../logarithm";
import { allocate, at, mark, release } from "../memory";
import { Status } from "../status";
import { measureFrom } from "./distances";
import { largestOf, leastOf } from "./extremes";
import { isWorthReducing, REPRESENTATIVES_BYTES, representativesOf, weightsOf } from "./representatives";

const MAX_STEPS = 200;
/**
 * Promised decrease of a Newton step, as a fraction of the scale z, at which the iteration for the relativistic value
 * at risk ends. The promise is twice the error of the value, up to a remainder of about the power 3/2 of it.
 */
const KNOWN = 1e-10;
/**
 * Promised decrease of a Newton step, as a fraction of the scale z, at which the iteration on representative losses
 * ends.
 */
const NEARLY_KNOWN = 1e-12;
/**
 * Tolerances for the sum of the losses' shares at the start of Newton's method: rough at first, and fine after this
 * many rounds without a value below the worst loss.
 */
const ROUGH = 0.1, FINE = 1e-12, ROUGH_ROUNDS = 6;
const MAX_HALVINGS = 60;
/** Fraction of its first product below which the determinant of the dual function's curvatures is a rounding error. */
const FLAT = 1e-14;
/** Largest distance from the worst loss, as a fraction of the spread, at which a loss counts as equal to the worst. */
const TIED = 1e-15;
/** Relative tolerance when the number of worst losses is compared with the size (1 - c) T of the tail. */
const NEAR = 1e-12;

/**
 * Computes the relativistic value at risk. losses: T doubles, replaced by their distances from the worst as fractions
 * of the spread; where T is odd, one more double behind them is written, for which `allocate` leaves room. tail: (1 -
 * c) T. out: the value, or with the status NOT_CONVERGED an upper bound.
 */
export function relativisticTail(losses: usize, T: i32, tail: f64, kappa: f64, out: usize): Status {
  const worst = largestOf(losses, T), spread = worst - leastOf(losses, T);
  store<f64>(out, worst);
  const timesWorst = measureFrom(losses, T, worst, spread, TIED);
  if (<f64> timesWorst >= tail * (1 - NEAR) || !(spread > 0)) return Status.DONE;

  const power = Math.pow(tail, kappa);
  k = kappa;
  bound = (1 / power - power) / (2 * kappa);
  const status = leastDual(losses, T);
  store<f64>(out, worst + (value < 0 ? spread * value : 0));
  return status;
}

/**
 * Minimises the dual function of the relativistic value at risk. A few representative losses lead close to the answer;
 * all losses then need only a step or two. `value` is 0 where the function is below 0 by rounding alone.
 */
function leastDual(losses: usize, T: i32): Status {
  if (isWorthReducing(T)) {
    const start = mark(), representatives = allocate(REPRESENTATIVES_BYTES);
    if (representatives == 0) return Status.OUT_OF_MEMORY;
    x = representatives;
    weights = weightsOf(representatives);
    count = representativesOf(losses, T, representatives);
    const isNear = begin(T) && descend(NEARLY_KNOWN) == Status.DONE;
    release(start);
    giveAll(losses, T);
    if (isNear) {
      evaluate(t, z);
      if (value < 0) return descend(KNOWN);
    }
  }
  giveAll(losses, T);
  return begin(T) ? descend(KNOWN) : Status.DONE;
}

/**
 * Losses in [-1, 0] with weights, over which the dual function is summed; all weights are 1 where `weights` is 0.
 * Behind an odd number of losses there is room for one more.
 */
let x: usize = 0, weights: usize = 0, count = 0;

function giveAll(losses: usize, T: i32): void {
  x = losses;
  weights = 0;
  count = T;
}

/**
 * Minimises the dual function by Newton's method from the current point until a step promises less than a fraction of
 * z.
 */
function descend(known: f64): Status {
  for (let step = 0; step < MAX_STEPS; step++) {
    if (shouldStop()) return Status.STOPPED;
    const determinant = byTT * byZZ - byTZ * byTZ;
    const moveT = -(byZZ * byT - byTZ * byZ) / determinant;
    const moveZ = -(byTT * byZ - byTZ * byT) / determinant;
    const promised = -(byT * moveT + byZ * moveZ);
    if (!(promised > known * z)) {
      value -= max(promised, 0) / 2;
      return Status.DONE;
    }
    if (!move(moveT, moveZ, promised)) return Status.DONE;
  }
  return Status.NOT_CONVERGED;
}

let k = 0.0, bound = 0.0;

/** Value of the dual function of the relativistic value at risk at (t, z), with its slopes and curvatures. */
let t = 0.0, z = 0.0, value = 0.0, byT = 0.0, byZ = 0.0, byTT = 0.0, byTZ = 0.0, byZZ = 0.0;

/**
 * Finds the starting point of Newton's method for the dual function: the minimum over t for a z near that of the
 * second-order expansion around equal shares, made smaller until the function lies below the worst loss, 0. Returns
 * whether it lies below anywhere by more than rounding.
 */
function begin(T: i32): bool {
  let sum = 0.0, squares = 0.0;
  for (let i = 0; i < count; i++) sum += weightAt(i) * load<f64>(at(x, i));
  const mean = sum / <f64> T;
  for (let i = 0; i < count; i++) {
    const deviation = load<f64>(at(x, i)) - mean;
    squares += weightAt(i) * deviation * deviation;
  }
  const power = Math.pow(<f64> T, -k);
  const place = ((1 + k) * power - (1 - k) / power) / (2 * k);
  const rate = 2 / (<f64> T * ((1 + k) * power + (1 - k) / power));
  let nextZ = Math.sqrt(rate * squares / (2 * (bound - (power - 1 / power) / (2 * k))));
  // No loss has a share above 1. The worst loss, 0, has the share 1 at (0 - t) / z = 1.
  let nextT = max(mean - place * nextZ, -nextZ);
  for (let round = 0; round < MAX_STEPS; round++) {
    const tolerance = round < ROUGH_ROUNDS ? ROUGH : FINE;
    leastByT(nextT, nextZ, tolerance);
    if (value < 0) return leaveFlat(tolerance);
    nextT = t / 2;
    nextZ /= 2;
  }
  value = 0;
  return false;
}

/**
 * Changes z until more than one loss has a share. Where one loss has all shares the dual function is a line, which
 * gives Newton's method no step.
 */
function leaveFlat(tolerance: f64): bool {
  for (let round = 0; round < MAX_STEPS && isFlat(); round++) {
    const towards = byZ < 0 ? 2.0 : 0.5;
    leastByT(t * towards, z * towards, tolerance);
  }
  return value < 0;
}

function isFlat(): bool {
  return !(byTT * byZZ - byTZ * byTZ > FLAT * byTT * byZZ);
}

function leastByT(fromT: f64, atZ: f64, tolerance: f64): void {
  evaluate(fromT, atZ);
  for (let step = 0; step < MAX_STEPS && abs(byT) > tolerance; step++) evaluate(nearerByT(), atZ);
}

/**
 * Returns the next t of Newton's method for a sum of shares of 1, applied to the logarithm of the sum. The logarithm is
 * convex and nearly a line for small kappa. At t = -z the share of the worst loss is 1.
 */
function nearerByT(): f64 {
  const total = 1 - byT;
  return total > 0 ? max(t + total * Math.log(total) / byTT, -z) : -z;
}

function weightAt(i: i32): f64 {
  return weights == 0 ? 1 : load<f64>(at(weights, i));
}

/**
 * Takes a Newton step on the dual function that achieves part of the promised decrease and keeps z above a tenth of its
 * value. Returns whether such a step exists.
 */
function move(moveT: f64, moveZ: f64, promised: f64): bool {
  const fromT = t, fromZ = z, fromValue = value, slopes = abs(byT) + abs(byZ);
  const most = moveZ < 0 ? min(1.0, -0.9 * z / moveZ) : 1.0;
  let share = most;
  for (let halving = 0; halving < MAX_HALVINGS; halving++, share /= 2) {
    evaluate(fromT + share * moveT, fromZ + share * moveZ);
    if (value <= fromValue - 1e-4 * share * promised) return true;
    // Near the minimum of the dual function the values differ only by rounding, but the slopes are still accurate.
    if (share == 1 && abs(byT) + abs(byZ) < slopes / 2) return true;
  }
  evaluate(fromT, fromZ);
  return false;
}

function evaluate(atT: f64, atZ: f64): void {
  const rest = 1 - k * k, logScale = Math.log(1 + k), largest = Math.log(shareRoot(-atT / atZ)) / k;
  const middle = f64x2.splat(atT), inverse = f64x2.splat(1 / atZ), none = f64x2.splat(0);
  const kappa = f64x2.splat(k), least = f64x2.splat(rest);
  const power = f64x2.splat(1 / k), shift = f64x2.splat(logScale / k + largest);
  const shiftBelow = f64x2.splat((Math.log(rest) - logScale) / k - largest);
  let totals = none, lengths = none, products = none, firsts = none, seconds = none, thirds = none;
  for (let i = 0; i < count; i += 2) {
    const v = f64x2.mul(f64x2.sub(v128.load(at(x, i)), middle), inverse);
    const tilt = f64x2.mul(kappa, v);
    const root = f64x2.sqrt(f64x2.add(least, f64x2.mul(tilt, tilt)));
    // For negative v the root sqrt(1 - k² + k² v²) and the tilt k v nearly cancel. u is then computed from the larger
    // sum root - tilt, because the product of the two sums is 1 - k².
    const larger = f64x2.mul(power, logarithm(f64x2.add(root, f64x2.abs(tilt))));
    const isUp = f64x2.ge(tilt, none);
    const logarithms = v128.bitselect(f64x2.sub(larger, shift), f64x2.sub(shiftBelow, larger), isUp);
    let q = exponential(f64x2.pmin(logarithms, none));
    if (weights != 0) q = f64x2.mul(q, v128.load(at(weights, i)));
    else if (i + 1 == count) q = f64x2.replace_lane(q, 1, 0);
    const product = f64x2.mul(q, v), rate = f64x2.div(q, root), first = f64x2.mul(rate, v);
    totals = f64x2.add(totals, q);
    lengths = f64x2.add(lengths, f64x2.mul(q, root));
    products = f64x2.add(products, product);
    firsts = f64x2.add(firsts, rate);
    seconds = f64x2.add(seconds, first);
    thirds = f64x2.add(thirds, f64x2.mul(first, v));
  }
  // Uses φ(q) = q (v - root) / (1 - k²), because u = (root + k v) / (1 + k) and 1 / u = (root - k v) / (1 - k).
  const factor = Math.exp(largest), entropy = factor * (sum(products) - sum(lengths)) / rest;
  t = atT;
  z = atZ;
  value = atT + atZ * (bound + factor * sum(products) - entropy);
  byT = 1 - factor * sum(totals);
  byZ = bound - entropy;
  byTT = factor * sum(firsts) / atZ;
  byTZ = factor * sum(seconds) / atZ;
  byZZ = factor * sum(thirds) / atZ;
}

/**
 * Returns the root u of a loss's share, whose share is u^(1/k), at the place v: (k v + sqrt(1 - k² + k² v²)) / (1 + k),
 * without cancellation.
 */
function shareRoot(v: f64): f64 {
  const rest = 1 - k * k, tilt = k * v, root = Math.sqrt(rest + tilt * tilt);
  return (tilt >= 0 ? root + tilt : rest / (root - tilt)) / (1 + k);
}

@inline
function sum(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}
