import { NEGLIGIBLE_WEIGHT } from "../program/rounding.ts";

/** A split in two of the assets at places `from` to `to`, the latter excluded. */
export interface Split {
  readonly from: number;
  /** The first place of the second part. */
  readonly border: number;
  readonly to: number;
  /** The first part's share of the weight if no bound is active. */
  readonly share: number;
}

/** Bounds of the weights by place, at least 0. */
export interface PlacedBounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Tolerance of the sum of the bounds against the budget of 1. */
const FEASIBILITY = 1e-9;

/** Whether some weights within the bounds sum to 1. */
export function canSumToOne({ lower, upper }: PlacedBounds): boolean {
  return sumOf(lower) <= 1 + FEASIBILITY && sumOf(upper) >= 1 - FEASIBILITY;
}

/**
 * Splits a weight of 1 along `splits`, each before the splits of its parts, and returns the weights by place. The first
 * part gets its share of the weight, clamped so that both parts can keep their bounds. Negligible weights without a
 * lower bound are fixed at 0, and the splits are repeated until no more appear.
 */
export function splitWeights(splits: readonly Split[], bounds: PlacedBounds): Float64Array {
  let { upper } = bounds;
  for (;;) {
    const weights = splitOnce(splits, { lower: bounds.lower, upper });
    const kept = upper.map((most, i) => isNegligible(weights[i]) && bounds.lower[i] === 0 ? 0 : most);
    if (kept.every((most, i) => most === upper[i]) || sumOf(kept) < 1) {
      return weights.map((weight, i) => upper[i] === 0 ? 0 : weight);
    }
    upper = kept;
  }
}

function isNegligible(weight: number): boolean {
  return weight < NEGLIGIBLE_WEIGHT;
}

function splitOnce(splits: readonly Split[], { lower, upper }: PlacedBounds): Float64Array {
  const least = sumsBefore(lower), most = sumsBefore(upper.map((limit) => Math.min(limit, 1)));
  // The entry at the first place of a part holds the weight of the whole part until the part is split.
  const weights = new Float64Array(lower.length);
  weights[0] = 1;
  for (const { from, border, to, share } of splits) {
    const whole = weights[from];
    const low = Math.max(least[border] - least[from], whole - (most[to] - most[border]));
    const high = Math.min(most[border] - most[from], whole - (least[to] - least[border]));
    const first = Math.min(whole, Math.max(0, Math.min(high, Math.max(low, whole * share))));
    weights[from] = first;
    weights[border] = whole - first;
  }
  return weights;
}

/** Returns the sum of the values before each place, and last the sum of all. */
function sumsBefore(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, i) => sums[i + 1] = sums[i] + value);
  return sums;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
