import type { Matrix } from "../../domain/matrix.ts";
import type { Clustering, LinkageName } from "../../kernels/clustering.ts";
import type { Dendrogram } from "./dendrogram.ts";

/** The ways to tell how far two clusters are apart. */
export const LINKAGES = ["single", "complete", "average", "ward"] as const satisfies readonly LinkageName[];

/**
 * The dendrogram of points by their distances, as SciPy has it: mergers by their heights, of equal ones the first found
 * first, the older of two parts to the left. Müllner (2011), Modern hierarchical, agglomerative clustering algorithms.
 */
export function linkage(distances: Matrix, by: LinkageName, clustering: Clustering): Dendrogram {
  const leaves = distances.rows;
  const { left, right, heights } = clustering.linkage(distances, by);
  const order = Array.from(heights.keys()).sort((a, b) => heights[a] - heights[b] || a - b);
  const parts = new Int32Array(2 * (leaves - 1));
  const above = Int32Array.from({ length: 2 * leaves - 1 }, (_, node) => node);
  order.forEach((merger, place) => {
    const a = topOf(above, left[merger]), b = topOf(above, right[merger]);
    parts[2 * place] = Math.min(a, b);
    parts[2 * place + 1] = Math.max(a, b);
    above[a] = above[b] = leaves + place;
  });
  return { leaves, parts, heights: Float64Array.from(order, (merger) => heights[merger]) };
}

/** The largest cluster so far that a node is in, found in ever fewer steps. */
function topOf(above: Int32Array, node: number): number {
  let top = node;
  while (above[top] !== top) top = above[top];
  for (let at = node; at !== top;) {
    const next = above[at];
    above[at] = top;
    at = next;
  }
  return top;
}
