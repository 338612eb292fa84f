import { defineHistoryMeasure } from "./define_measure.ts";
import type { Measure } from "./measure.ts";

/** Number of tail levels of the tail Gini, and the smallest level as a fraction of the periods. */
const LEVELS = 100, LEAST_SHARE = 1e-4;

/** Tail Gini: the conditional value at risk, integrated over the levels of the tail. */
export const tailGini: Measure = defineHistoryMeasure(
  {
    id: "tail_gini",
    unit: "per_period",
    figure: "fraction",
    isBeyondStandard: true,
    documentation: {
      title: "Tail Gini",
      formula:
        "sum(v_i CVaR(x) at tail shares g_1 … g_100 evenly from 0.0001 to 1 - c), v_i = (g_(i+1) - g_(i-1)) g_i / (1 - c)², g_0 = 0, v_100 = (1 - c - g_99) / (1 - c)",
      reference:
        "Cajas, D. (2021), OWA Portfolio Optimization: A Disciplined Convex Programming Framework, SSRN 3988927",
      paragraph: "The mean loss of the worst periods, weighed the more the worse they are.",
    },
  },
  (series, { confidence }) => ofWorst(series.sorted.ascending, tailGiniWeights(series.values.length, confidence)),
);

/**
 * Returns the weighted sum of the largest losses, for the tail Gini. The returns ascend; the weights descend from the
 * largest loss on.
 */
export function ofWorst(ascending: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k++) sum -= weights[k] * ascending[k];
  return sum;
}

/**
 * Returns the weighted sum of the largest gains, for the tail Gini. The returns ascend; the weights descend from the
 * largest gain on.
 */
export function ofBest(ascending: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < weights.length; k++) sum += weights[k] * ascending[ascending.length - 1 - k];
  return sum;
}

/**
 * Returns the weight of each of the largest of T losses in their tail Gini, an ordered weighted average. The weights
 * descend and sum to 1; zero weights are left out. A loss counts in each conditional value at risk by its part of the
 * tail.
 */
export function tailGiniWeights(count: number, confidence: number): Float64Array {
  const whole = 1 - confidence;
  const weights = new Float64Array(Math.min(count, Math.ceil(whole * count)));
  const level = (i: number): number => i === 0 ? 0 : LEAST_SHARE + (whole - LEAST_SHARE) * (i - 1) / (LEVELS - 1);
  // Adds up the weights of the tail levels whose last complete loss has a given rank. Sums run from the last rank to
  // the first, because such a level also contains all larger losses.
  const inFull = new Float64Array(weights.length + 1);
  for (let i = 1; i <= LEVELS; i++) {
    const share = level(i), tail = share * count, full = Math.min(weights.length, Math.floor(tail));
    const own = i === LEVELS ? (whole - level(LEVELS - 1)) / whole : (level(i + 1) - level(i - 1)) * share / whole ** 2;
    if (tail <= 1) weights[0] += own;
    else {
      if (full > 0) inFull[full - 1] += own / tail;
      if (full < weights.length) weights[full] += own * (tail - full) / tail;
    }
  }
  for (let k = weights.length - 1, sum = 0; k >= 0; k--) weights[k] += sum += inFull[k];
  return weights;
}
