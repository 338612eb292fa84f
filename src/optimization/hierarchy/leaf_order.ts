import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Clustering } from "../../kernels/clustering.ts";
import { type Dendrogram, layOut, partsOf } from "./dendrogram.ts";

/**
 * Orders of the leaves of a dendrogram: `optimal` reverses mergers so that neighbouring leaves are close, `dendrogram`
 * keeps the order of the mergers.
 */
export const LEAF_ORDERS = ["optimal", "dendrogram"] as const;
export type LeafOrder = typeof LEAF_ORDERS[number];

/**
 * Returns the leaves of a dendrogram in an order. The optimal order is that of SciPy, so that results agree with it:
 * each merger is decided by itself for the shortest path through its own leaves. Bar-Joseph, Gifford, Jaakkola (2001),
 * Fast optimal leaf ordering for hierarchical clustering, Bioinformatics 17.
 */
export function orderedLeaves(
  dendrogram: Dendrogram,
  { distances, by, clustering }: {
    readonly distances: Matrix;
    readonly by: LeafOrder;
    readonly clustering: Clustering;
  },
): Int32Array {
  const { leaves, parts } = dendrogram;
  const { order, starts } = layOut(dendrogram);
  if (by === "dendrogram" || leaves <= 2) return order;
  const placed = parts.map((node) => node < leaves ? starts[node] : node);
  const turned = clustering.leafOrder(inOrder(distances, order), placed);
  return layOut({ ...dendrogram, parts: withTurned(dendrogram, turned) }).order;
}

/**
 * Returns the parts of the mergers, with 1 in `turned` for each merger that is reversed with all mergers within it. Two
 * parts are exchanged if an odd number of mergers, among their own and those that contain it, is reversed.
 */
function withTurned({ leaves, parts }: Dendrogram, turned: Int32Array): Int32Array {
  const isTurned = turned.slice(), result = new Int32Array(parts.length);
  for (let node = 2 * leaves - 2; node >= leaves; node--) {
    const at = node - leaves, pair = partsOf(parts, node, leaves);
    for (const part of pair) if (part >= leaves) isTurned[part - leaves] ^= isTurned[at];
    result.set(isTurned[at] === 1 ? [pair[1], pair[0]] : pair, 2 * at);
  }
  return result;
}

function inOrder({ rows: n, data }: Matrix, order: Int32Array): Matrix {
  const sorted = matrix(n, n);
  for (let i = 0, k = 0; i < n; i++) {
    const from = order[i] * n;
    for (let j = 0; j < n; j++, k++) sorted.data[k] = data[from + order[j]];
  }
  return sorted;
}
