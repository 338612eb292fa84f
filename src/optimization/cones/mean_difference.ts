import { meanDifferenceOf } from "../../measures/mean_difference.ts";
import type { OrderedCone, Rows } from "./cone.ts";

/**
 * (v, x) with v ≥ the mean of |x_i - x_j| over the pairs i < j of T entries, Gini's mean difference. It equals Σ a_k
 * x_(k) for descending x_(1) ≥ x_(2) ≥ … and a_k = 2 (T + 1 - 2k) / (T (T - 1)). The dual cone has (λ, -q) with λ ≥ 0
 * and q in λ times the permutahedron of a: the entries of q sum to 0, and its k largest to at most λ (a_1 + … + a_k).
 * Yitzhaki (1982), Stochastic dominance, mean variance, and Gini's mean difference, American Economic Review 72.
 */
export const meanDifference: OrderedCone = {
  id: "mean_difference",
  isLinear: false,
  isOrdered: true,
  isOfPairs: true,
  rankWeights: (count) => Float64Array.from({ length: count }, (_, k) => rankWeight(k, count)),
  kernelCone: null,
  valueOf: meanDifferenceOf,
  /** Returns by how much the mean difference of x exceeds v in a block (v, x), at least 0. */
  distance: (s, block) => Math.max(0, meanDifferenceOf(entriesOf(s, block)) - s[block.firstRow]),
  /** Projects the q of multipliers (λ, -q) on λ times the permutahedron; keeps λ. */
  projectDual(z, block) {
    const { firstRow, rows } = block, scale = z[firstRow];
    if (!(scale > 0)) {
      z.fill(0, firstRow, firstRow + rows);
      return;
    }
    const q = nearestInPermutahedron(
      entriesOf(z, block).map((entry) => -entry / scale),
      meanDifference.rankWeights(block.rows - 1),
    );
    q.forEach((entry, i) => z[firstRow + 1 + i] = -scale * entry);
  },
  scale: (s, { firstRow, rows }) =>
    s.subarray(firstRow, firstRow + rows).reduce((sum, entry) => sum + Math.abs(entry), 0),
  tangent: () => null,
};

/** Returns the weight of rank k in the mean difference of `count` entries; rank 0 is the largest entry. */
export function rankWeight(k: number, count: number): number {
  return 2 * (count - 1 - 2 * k) / (count * (count - 1));
}

/** The indices of the entries in descending order; equal entries keep their order. */
export function descending(x: Float64Array): Uint32Array {
  return Uint32Array.from(x.keys()).sort((i, j) => x[j] - x[i] || i - j);
}

/** The x of a block (v, x). */
export function entriesOf(s: Float64Array, { firstRow, rows }: Rows): Float64Array {
  return s.slice(firstRow + 1, firstRow + rows);
}

/**
 * The projection of y on the permutahedron of descending weights a: in descending order, y less the nonincreasing
 * isotonic regression of y - a, computed by pooling adjacent violators (Negrinho, Martins (2014), Orbit regularization,
 * NIPS 27).
 */
export function nearestInPermutahedron(y: Float64Array, weights: Float64Array): Float64Array {
  const order = descending(y);
  const pools: { sum: number; size: number }[] = [];
  order.forEach((i, k) => {
    let pool = { sum: y[i] - weights[k], size: 1 };
    for (
      let last = pools.at(-1);
      last !== undefined && last.sum * pool.size <= pool.sum * last.size;
      last = pools.at(-1)
    ) {
      pool = { sum: pool.sum + last.sum, size: pool.size + last.size };
      pools.pop();
    }
    pools.push(pool);
  });
  const nearest = y.slice();
  let k = 0;
  for (const { sum, size } of pools) {
    const end = k + size;
    for (; k < end; k++) nearest[order[k]] -= sum / size;
  }
  return nearest;
}
