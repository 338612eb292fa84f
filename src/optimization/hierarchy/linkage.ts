import type { Matrix } from "../../domain/matrix.ts";
import type { Clustering, LinkageName } from "../../kernels/clustering.ts";
import type { Dendrogram } from "./dendrogram.ts";

/** The definitions of the distance between two clusters. */
export const LINKAGES = ["single", "complete", "average", "ward"] as const satisfies readonly LinkageName[];

/**
 * Clusters points by their distances (n × n) and returns the dendrogram in SciPy's order: mergers by height, equal
 * heights in the order in which they are found, the older part of a merger to the left. Müllner (2011), Modern
 * hierarchical, agglomerative clustering algorithms.
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

/** Returns the largest cluster so far that contains a node, and shortens the path to it (path compression). */
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
