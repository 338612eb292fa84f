import { dot } from "../../domain/matrix.ts";
import { Affine } from "../program/affine.ts";
import { type EpigraphCone, epigraphCone, type Support } from "./epigraph_cone.ts";
import { exponential } from "./exponential.ts";
import { increasingRoot } from "./increasing_root.ts";
import { nonnegative } from "./nonnegative.ts";
import { toShares } from "./to_shares.ts";
import { unexplained } from "./unexplained.ts";

/**
 * Bracket of log(u d) in the search for the tilt u that attains the infimum in `entropic`, where d is the root mean
 * square distance of the losses from the largest one.
 */
const LOWEST_TILT = -50, HIGHEST_TILT = 300;

/** A relative entropy that exceeds the bound by less than this share is within rounding. */
const ROUNDING = 1e-12;

/**
 * (t, l) with t ≥ the entropic value at risk of T equally likely losses l at confidence c: inf over u > 0 of
 * (log(mean(exp(u l))) - log(1 - c)) / u. It equals the largest q'l over probabilities q whose relative entropy to
 * equal ones is at most -log(1 - c). Ahmadi-Javid (2012), Entropic value-at-risk: a new coherent risk measure, JOTA
 * 155(3).
 */
export function entropic(confidence: number): EpigraphCone {
  const entropy = -Math.log1p(-confidence);
  return epigraphCone({
    id: "entropic",
    isBelowLargest: true,
    supportAt: (losses) => supportAt(losses, entropy),
    lower: (slopes) => toShares(slopes, (shares) => relativeEntropy(shares) <= entropy * (1 + ROUNDING)),
    /** Expresses the function as the least t + z log(1 / ((1 - c) T)) subject to Σ z exp((l_i - t) / z) ≤ z. */
    express(losses, form) {
      const [t, z] = [form.variables(1), form.variables(1)], parts = form.variables(losses.length);
      const rows = losses.map((loss, i) => [
        form.inCone(exponential, Affine.stack([loss.minus(t), z, parts.entry(i)])),
      ]);
      form.inCone(nonnegative, z.minus(parts.sum()));
      return { value: t.plus(z.times(entropy - Math.log(losses.length))), rows };
    },
  });
}

function supportAt(losses: Float64Array, entropy: number): Support {
  const worst = losses.reduce((most, loss) => Math.max(most, loss), -Infinity);
  const below = losses.map((loss) => loss - worst);
  const timesWorst = below.reduce((count, one) => one === 0 ? count + 1 : count, 0);
  const spread = Math.sqrt(dot(below, below) / below.length);
  if (Math.log(losses.length / timesWorst) <= entropy * (1 + ROUNDING) || !(spread > 0)) {
    const slopes = below.map((one) => one === 0 ? 1 / timesWorst : 0);
    return { value: worst, slopes, curvature: null, isSmooth: timesWorst === 1 };
  }
  const tilt = Math.exp(logTiltOf(below, { spread, entropy })) / spread;
  const { shares, mean } = tilted(below, tilt);
  return {
    value: worst + mean,
    slopes: shares,
    curvature: {
      firstRow: 0,
      rows: losses.length,
      factor: tilt,
      times: (coefficients) => unexplained(coefficients, shares, below),
    },
    isSmooth: true,
  };
}

/**
 * Returns log(u d) for the tilt u at which the probabilities proportional to exp(u l) have the relative entropy
 * `entropy` to equal ones. `below` are the losses l less the largest one, and d is `spread`, their root mean square.
 */
function logTiltOf(
  below: Float64Array,
  { spread, entropy }: { readonly spread: number; readonly entropy: number },
): number {
  let at = NaN, known = { excess: 0, slope: 0 };
  const look = (logTilt: number): typeof known => {
    if (logTilt === at) return known;
    const tilt = Math.exp(logTilt) / spread, { mean, variance, cumulant } = tilted(below, tilt);
    at = logTilt;
    known = { excess: tilt * mean - cumulant - entropy, slope: tilt * tilt * variance };
    return known;
  };
  return increasingRoot(
    { value: (logTilt) => look(logTilt).excess, slope: (logTilt) => look(logTilt).slope },
    { low: LOWEST_TILT, high: HIGHEST_TILT, start: Math.log(2 * entropy) / 2 },
  );
}

/**
 * Returns the probabilities proportional to exp(u s), with the mean and the variance of s under them and log(mean(exp(u
 * s))). u is `tilt`, and s ≤ 0 are the losses less the largest one (`below`).
 */
function tilted(
  below: Float64Array,
  tilt: number,
): { shares: Float64Array; mean: number; variance: number; cumulant: number } {
  const shares = new Float64Array(below.length);
  let total = 0;
  for (let i = 0; i < below.length; i++) total += shares[i] = Math.exp(tilt * below[i]);
  let mean = 0, squares = 0;
  for (let i = 0; i < below.length; i++) {
    shares[i] /= total;
    mean += shares[i] * below[i];
  }
  for (let i = 0; i < below.length; i++) squares += shares[i] * (below[i] - mean) ** 2;
  return { shares, mean, variance: squares, cumulant: Math.log(total / below.length) };
}

/** Returns the relative entropy Σ q_i log(T q_i) of T probabilities q to equal ones. */
function relativeEntropy(shares: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < shares.length; i++) if (shares[i] > 0) sum += shares[i] * Math.log(shares.length * shares[i]);
  return sum;
}
