/**
 * A binary tree over n leaves. Nodes are the leaves, 0 to n - 1, then the n - 1 mergers, n to 2n - 2, each after its
 * parts and the last the root; of one leaf, that leaf.
 */
export interface Dendrogram {
  readonly leaves: number;
  /** The two parts of each merger, the first of them first. */
  readonly parts: Int32Array;
  /** How far the parts of each merger are apart, ascending. */
  readonly heights: Float64Array;
}

/** The leaves of a dendrogram from left to right, and where the leaves of each node lie among them. */
export interface LaidOut {
  readonly order: Int32Array;
  /** Of each node its first place. */
  readonly starts: Int32Array;
  /** Of each node how many leaves it has. */
  readonly sizes: Int32Array;
}

/** Lays out the leaves of a dendrogram, the first part of each merger to the left. */
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

/** The two parts of a merger. */
export function partsOf(parts: Int32Array, node: number, leaves: number): readonly [number, number] {
  const at = 2 * (node - leaves);
  return [parts[at], parts[at + 1]];
}

/**
 * The nodes that are the clusters of a dendrogram cut into `count`, 1 to n: what is left when the highest mergers are
 * undone, from left to right.
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
