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
import { meanOfDistances, measureFrom, varianceOfDistances } from "./distances";
import { largestOf, leastOf } from "./extremes";
import { BIN_MOMENTS_BYTES, binMoments, isSettled, isWorthBinning, momentsOf, ORDERS } from "./bin_moments";

const MAX_STEPS = 200;
/**
 * Promised decrease of a Newton step, as a fraction of the scale z, at which the iteration for the relativistic value
 * at risk ends. The promise is twice the error of the value, up to a remainder of about the power 3/2 of it.
 */
const KNOWN = 1e-10;
/**
 * Promised decrease of a Newton step, as a fraction of the scale z, at which the iteration with terms of few orders
 * ends.
 */
const NEARLY_KNOWN = 1e-8;
/**
 * Tolerances for the sum of the losses' shares at the start of Newton's method: rough at first, and fine after this
 * many rounds without a value below the worst loss.
 */
const ROUGH = 0.1, FINE = 1e-12, ROUGH_ROUNDS = 6;
const MAX_HALVINGS = 60;
/** Number of orders of the Taylor series of the shares that lead close to the minimum. */
const FEW_ORDERS: i32 = 4;
/**
 * Largest part of a sum by bins that the terms of the last even order may have, of few orders and of all. Where they
 * have more, the bins are too wide for the iteration.
 */
const MOST_OF_FEW = 0.1, MOST_OF_ALL = 1e-6;
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
 * Minimises the dual function of the relativistic value at risk, by the moments of bins of the losses where they are
 * many and the bins are fine enough. `value` is 0 where the function is below 0 by rounding alone.
 */
function leastDual(losses: usize, T: i32): Status {
  x = losses;
  count = T;
  bins = 0;
  isRough = false;
  orders = FEW_ORDERS;
  if (isWorthBinning(T)) {
    const start = mark(), room = allocate(BIN_MOMENTS_BYTES);
    if (room == 0) return Status.OUT_OF_MEMORY;
    moments = room;
    bins = binMoments(losses, T, moments);
    if (bins == 0) return Status.OUT_OF_MEMORY;
    const isFound = begin(T), status = isFound ? descendByBins() : Status.DONE, isExact = isFound && areSettled;
    release(start);
    if (status == Status.STOPPED || status == Status.DONE && isExact && value < 0) return status;
    const isNear = isFound && !isRough && status == Status.DONE;
    bins = 0;
    isRough = false;
    if (isNear) {
      evaluate(t, z);
      if (value < 0) return descend(KNOWN);
    }
  }
  return begin(T) ? descend(KNOWN) : Status.DONE;
}

/** T losses in [-1, 0], over which the dual function is summed. Behind an odd number of losses is room for one more. */
let x: usize = 0, count = 0;

/** Number of orders of the Taylor series of the shares that sums by bins use. */
let orders = FEW_ORDERS;

/** The moments of bins of the losses, by which the dual function is summed where `bins`, their number, is above 0. */
let moments: usize = 0, bins = 0;

/**
 * Whether the terms that the last sum by bins leaves out are negligible, and whether those of any sum were so large
 * that the iteration by bins is of no use.
 */
let areSettled = false, isRough = false;

/** Minimises the dual function by bins, with terms of few orders as far as these lead, then with those of all. */
function descendByBins(): Status {
  const status = descend(NEARLY_KNOWN);
  if (status != Status.DONE) return status;
  orders = ORDERS;
  evaluate(t, z);
  return descend(KNOWN);
}

/**
 * Minimises the dual function by Newton's method from the current point until a step promises less than a fraction of
 * z.
 */
function descend(known: f64): Status {
  for (let step = 0; step < MAX_STEPS; step++) {
    if (shouldStop()) return Status.STOPPED;
    if (isRough) return Status.NOT_CONVERGED;
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
  const mean = meanOfDistances(x, T), squares = <f64> T * varianceOfDistances(x, T);
  const power = Math.pow(<f64> T, -k);
  const place = ((1 + k) * power - (1 - k) / power) / (2 * k);
  const rate = 2 / (<f64> T * ((1 + k) * power + (1 - k) / power));
  let nextZ = Math.sqrt(rate * squares / (2 * (bound - (power - 1 / power) / (2 * k))));
  // No loss has a share above 1. The worst loss, 0, has the share 1 at (0 - t) / z = 1.
  let nextT = max(mean - place * nextZ, -nextZ);
  for (let round = 0; round < MAX_STEPS && !isRough; round++) {
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
  for (let step = 0; step < MAX_STEPS && abs(byT) > tolerance && !isRough; step++) evaluate(nearerByT(), atZ);
}

/**
 * Returns the next t of Newton's method for a sum of shares of 1, applied to the logarithm of the sum. The logarithm is
 * convex and nearly a line for small kappa. At t = -z the share of the worst loss is 1.
 */
function nearerByT(): f64 {
  const total = 1 - byT;
  return total > 0 ? max(t + total * Math.log(total) / byTT, -z) : -z;
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

/** Computes the dual function at (t, z), with its slopes and curvatures. */
function evaluate(atT: f64, atZ: f64): void {
  t = atT;
  z = atZ;
  if (bins > 0) evaluateBins();
  else evaluateAll();
}

/** Sets the logarithm of a factor of all shares, with which no share of a loss is above 1, for the point (t, z). */
function shareScale(): f64 {
  return Math.log(shareRoot(-t / z)) / k;
}

/**
 * Returns the shares q of two losses at the places v, divided by a factor. roots: sqrt(1 - k² + k² v²). The logarithm
 * of a share is log(root + k v) / k less `shift` at v ≥ 0, and `shiftBelow` less log(root - k v) / k at v < 0: there
 * the root and the tilt k v nearly cancel in their sum, and the product of the sum and the difference is 1 - k².
 */
@inline
function sharesAt(v: v128, roots: v128, kappa: v128, power: v128, shift: v128, shiftBelow: v128): v128 {
  const larger = f64x2.mul(power, logarithm(f64x2.add(roots, f64x2.mul(kappa, f64x2.abs(v)))));
  const isUp = f64x2.ge(v, f64x2.splat(0));
  const logarithms = v128.bitselect(f64x2.sub(larger, shift), f64x2.sub(shiftBelow, larger), isUp);
  return exponential(f64x2.pmin(logarithms, f64x2.splat(0)));
}

function evaluateAll(): void {
  const rest = 1 - k * k, largest = shareScale(), logScale = Math.log(1 + k) / k;
  const kappa = f64x2.splat(k), power = f64x2.splat(1 / k), shift = f64x2.splat(logScale + largest);
  const shiftBelow = f64x2.splat(Math.log(rest) / k - logScale - largest);
  const middle = f64x2.splat(t), inverse = f64x2.splat(1 / z), none = f64x2.splat(0);
  const least = f64x2.splat(rest), square = f64x2.splat(k * k);
  let totals = none, products = none, firsts = none, seconds = none, thirds = none;
  for (let i = 0; i < count; i += 2) {
    const v = f64x2.mul(f64x2.sub(v128.load(at(x, i)), middle), inverse);
    const root = f64x2.sqrt(f64x2.add(least, f64x2.mul(square, f64x2.mul(v, v))));
    let q = sharesAt(v, root, kappa, power, shift, shiftBelow);
    if (i + 1 == count) q = f64x2.replace_lane(q, 1, 0);
    const rate = f64x2.div(q, root), first = f64x2.mul(rate, v);
    totals = f64x2.add(totals, q);
    products = f64x2.add(products, f64x2.mul(q, v));
    firsts = f64x2.add(firsts, rate);
    seconds = f64x2.add(seconds, first);
    thirds = f64x2.add(thirds, f64x2.mul(first, v));
  }
  conclude(Math.exp(largest), sum(totals), sum(products), sum(firsts), sum(seconds), sum(thirds));
}

/** Factors of the recurrence of `evaluateBins`, two for each order, and the powers of 1 / z. */
const FACTORS: usize = memory.data(16 * ORDERS), POWERS: usize = memory.data(8 * ORDERS);

/**
 * Computes the same by the moments of bins. The share q has the slope q / root by v, from which follows root² q'' + k²
 * v q' = q. So the coefficients a_p of its Taylor series around v satisfy root² (j + 1) (j + 2) a_(j+2) = (1 - k² j²)
 * a_j - k² v (j + 1) (2 j + 1) a_(j+1).
 */
function evaluateBins(): void {
  const rest = 1 - k * k, largest = shareScale(), logScale = Math.log(1 + k) / k;
  const kappa = f64x2.splat(k), power = f64x2.splat(1 / k), shift = f64x2.splat(logScale + largest);
  const shiftBelow = f64x2.splat(Math.log(rest) / k - logScale - largest);
  for (let p = 0, scale = 1.0; p < orders; p++, scale /= z) {
    const j = <f64> (p - 1);
    store<f64>(at(POWERS, p), scale);
    store<f64>(at(FACTORS, 2 * p), (1 - k * k * j * j) / ((j + 1) * (j + 2)));
    store<f64>(at(FACTORS, 2 * p + 1), k * k * (2 * j + 1) / (j + 2));
  }
  const middle = f64x2.splat(t), inverse = f64x2.splat(1 / z), none = f64x2.splat(0), one = f64x2.splat(1);
  const least = f64x2.splat(rest), square = f64x2.splat(k * k);
  let totals = none, products = none, firsts = none, seconds = none, thirds = none, evenBefore = none, lastEven = none;
  for (let i = 0; i < bins; i += 2) {
    const v = f64x2.mul(f64x2.sub(v128.load(at(moments, i)), middle), inverse);
    const curve = f64x2.add(least, f64x2.mul(square, f64x2.mul(v, v))), root = f64x2.sqrt(curve);
    const perCurve = f64x2.div(one, curve), q = sharesAt(v, root, kappa, power, shift, shiftBelow);
    // Sums over the values of a bin, with their distances d = v - centre: of q, q d, q', q' d and q' d².
    let total = none, product = none, first = none, second = none, third = none;
    let before = none, own = q, next = f64x2.div(q, root), order = none;
    for (let p = 0; p < orders; p++) {
      const moment = f64x2.mul(v128.load64_splat(at(POWERS, p)), v128.load(at(momentsOf(moments, p), i)));
      if (p > 0) {
        const bent = f64x2.mul(v128.load64_splat(at(FACTORS, 2 * p)), before);
        const turned = f64x2.mul(f64x2.mul(v128.load64_splat(at(FACTORS, 2 * p + 1)), v), own);
        next = f64x2.mul(f64x2.sub(bent, turned), perCurve);
      }
      const owned = f64x2.mul(own, moment);
      if (p == orders - 4) evenBefore = f64x2.add(evenBefore, f64x2.abs(f64x2.mul(root, owned)));
      if (p == orders - 2) lastEven = f64x2.add(lastEven, f64x2.abs(f64x2.mul(root, owned)));
      total = f64x2.add(total, owned);
      product = f64x2.add(product, f64x2.mul(before, moment));
      second = f64x2.add(second, f64x2.mul(order, owned));
      third = f64x2.add(third, f64x2.mul(f64x2.mul(f64x2.sub(order, one), before), moment));
      order = f64x2.add(order, one);
      first = f64x2.add(first, f64x2.mul(f64x2.mul(order, next), moment));
      before = own;
      own = next;
    }
    const moved = f64x2.add(f64x2.mul(v, first), second);
    totals = f64x2.add(totals, total);
    products = f64x2.add(products, f64x2.add(f64x2.mul(v, total), product));
    firsts = f64x2.add(firsts, first);
    seconds = f64x2.add(seconds, moved);
    thirds = f64x2.add(thirds, f64x2.add(f64x2.mul(v, f64x2.add(moved, second)), third));
  }
  const lengths = rest * sum(firsts) + k * k * sum(thirds), last = sum(lastEven);
  areSettled = isSettled(lengths, sum(evenBefore), last);
  if (!(last <= (orders == ORDERS ? MOST_OF_ALL : MOST_OF_FEW) * lengths)) isRough = true;
  conclude(Math.exp(largest), sum(totals), sum(products), sum(firsts), sum(seconds), sum(thirds));
}

/**
 * Turns sums over the losses into the value, the slopes and the curvatures of the dual function. The sums are of q, q
 * v, q', q' v and q' v², for the shares q divided by a factor.
 */
function conclude(factor: f64, total: f64, product: f64, first: f64, second: f64, third: f64): void {
  // Uses φ(q) = q (v - root) / (1 - k²), because u = (root + k v) / (1 + k) and 1 / u = (root - k v) / (1 - k), and
  // q root = q' (1 - k² + k² v²).
  const rest = 1 - k * k, length = rest * first + k * k * third;
  const entropy = factor * (product - length) / rest;
  value = t + z * (bound + factor * product - entropy);
  byT = 1 - factor * total;
  byZ = bound - entropy;
  byTT = factor * first / z;
  byTZ = factor * second / z;
  byZZ = factor * third / z;
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
