// Agglomerative clustering of n points in O(n²). Single linkage follows a minimum spanning tree. The other linkages
// follow chains of nearest neighbours, which stay valid under the update formulas of Lance and Williams. Of equal
// distances the first one wins, except that a chain turns back rather than grows.
// References: Müllner (2011), Modern hierarchical, agglomerative clustering algorithms, arXiv:1109.2378, figures 3 and
// 6; Lance, Williams (1967), A general theory of classificatory sorting strategies, The Computer Journal 9.
import { shouldStop } from "../host";
import { allocate, at, entry, get, getId, set, setId } from "../memory";
import { Status } from "../status";

/** Kinds of linkage in agglomerative clustering: definitions of the distance between two clusters. */
export enum Linkage {
  SINGLE = 0,
  COMPLETE = 1,
  AVERAGE = 2,
  WARD = 3,
}

/**
 * Clusters n points and writes the n - 1 mergers in the order in which they are found: a point of each of the two
 * clusters, and their distance. d: distances, n × n and symmetric, overwritten except for single linkage.
 */
export function linkage(d: usize, n: i32, by: Linkage, left: usize, right: usize, heights: usize): Status {
  // `gone` marks merged clusters with infinity, so that no search for a neighbour finds them.
  const gone = allocate(<usize> n << 3);
  if (gone == 0) return Status.OUT_OF_MEMORY;
  memory.fill(gone, 0, <usize> n << 3);
  return by == Linkage.SINGLE
    ? spanningTree(d, n, gone, left, right, heights)
    : chains(d, n, by, gone, left, right, heights);
}

/**
 * Builds a minimum spanning tree of the points from the first point. Writes each new point with the point added before
 * it, and with its distance from the tree.
 */
function spanningTree(d: usize, n: i32, gone: usize, left: usize, right: usize, heights: usize): Status {
  const reach = allocate(<usize> n << 3);
  if (reach == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < n; i++) set(reach, i, Infinity);
  let from = 0;
  for (let k = 0; k + 1 < n; k++) {
    if ((k & 15) == 0 && shouldStop()) return Status.STOPPED;
    set(gone, from, Infinity);
    lower(reach, entry(d, n, from, 0), n);
    const to = nearest(reach, gone, n);
    setId(left, k, from);
    setId(right, k, to);
    set(heights, k, get(reach, to));
    from = to;
  }
  return Status.DONE;
}

function chains(d: usize, n: i32, by: Linkage, gone: usize, left: usize, right: usize, heights: usize): Status {
  const sizes = allocate(<usize> n << 3), chain = allocate(<usize> n << 2);
  if (sizes == 0 || chain == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < n; i++) {
    set(sizes, i, 1);
    // An infinite diagonal of the distances keeps a point from being its own nearest neighbour.
    set(d, i * n + i, Infinity);
  }
  let length = 0, first = 0;
  for (let k = 0; k + 1 < n; k++) {
    if ((k & 7) == 0 && shouldStop()) return Status.STOPPED;
    if (length == 0) {
      while (get(gone, first) != 0) first++;
      setId(chain, 0, first);
      length = 1;
    }
    let x: i32, y: i32;
    while (true) {
      x = getId(chain, length - 1);
      const row = entry(d, n, x, 0);
      y = nearest(row, gone, n);
      if (length > 1) {
        const before = getId(chain, length - 2);
        if (get(row, before) <= get(row, y)) {
          y = before;
          break;
        }
      }
      setId(chain, length++, y);
    }
    length -= 2;
    const low = min(x, y), high = max(x, y);
    setId(left, k, low);
    setId(right, k, high);
    set(heights, k, get(entry(d, n, low, 0), high));
    merge(d, n, by, gone, sizes, low, high);
  }
  return Status.DONE;
}

/** Merges the cluster at `low` into the cluster at `high` and updates the distances of the merged cluster. */
function merge(d: usize, n: i32, by: Linkage, gone: usize, sizes: usize, low: i32, high: i32): void {
  const a = entry(d, n, low, 0), b = entry(d, n, high, 0);
  const apart = get(a, high), sizeA = get(sizes, low), sizeB = get(sizes, high);
  set(gone, low, Infinity);
  set(sizes, high, sizeA + sizeB);
  for (let i = 0; i < n; i++) {
    if (get(gone, i) != 0 || i == high) continue;
    const distance = between(by, get(a, i), get(b, i), apart, sizeA, sizeB, get(sizes, i));
    set(b, i, distance);
    set(d, i * n + high, distance);
  }
}

/**
 * Returns the distance between a cluster and the union of two other clusters, from its distances to each of the two.
 */
function between(by: Linkage, a: f64, b: f64, apart: f64, sizeA: f64, sizeB: f64, size: f64): f64 {
  if (by == Linkage.COMPLETE) return max(a, b);
  if (by == Linkage.AVERAGE) return (sizeA * a + sizeB * b) / (sizeA + sizeB);
  const share = 1 / (sizeA + sizeB + size);
  const square = (size + sizeA) * share * a * a + (size + sizeB) * share * b * b - size * share * apart * apart;
  return Math.sqrt(max(square, 0));
}

/** Sets each of n entries of `to` to the smaller of itself and the entry of `from`, two at a time. */
function lower(to: usize, from: usize, n: i32): void {
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    v128.store(at(to, i), f64x2.pmin(v128.load(at(to, i)), v128.load(at(from, i))));
  }
  if (i < n) set(to, i, min(get(to, i), get(from, i)));
}

/**
 * Returns the first index at which x[i] + gone[i] is smallest: the nearest cluster that still exists, for distances x
 * and `gone` infinite for merged clusters.
 */
function nearest(x: usize, gone: usize, n: i32): i32 {
  let least = f64x2.splat(Infinity);
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    least = f64x2.pmin(least, f64x2.add(v128.load(at(x, i)), v128.load(at(gone, i))));
  }
  let value = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
  if (i < n) value = min(value, get(x, i) + get(gone, i));
  for (let j = 0; j < n; j++) {
    if (get(x, j) + get(gone, j) == value) return j;
  }
  return 0;
}
