// Entropic value at risk of T equally likely losses l:
//
//   inf over u > 0 of (K(u) + e) / u,   K(u) = log(mean(exp(u l))),   e = -log(1 - c)
//
// The derivative vanishes where the relative entropy of the tilted losses, g(u) = u K'(u) - K(u), equals e. g rises
// from 0 to log(T / m), where m is the number of times that the worst loss occurs. So there is one such u, or the
// infimum is the worst loss itself, as u → ∞. Newton's method finds log u within a bracket, first for a few
// representative losses. The value is stationary in u, so its error is the square of the error of the step.
//
// Ahmadi-Javid (2012), Entropic Value-at-Risk: A New Coherent Risk Measure, JOTA 155(3), 1105-1123.
import { exponential } from "../exponential";
import { shouldStop } from "../host";
import { allocate, at, mark, release } from "../memory";
import { Status } from "../status";
import { measureFrom, varianceOfDistances } from "./distances";
import { largestOf, leastOf } from "./extremes";
import { isWorthReducing, REPRESENTATIVES_BYTES, representativesOf, weightsOf } from "./representatives";

const MAX_ITERATIONS = 200;
/**
 * Step of log u at which Newton's method for the entropic value at risk ends. After the final correction the error of
 * the value is about its third power.
 */
const STEP_TOLERANCE = 1e-5;
/**
 * Largest step of log u in Newton's method for the entropic value at risk. It would take steps that are too long where
 * its function g is flat.
 */
const LONGEST_STEP = 2.0;
/**
 * Largest absolute value of log u in the entropic value at risk, small enough that u² does not overflow. It is reached
 * only when the second worst loss equals the worst up to rounding.
 */
const LARGEST_LOG_TILT = 300.0;
/** Least variance of the distances from which Newton's method starts. Smaller ones may be rounding errors. */
const LEAST_VARIANCE = 1e-15;
/**
 * Value that fills up an odd number of losses to pairs. Its exponential is 0 at any tilt u, and so is its product with
 * the exponential.
 */
const NO_LOSS = -1e300;

/**
 * Computes the entropic value at risk. losses: T doubles, replaced by their distances from the worst as fractions of
 * the spread; where T is odd, one more double behind them is written, for which `allocate` leaves room. out: the value,
 * or with the status NOT_CONVERGED an upper bound. Losses whose spread overflows have the worst loss as their value.
 */
export function entropicTail(losses: usize, T: i32, entropy: f64, out: usize): Status {
  const worst = largestOf(losses, T), spread = worst - leastOf(losses, T);
  store<f64>(out, worst);
  const timesWorst = measureFrom(losses, T, worst, spread, 0);
  if (Math.log(<f64> T / <f64> timesWorst) <= entropy || !(spread > 0 && spread < Infinity)) return Status.DONE;
  let logTilt = Math.log(2 * entropy / max(varianceOfDistances(losses, T), LEAST_VARIANCE)) / 2;
  if (T & 1) store<f64>(at(losses, T), NO_LOSS);
  if (isWorthReducing(T)) {
    const start = mark(), representatives = allocate(REPRESENTATIVES_BYTES);
    if (representatives == 0) return Status.OUT_OF_MEMORY;
    const few = representativesOf(losses, T, representatives);
    const found = newton(representatives, weightsOf(representatives), few, T, entropy, logTilt);
    release(start);
    if (found == Status.STOPPED) return found;
    logTilt = tilted;
  }
  const status = newton(losses, 0, T, T, entropy, logTilt);
  store<f64>(out, worst + min(spread * value, 0));
  return status;
}

/**
 * Results of `newton` for the entropic value at risk: log u, and the infimum. Without convergence the infimum is only
 * an upper bound.
 */
let tilted = 0.0, value = 0.0;

/**
 * Finds the entropic value at risk of n values s, with weights that sum to T, by Newton's method. All weights are 1
 * where `weights` is 0.
 */
function newton(s: usize, weights: usize, n: i32, T: i32, entropy: f64, from: f64): Status {
  let lowest = -Infinity, highest = Infinity;
  tilted = from;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    if (shouldStop()) return Status.STOPPED;
    const u = Math.exp(tilted);
    tilt(s, weights, n, T, u);
    const missing = entropy - (u * mean - cumulant);
    if (missing > 0) lowest = tilted;
    else highest = tilted;
    const move = missing / (u * u * variance);
    const next = guarded(tilted + move, tilted, lowest, highest);
    const step = abs(next - tilted);
    value = (cumulant + entropy) / u;
    if (step < STEP_TOLERANCE) {
      if (next == tilted + move) value -= missing * move / (2 * u);
      tilted = next;
      return Status.DONE;
    }
    tilted = next;
  }
  return Status.NOT_CONVERGED;
}

/**
 * Results of `tilt` for losses s under weights exp(u s): log(mean(exp(u s))), and the mean and variance of the losses.
 */
let cumulant = 0.0, mean = 0.0, variance = 0.0;

/**
 * Computes the cumulant log(mean(exp(u s))), the mean and the variance of losses s under weights exp(u s). Requires s ≤
 * 0.
 */
function tilt(s: usize, own: usize, n: i32, T: i32, u: f64): void {
  const factor = f64x2.splat(u);
  let totals = f64x2.splat(0), firsts = f64x2.splat(0), seconds = f64x2.splat(0);
  for (let i = 0; i < n; i += 2) {
    const pair = v128.load(at(s, i));
    let weights = exponential(f64x2.mul(factor, pair));
    if (own != 0) weights = f64x2.mul(weights, v128.load(at(own, i)));
    const weighted = f64x2.mul(weights, pair);
    totals = f64x2.add(totals, weights);
    firsts = f64x2.add(firsts, weighted);
    seconds = f64x2.add(seconds, f64x2.mul(weighted, pair));
  }
  const total = sum(totals);
  mean = sum(firsts) / total;
  cumulant = Math.log(total / <f64> T);
  variance = sum(seconds) / total - mean * mean;
}

/**
 * Returns the next point of Newton's method where it lies within the bracket and is not too far away. Otherwise returns
 * the middle of the bracket, or a long step where one side is open.
 */
function guarded(newton: f64, from: f64, lowest: f64, highest: f64): f64 {
  if (newton > lowest && newton < highest && abs(newton - from) <= LONGEST_STEP) return newton;
  if (lowest == -Infinity) return max(from - LONGEST_STEP, -LARGEST_LOG_TILT);
  if (highest == Infinity) return min(from + LONGEST_STEP, LARGEST_LOG_TILT);
  return (lowest + highest) / 2;
}

@inline
function sum(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}
