import { NEGLIGIBLE_WEIGHT } from "../program/rounding.ts";

/** A row of assets that is parted in two, by places from `from` to `to`, the latter excluded. */
export interface Split {
  readonly from: number;
  /** Where the second part begins. */
  readonly border: number;
  readonly to: number;
  /** The share of the first part where no bound stands against it. */
  readonly share: number;
}

/** Limits of weights by place, at least 0. */
export interface PlacedBounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Bounds that miss the budget by less meet it. */
const FEASIBILITY = 1e-9;

/** Whether weights within bounds can sum to 1. */
export function canSumToOne({ lower, upper }: PlacedBounds): boolean {
  return sumOf(lower) <= 1 + FEASIBILITY && sumOf(upper) >= 1 - FEASIBILITY;
}

/**
 * A weight of 1 split again and again, each split before those of its parts: the first part has its share of what the
 * two have, but no less than its own lower bounds and no more than its own upper ones, and leaves the second within its
 * own. Weights too small to be shown are 0, and the rest is split as if they could be nothing else.
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
  // Of the row of assets that begins there.
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

/** The sum of what stands before each place, and of all. */
function sumsBefore(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, i) => sums[i + 1] = sums[i] + value);
  return sums;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
