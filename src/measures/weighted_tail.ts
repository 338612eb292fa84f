/** Part of the share of a tail that the rounding of summed weights may leave over. */
const SHARE_ROUNDING = 1e-12;

/** Losses that do not count alike, and the sum of the weights of the tail. */
export interface WeightedLosses {
  readonly losses: Float64Array;
  readonly weights: Float64Array;
  /** Sum of the weights of the largest losses that make the tail. */
  readonly share: number;
}

/**
 * Returns the largest loss that losses with the share of the weights reach, and the mean of the losses of that share,
 * of which the last counts in part. Rockafellar, R. T. and Uryasev, S. (2002), Conditional Value-at-Risk for General
 * Loss Distributions, Journal of Banking & Finance 26(7), 1443-1471.
 */
export function weightedTail(
  tail: WeightedLosses,
): { readonly valueAtRisk: number; readonly conditionalValueAtRisk: number } {
  const { losses, weights, share } = tail, valueAtRisk = largestReached(tail);
  let sum = 0, beyond = 0;
  for (let t = 0; t < losses.length; t++) {
    if (losses[t] <= valueAtRisk) continue;
    sum += weights[t] * losses[t];
    beyond += weights[t];
  }
  return { valueAtRisk, conditionalValueAtRisk: (sum + Math.max(share - beyond, 0) * valueAtRisk) / share };
}

/**
 * Returns the largest loss l for which the losses of at least l have the share of the weights. Divides the losses by a
 * pivot and goes on with the part in which l lies, as in a selection of a rank.
 */
export function largestReached({ losses, weights, share }: WeightedLosses): number {
  const l = losses.slice(), w = weights.slice();
  const swap = (i: number, j: number): void => {
    [l[i], l[j]] = [l[j], l[i]];
    [w[i], w[j]] = [w[j], w[i]];
  };
  let from = 0, to = l.length, needed = share * (1 - SHARE_ROUNDING);
  while (to - from > 1) {
    const pivot = middleOf(l[from], l[(from + to) >> 1], l[to - 1]);
    // Afterwards the losses above the pivot stand before `above`, and those below it from `below` on.
    let above = from, below = to, ofAbove = 0, ofEqual = 0;
    for (let at = from; at < below;) {
      if (l[at] > pivot) {
        ofAbove += w[at];
        swap(at++, above++);
      } else if (l[at] < pivot) swap(at, --below);
      else ofEqual += w[at++];
    }
    if (ofAbove >= needed) to = above;
    else if (ofAbove + ofEqual >= needed || below === to) return pivot;
    else {
      needed -= ofAbove + ofEqual;
      from = below;
    }
  }
  return l[from];
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
