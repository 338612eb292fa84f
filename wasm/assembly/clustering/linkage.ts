// Agglomerative clustering of n points in O(n²): single linkage along a minimum spanning tree, the others by chains of
// nearest neighbours, which the updates of Lance and Williams keep valid. Of equal distances the first wins, but the
// chain goes back rather than on.
// References: Müllner (2011), Modern hierarchical, agglomerative clustering algorithms, arXiv:1109.2378, figures 3 and
// 6; Lance, Williams (1967), A general theory of classificatory sorting strategies, The Computer Journal 9.
import { shouldStop } from "../host";
import { allocate, at, entry, get, getId, set, setId } from "../memory";
import { Status } from "../status";

/** How far two clusters are apart. */
export enum Linkage {
  SINGLE = 0,
  COMPLETE = 1,
  AVERAGE = 2,
  WARD = 3,
}

/**
 * The n - 1 mergers of n points, in the order in which they are found: a point of each of the two clusters and their
 * distance. d: the distances, n × n and symmetric, overwritten but for single linkage.
 */
export function linkage(d: usize, n: i32, by: Linkage, left: usize, right: usize, heights: usize): Status {
  // Infinite for what is no longer there, so that no search finds it.
  const gone = allocate(<usize> n << 3);
  if (gone == 0) return Status.OUT_OF_MEMORY;
  memory.fill(gone, 0, <usize> n << 3);
  return by == Linkage.SINGLE
    ? spanningTree(d, n, gone, left, right, heights)
    : chains(d, n, by, gone, left, right, heights);
}

/** The minimum spanning tree from the first point on: each point with the one it is reached from. */
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
    // No point is its own neighbour.
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

/** The cluster at `low` becomes part of that at `high`, whose distances from the others are set. */
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

/** The distance of a cluster from two that are one now, from its distances from them. */
function between(by: Linkage, a: f64, b: f64, apart: f64, sizeA: f64, sizeB: f64, size: f64): f64 {
  if (by == Linkage.COMPLETE) return max(a, b);
  if (by == Linkage.AVERAGE) return (sizeA * a + sizeB * b) / (sizeA + sizeB);
  const share = 1 / (sizeA + sizeB + size);
  const square = (size + sizeA) * share * a * a + (size + sizeB) * share * b * b - size * share * apart * apart;
  return Math.sqrt(max(square, 0));
}

/** to_i := min(to_i, from_i). */
function lower(to: usize, from: usize, n: i32): void {
  let i = 0;
  for (; i + 2 <= n; i += 2) {
    v128.store(at(to, i), f64x2.pmin(v128.load(at(to, i)), v128.load(at(from, i))));
  }
  if (i < n) set(to, i, min(get(to, i), get(from, i)));
}

/** The first of the least x_i + gone_i. */
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
