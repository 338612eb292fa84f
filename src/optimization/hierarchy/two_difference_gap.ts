import type { Matrix } from "../../domain/matrix.ts";
import { type Dendrogram, layOut, partsOf } from "./dendrogram.ts";

/**
 * Two gaps W(k-1) - 2 W(k) + W(k+1) of `twoDifferenceGap` count as equal if they differ by at most this share of the
 * largest W.
 */
const ROUNDING = 1e-12;

/**
 * Returns the number of clusters by the two-difference gap: the k with the largest W(k-1) - 2 W(k) + W(k+1), where W(k)
 * is the sum over k clusters of the mean distance within the cluster. k runs from 2 to min(n, max(8, round(sqrt(n)))) -
 * 1, and the least of several equal k wins. For at most two leaves each leaf is a cluster. skfolio computes the same;
 * Riskfolio-Lib takes standard deviations for the means. Yue, Wang, Wei (2008), Application of two-order difference to
 * gap statistic, Transactions of Tianjin University 14.
 */
export function twoDifferenceGap(distances: Matrix, dendrogram: Dendrogram): number {
  const { leaves } = dendrogram;
  if (leaves <= 2) return leaves;
  const most = Math.min(leaves, Math.max(8, Math.round(Math.sqrt(leaves))));
  const dispersions = dispersionsOf(distances, dendrogram, most);
  const size = dispersions.reduce((largest, dispersion) => Math.max(largest, dispersion), 0);
  let best = 2, largest = -Infinity;
  for (let k = 2; k < most; k++) {
    const gap = dispersions[k - 2] - 2 * dispersions[k - 1] + dispersions[k];
    if (!(gap > largest + ROUNDING * size)) continue;
    largest = gap;
    best = k;
  }
  return best;
}

/**
 * Returns W(1) to W(most), W(k) the sum over k clusters of the mean distance within each. Each comes from the one
 * before by undoing one merger.
 */
function dispersionsOf(distances: Matrix, dendrogram: Dendrogram, most: number): Float64Array {
  const { leaves, parts } = dendrogram;
  const means = meanDistances(distances, dendrogram);
  const dispersions = new Float64Array(most);
  dispersions[0] = means[2 * leaves - 2];
  for (let k = 1; k < most; k++) {
    const undone = 2 * leaves - 1 - k, [left, right] = partsOf(parts, undone, leaves);
    dispersions[k] = dispersions[k - 1] - means[undone] + means[left] + means[right];
  }
  return dispersions;
}

/** Returns the mean distance between two leaves of each node; 0 for a leaf. */
function meanDistances({ data }: Matrix, dendrogram: Dendrogram): Float64Array {
  const { leaves, parts } = dendrogram;
  const { order, starts, sizes } = layOut(dendrogram);
  const sums = new Float64Array(2 * leaves - 1);
  for (let node = leaves; node < sums.length; node++) {
    const [left, right] = partsOf(parts, node, leaves);
    let across = 0;
    for (let a = starts[left]; a < starts[right]; a++) {
      const from = order[a] * leaves;
      for (let b = starts[right]; b < starts[right] + sizes[right]; b++) across += data[from + order[b]];
    }
    sums[node] = sums[left] + sums[right] + across;
  }
  return sums.map((sum, node) => sizes[node] === 1 ? 0 : sum / (sizes[node] * (sizes[node] - 1) / 2));
}
