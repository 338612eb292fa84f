import type { OrderedCone, Rows } from "./cone.ts";
import { entriesOf, nearestInPermutahedron } from "./mean_difference.ts";

/**
 * (v, x) with v ≥ Σ a_k x_(k) for descending x_(1) ≥ x_(2) ≥ … and descending weights a, the epigraph of an ordered
 * weighted average. The dual cone has (λ, -q) with λ ≥ 0 and q in λ times the permutahedron of a. Yager (1988), On
 * ordered weighted averaging aggregation operators in multicriteria decisionmaking, IEEE Transactions on Systems, Man,
 * and Cybernetics 18.
 */
export function orderedSum(weights: Float64Array): OrderedCone {
  return {
    id: "ordered_sum",
    isLinear: false,
    isOrdered: true,
    isOfPairs: false,
    kernelCone: null,
    rankWeights: () => weights,
    valueOf: (x) => orderedSumOf(x, weights),
    /** The excess max(0, Σ a_k x_(k) - v) in place of the Euclidean distance, with x_(1) the largest entry. */
    distance: (s, block) => Math.max(0, orderedSumOf(entriesOf(s, block), weights) - s[block.firstRow]),
    /** Projects the q of multipliers (λ, -q) on λ times the permutahedron; keeps λ. */
    projectDual(z, block) {
      const { firstRow, rows } = block, scale = z[firstRow];
      if (!(scale > 0)) {
        z.fill(0, firstRow, firstRow + rows);
        return;
      }
      const q = nearestInPermutahedron(entriesOf(z, block).map((entry) => -entry / scale), weights);
      q.forEach((entry, i) => z[firstRow + 1 + i] = -scale * entry);
    },
    scale: (s, { firstRow, rows }: Rows) =>
      s.subarray(firstRow, firstRow + rows).reduce((sum, entry) => sum + Math.abs(entry), 0),
    tangent: () => null,
  };
}

/** Returns Σ a_k x_(k) for the weights a and the entries x_(1) ≥ x_(2) ≥ … in descending order. */
export function orderedSumOf(x: Float64Array, weights: Float64Array): number {
  const ascending = x.toSorted(), last = x.length - 1;
  let sum = 0;
  for (let k = 0; k <= last; k++) if (weights[k] !== 0) sum += weights[k] * ascending[last - k];
  return sum;
}
