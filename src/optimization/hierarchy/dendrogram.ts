/**
 * A binary tree over n leaves. Its nodes are the leaves, 0 to n - 1, and the n - 1 mergers, n to 2n - 2. A merger
 * follows its parts, and the last node is the root. A tree of one leaf has that leaf as its root.
 */
export interface Dendrogram {
  readonly leaves: number;
  /** The two parts of each merger, 2 (n - 1) node numbers: those of merger n first. */
  readonly parts: Int32Array;
  /** The distance between the two parts of each merger, ascending. */
  readonly heights: Float64Array;
}

/** The leaves of a dendrogram from left to right, with the range of leaves of each node. */
export interface LaidOut {
  readonly order: Int32Array;
  /** The place of the first leaf of each node. */
  readonly starts: Int32Array;
  /** The number of leaves of each node. */
  readonly sizes: Int32Array;
}

/** Lays out the leaves of a dendrogram with the first part of each merger to the left. */
export function layOut({ leaves, parts }: Dendrogram): LaidOut {
  const nodes = 2 * leaves - 1;
  const sizes = new Int32Array(nodes).fill(1), starts = new Int32Array(nodes);
  for (let node = leaves; node < nodes; node++) {
    const [left, right] = partsOf(parts, node, leaves);
    sizes[node] = sizes[left] + sizes[right];
  }
  for (let node = nodes - 1; node >= leaves; node--) {
    const [left, right] = partsOf(parts, node, leaves);
    starts[left] = starts[node];
    starts[right] = starts[node] + sizes[left];
  }
  const order = new Int32Array(leaves);
  for (let leaf = 0; leaf < leaves; leaf++) order[starts[leaf]] = leaf;
  return { order, starts, sizes };
}

/** Returns the two parts of a merger. */
export function partsOf(parts: Int32Array, node: number, leaves: number): readonly [number, number] {
  const at = 2 * (node - leaves);
  return [parts[at], parts[at + 1]];
}

/**
 * Cuts a dendrogram into `count` clusters, 1 to n, by undoing its count - 1 highest mergers. Returns the nodes of the
 * clusters from left to right.
 */
export function cutInto(dendrogram: Dendrogram, count: number): readonly number[] {
  const { leaves, parts } = dendrogram;
  const { starts } = layOut(dendrogram);
  const nodes = 2 * leaves - 1, whole = nodes - (count - 1);
  const clusters: number[] = count === 1 ? [nodes - 1] : [];
  for (let node = whole; node < nodes; node++) {
    for (const part of partsOf(parts, node, leaves)) if (part < whole) clusters.push(part);
  }
  return clusters.sort((a, b) => starts[a] - starts[b]);
}
