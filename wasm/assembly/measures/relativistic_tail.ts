// Relativistic value at risk of T equally likely losses l: the least over t and z > 0 of
//
//   t + z e + z Σ ψ((l - t) / z),   e = (s^k - s^-k) / 2k at s = 1 / ((1 - c) T)
//
// where ψ is the conjugate of φ(q) = (q^(1+k) - q^(1-k)) / 2k, whose slope at v is u^(1/k) for
// u = (k v + sqrt(1 - k² + k² v²)) / (1 + k). Newton's method in both, from a point below the worst loss, which the
// dual tends to where both tend to 0; it is convex, and its error is the square of the step's.
//
// Cajas (2023), Portfolio optimization of relativistic value at risk.
import { exponential } from "../exponential";
import { shouldStop } from "../host";
import { logarithm } from "../logarithm";
import { at } from "../memory";
import { Status } from "../status";

const MAX_STEPS = 200;
/** A step promises twice what the value is off by, to the power of 3/2 of it: less of z is known well enough. */
const KNOWN = 1e-11;
/** Of the sum of shares at the start: at first, and after so many rounds without a dual below the worst loss. */
const ROUGH = 0.1, FINE = 1e-12, ROUGH_ROUNDS = 6;
const MAX_HALVINGS = 60;
/** Losses this share of their spread below the worst are it. */
const TIED = 1e-15;
/** Bounds this share above it are rounding. */
const NEAR = 1e-12;

/**
 * losses: T doubles that become their distances from the worst, in the largest, with the room of one more where T
 * is odd, as `allocate` leaves it. tail: (1 - c) T. out: the value.
 */
export function relativisticTail(losses: usize, T: i32, tail: f64, kappa: f64, out: usize): Status {
  let worst = load<f64>(losses);
  for (let i = 1; i < T; i++) worst = max(worst, load<f64>(at(losses, i)));
  store<f64>(out, worst);
  let timesWorst = 0, spread = 0.0;
  for (let i = 0; i < T; i++) {
    const below = load<f64>(at(losses, i)) - worst;
    store<f64>(at(losses, i), below);
    spread = max(spread, -below);
  }
  for (let i = 0; i < T; i++) if (load<f64>(at(losses, i)) >= -TIED * spread) timesWorst++;
  if (<f64> timesWorst >= tail * (1 - NEAR) || !(spread > 0)) return Status.DONE;
  for (let i = 0; i < T; i++) store<f64>(at(losses, i), load<f64>(at(losses, i)) / spread);
  if (T & 1) store<f64>(at(losses, T), 0);

  const power = Math.pow(tail, kappa);
  k = kappa;
  bound = (1 / power - power) / (2 * kappa);
  if (!start(losses, T)) return Status.DONE;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (shouldStop()) return Status.STOPPED;
    const determinant = byTT * byZZ - byTZ * byTZ;
    const moveT = -(byZZ * byT - byTZ * byZ) / determinant;
    const moveZ = -(byTT * byZ - byTZ * byT) / determinant;
    const promised = -(byT * moveT + byZ * moveZ);
    if (!(promised > KNOWN * z)) {
      value -= max(promised, 0) / 2;
      break;
    }
    if (!move(losses, T, moveT, moveZ, promised)) break;
  }
  store<f64>(out, worst + (value < 0 ? spread * value : 0));
  return Status.DONE;
}

let k = 0.0, bound = 0.0;

/** The dual at (t, z), with its slopes and curvatures. */
let t = 0.0, z = 0.0, value = 0.0, byT = 0.0, byZ = 0.0, byTT = 0.0, byTZ = 0.0, byZZ = 0.0;

/**
 * The least by t for a z near that of the dual's second order about equal shares, and so small that the dual is below
 * the worst loss, 0; answers whether it is anywhere by more than rounding.
 */
function start(losses: usize, T: i32): bool {
  let sum = 0.0, squares = 0.0;
  for (let i = 0; i < T; i++) sum += load<f64>(at(losses, i));
  const mean = sum / <f64> T;
  for (let i = 0; i < T; i++) {
    const deviation = load<f64>(at(losses, i)) - mean;
    squares += deviation * deviation;
  }
  const power = Math.pow(<f64> T, -k);
  const place = ((1 + k) * power - (1 - k) / power) / (2 * k);
  const rate = 2 / (<f64> T * ((1 + k) * power + (1 - k) / power));
  let nextZ = Math.sqrt(rate * squares / (2 * (bound - (power - 1 / power) / (2 * k))));
  // No share is above 1, that of the worst loss, 0, at (0 - t) / z = 1.
  let nextT = max(mean - place * nextZ, -nextZ);
  for (let round = 0; round < MAX_STEPS; round++) {
    const tolerance = round < ROUGH_ROUNDS ? ROUGH : FINE;
    evaluate(losses, T, nextT, nextZ);
    for (let step = 0; step < MAX_STEPS && abs(byT) > tolerance; step++) evaluate(losses, T, t - byT / byTT, z);
    if (value < 0) return true;
    nextT = t / 2;
    nextZ /= 2;
  }
  return false;
}

/** A step that keeps a part of what it promises, z above a tenth of what it was; answers whether one does. */
function move(losses: usize, T: i32, moveT: f64, moveZ: f64, promised: f64): bool {
  const fromT = t, fromZ = z, fromValue = value, slopes = abs(byT) + abs(byZ);
  const most = moveZ < 0 ? min(1.0, -0.9 * z / moveZ) : 1.0;
  let share = most;
  for (let halving = 0; halving < MAX_HALVINGS; halving++, share /= 2) {
    evaluate(losses, T, fromT + share * moveT, fromZ + share * moveZ);
    if (value <= fromValue - 1e-4 * share * promised) return true;
    // Near the end values are rounding, slopes are not.
    if (share == 1 && abs(byT) + abs(byZ) < slopes / 2) return true;
  }
  evaluate(losses, T, fromT, fromZ);
  return false;
}

function evaluate(losses: usize, T: i32, atT: f64, atZ: f64): void {
  const rest = 1 - k * k, largest = Math.log(shareRoot(-atT / atZ)) / k;
  const middle = f64x2.splat(atT), inverse = f64x2.splat(1 / atZ), none = f64x2.splat(0);
  let totals = none, entropies = none, products = none, firsts = none, seconds = none, thirds = none;
  for (let i = 0; i < T; i += 2) {
    const v = f64x2.mul(f64x2.sub(v128.load(at(losses, i)), middle), inverse);
    const tilt = f64x2.mul(f64x2.splat(k), v);
    const root = f64x2.sqrt(f64x2.add(f64x2.splat(rest), f64x2.mul(tilt, tilt)));
    const larger = f64x2.add(root, f64x2.abs(tilt)), smaller = f64x2.div(f64x2.splat(rest), larger);
    const isUp = f64x2.ge(tilt, none);
    const up = f64x2.mul(v128.bitselect(larger, smaller, isUp), f64x2.splat(1 / (1 + k)));
    const down = f64x2.mul(v128.bitselect(smaller, larger, isUp), f64x2.splat(1 / (1 - k)));
    const logarithms = f64x2.sub(f64x2.mul(logarithm(up), f64x2.splat(1 / k)), f64x2.splat(largest));
    let q = exponential(f64x2.min(logarithms, none));
    if (i + 1 == T) q = f64x2.replace_lane(q, 1, 0);
    const own = f64x2.mul(q, f64x2.sub(up, down)), product = f64x2.mul(q, v), rate = f64x2.div(q, root);
    totals = f64x2.add(totals, q);
    entropies = f64x2.add(entropies, own);
    products = f64x2.add(products, product);
    firsts = f64x2.add(firsts, rate);
    seconds = f64x2.add(seconds, f64x2.mul(rate, v));
    thirds = f64x2.add(thirds, f64x2.mul(f64x2.mul(rate, v), v));
  }
  const factor = Math.exp(largest), entropy = factor * sum(entropies) / (2 * k);
  t = atT;
  z = atZ;
  value = atT + atZ * (bound + factor * sum(products) - entropy);
  byT = 1 - factor * sum(totals);
  byZ = bound - entropy;
  byTT = factor * sum(firsts) / atZ;
  byTZ = factor * sum(seconds) / atZ;
  byZZ = factor * sum(thirds) / atZ;
}

/** u at v. */
function shareRoot(v: f64): f64 {
  const rest = 1 - k * k, tilt = k * v, root = Math.sqrt(rest + tilt * tilt);
  return (tilt >= 0 ? root + tilt : rest / (root - tilt)) / (1 + k);
}

@inline
function sum(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}
