// Entropic value at risk of T equally likely losses l:
//
//   inf over u > 0 of (K(u) + e) / u,   K(u) = log(mean(exp(u l))),   e = -log(1 - c)
//
// The derivative vanishes where the relative entropy of the tilted losses, g(u) = u K'(u) - K(u), equals e. g rises
// from 0 to log(T / m), where m is the number of times that the worst loss occurs. So there is one such u, or the
// infimum is the worst loss itself, as u → ∞. Newton's method finds log u within a bracket, for many losses by
// the moments of their bins. The value is stationary in u, so its error is the square of the error of the step.
//
// Ahmadi-Javid (2012), Entropic Value-at-Risk: A New Coherent Risk Measure, JOTA 155(3), 1105-1123.
import { exponential } from "../exponential";
import { shouldStop } from "../host";
import { allocate, at, mark, release } from "../memory";
import { Status } from "../status";
import { measureFrom, varianceOfDistances } from "./distances";
import { largestOf, leastOf } from "./extremes";
import {
  BIN_MOMENTS_BYTES,
  binMoments,
  EVEN_BEFORE,
  isSettled,
  isWorthBinning,
  LAST_EVEN,
  momentsOf,
  ORDERS,
} from "./bin_moments";

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
/** Largest part of a sum by bins that the terms of the last even order may have during the iteration. */
const MOST_LEFT_OUT = 1e-6;
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
  const logTilt = Math.log(2 * entropy / max(varianceOfDistances(losses, T), LEAST_VARIANCE)) / 2;
  if (T & 1) store<f64>(at(losses, T), NO_LOSS);
  const status = leastBound(losses, T, entropy, logTilt);
  store<f64>(out, worst + min(spread * value, 0));
  return status;
}

/**
 * Finds the infimum for T losses s, by the moments of their bins where they are many and the bins are fine enough.
 */
function leastBound(s: usize, T: i32, entropy: f64, logTilt: f64): Status {
  if (!isWorthBinning(T)) return newton(s, T, 0, entropy, logTilt);
  const start = mark(), moments = allocate(BIN_MOMENTS_BYTES);
  if (moments == 0) return Status.OUT_OF_MEMORY;
  const bins = binMoments(s, T, moments);
  if (bins == 0) return Status.OUT_OF_MEMORY;
  const status = newton(moments, T, bins, entropy, logTilt);
  release(start);
  if (status == Status.STOPPED || status == Status.DONE && areSettled) return status;
  return newton(s, T, 0, entropy, status == Status.DONE ? tilted : logTilt);
}

/**
 * Results of `newton` for the entropic value at risk: log u, and the infimum. Without convergence the infimum is only
 * an upper bound.
 */
let tilted = 0.0, value = 0.0;

/**
 * Finds the entropic value at risk of T losses by Newton's method. s: the losses, or where `bins` is above 0 the
 * moments of so many bins of them.
 */
function newton(s: usize, T: i32, bins: i32, entropy: f64, from: f64): Status {
  let lowest = -Infinity, highest = Infinity;
  tilted = from;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    if (shouldStop()) return Status.STOPPED;
    const u = Math.exp(tilted);
    if (bins > 0) {
      tiltBins(s, bins, T, u);
      if (isRough) return Status.NOT_CONVERGED;
    } else tilt(s, T, u);
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
 * Results of `tilt` and `tiltBins` for losses s under weights exp(u s): log(mean(exp(u s))), and the mean and variance
 * of the losses.
 */
let cumulant = 0.0, mean = 0.0, variance = 0.0;

/** Computes the cumulant log(mean(exp(u s))), the mean and the variance of T losses s ≤ 0 under weights exp(u s). */
function tilt(s: usize, T: i32, u: f64): void {
  const factor = f64x2.splat(u);
  let totals = f64x2.splat(0), firsts = f64x2.splat(0), seconds = f64x2.splat(0);
  for (let i = 0; i < T; i += 2) {
    const pair = v128.load(at(s, i)), weights = exponential(f64x2.mul(factor, pair));
    const weighted = f64x2.mul(weights, pair);
    totals = f64x2.add(totals, weights);
    firsts = f64x2.add(firsts, weighted);
    seconds = f64x2.add(seconds, f64x2.mul(weighted, pair));
  }
  summarise(sum(totals), sum(firsts), sum(seconds), T);
}

/**
 * Whether the terms that `tiltBins` leaves out are negligible, and whether they are so large that the bins are too wide
 * for the iteration.
 */
let areSettled = false, isRough = false;

/** Powers u^p / p!, behind two zeros. */
const TERMS: usize = memory.data(8 * (ORDERS + 2));

/**
 * Computes the same by the moments of bins with centres c: exp(u s) = exp(u c) Σ_p u^p (s - c)^p / p! within a bin.
 */
function tiltBins(moments: usize, bins: i32, T: i32, u: f64): void {
  const terms = TERMS + 16;
  for (let p = 0, term = 1.0; p < ORDERS; term *= u / <f64> ++p) store<f64>(at(terms, p), term);
  const factor = f64x2.splat(u);
  let totals = f64x2.splat(0), firsts = totals, seconds = totals, before = totals, last = totals;
  for (let i = 0; i < bins; i += 2) {
    const centre = v128.load(at(moments, i)), weights = exponential(f64x2.mul(factor, centre));
    let total = f64x2.splat(0), first = total, second = total, row = momentsOf(moments, 0) + (<usize> i << 3);
    for (let p = 0; p < ORDERS; p++, row += momentsOf(0, 1) - momentsOf(0, 0)) {
      const moment = v128.load(row), term = at(terms, p);
      total = f64x2.add(total, f64x2.mul(v128.load64_splat(term), moment));
      first = f64x2.add(first, f64x2.mul(v128.load64_splat(term - 8), moment));
      second = f64x2.add(second, f64x2.mul(v128.load64_splat(term - 16), moment));
    }
    // With s = c + d the sums of s and s² are c Σ 1 + Σ d and c² Σ 1 + 2 c Σ d + Σ d².
    const moved = f64x2.add(f64x2.mul(centre, total), first);
    totals = f64x2.add(totals, f64x2.mul(weights, total));
    firsts = f64x2.add(firsts, f64x2.mul(weights, moved));
    const squares = f64x2.add(f64x2.mul(centre, f64x2.add(moved, first)), second);
    seconds = f64x2.add(seconds, f64x2.mul(weights, squares));
    before = f64x2.add(before, f64x2.mul(weights, v128.load(at(momentsOf(moments, EVEN_BEFORE), i))));
    last = f64x2.add(last, f64x2.mul(weights, v128.load(at(momentsOf(moments, LAST_EVEN), i))));
  }
  const total = sum(totals);
  const ofEvenBefore = load<f64>(at(terms, EVEN_BEFORE)) * sum(before);
  const ofLastEven = load<f64>(at(terms, LAST_EVEN)) * sum(last);
  areSettled = isSettled(total, ofEvenBefore, ofLastEven);
  isRough = !(ofLastEven <= MOST_LEFT_OUT * total);
  summarise(total, sum(firsts), sum(seconds), T);
}

function summarise(total: f64, first: f64, second: f64, T: i32): void {
  mean = first / total;
  cumulant = Math.log(total / <f64> T);
  variance = second / total - mean * mean;
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
