// Decides which clusters of a dendrogram to reverse, so that leaves stand next to leaves at a small distance. For each
// cluster M(u, w) is the least sum of distances between neighbours over all orders that begin with leaf u and end with
// leaf w:
//
//   M(u, w) = min over m, k of M(u, m) + d(m, k) + M(k, w),
//
// where u and m lie in opposite halves of the left part, and k and w in opposite halves of the right part. The minimum
// over m is taken first, then the one over k. The parts are reversed so that the best u comes first and the best w
// last. This follows SciPy, with whose order users compare: each cluster is decided by itself, without regard to the
// whole, M is rounded to single precision, and the first of equal values wins.
// Reference: Bar-Joseph, Gifford, Jaakkola (2001), Fast optimal leaf ordering for hierarchical clustering,
// Bioinformatics 17, S22.
import { shouldStop } from "../host";
import { allocate, at, entry, get, getId, set, setId } from "../memory";
import { Status } from "../status";

/** Number of steps of work in ordering the leaves of a dendrogram between two checks of the stop flag. */
const STEPS: i64 = 2_000_000;

/**
 * Decides which clusters of a dendrogram to reverse. Clusters are nodes: leaves 0 to n - 1 by their places in the
 * dendrogram, then the mergers, each after its parts. d: distances of the leaves by place, n × n and symmetric. parts:
 * the two parts of each merger, 2 (n - 1) i32. turned: output, 1 for each merger to reverse within the merger that
 * contains it, n - 1 i32.
 */
export function leafOrder(d: usize, n: i32, parts: usize, turned: usize): Status {
  const m = allocate((<usize> n * <usize> n) << 3), least = allocate(<usize> n << 3), starts = allocate(<usize> n << 3);
  const ends = allocate(<usize> n << 3);
  if (m == 0 || least == 0 || starts == 0 || ends == 0) return Status.OUT_OF_MEMORY;
  memory.fill(turned, 0, <usize> (n - 1) << 2);
  for (let i = 0; i < n; i++) {
    set(entry(m, n, i, 0), i, 0);
    setId(starts, i, i);
    setId(ends, i, i + 1);
  }
  let steps: i64 = 0;
  for (let k = 0; k + 1 < n; k++) {
    const left = getId(parts, 2 * k), right = getId(parts, 2 * k + 1);
    const from = getId(starts, left), border = getId(starts, right), to = getId(ends, right);
    setId(starts, n + k, from);
    setId(ends, n + k, to);
    // Start of the second half of each part. A single leaf counts as both halves, so its second half starts at the leaf
    // itself.
    const leftHalf = left < n ? from : getId(starts, getId(parts, 2 * (left - n) + 1));
    const rightHalf = right < n ? border : getId(starts, getId(parts, 2 * (right - n) + 1));
    for (let u = from; u < border; u++) {
      const low = left >= n && u < leftHalf ? leftHalf : from, high = left >= n && u >= leftHalf ? leftHalf : border;
      steps += <i64> (high - low + to - border) * (to - border);
      if (steps > STEPS) {
        if (shouldStop()) return Status.STOPPED;
        steps = 0;
      }
      const row = entry(m, n, u, 0);
      leastSums(row, d, n, low, high, least, border, to);
      if (right < n) set(row, border, get(least, border));
      else {
        leastSums(least, m, n, border, rightHalf, row, rightHalf, to);
        leastSums(least, m, n, rightHalf, to, row, border, rightHalf);
      }
      for (let w = border; w < to; w++) {
        const rounded = <f64> (<f32> get(row, w));
        set(row, w, rounded);
        set(entry(m, n, w, 0), u, rounded);
      }
    }
    turn(
      m,
      n,
      from,
      border,
      to,
      left < n ? 0 : turned + (<usize> (left - n) << 2),
      leftHalf,
      right < n ? 0 : turned + (<usize> (right - n) << 2),
      rightHalf,
    );
  }
  return Status.DONE;
}

/**
 * Largest number of output sums for which the least sums of a symmetric matrix are computed one after another along its
 * rows, which equal its columns.
 */
const FEW: i32 = 4;

/**
 * Sets out[j] to the minimum of a[i] + b[i][j] over i from `low` to `high`, for j from `from` to `to`, the last of both
 * excluded, for an array a and a symmetric n × n matrix b.
 */
function leastSums(a: usize, b: usize, n: i32, low: i32, high: i32, out: usize, from: i32, to: i32): void {
  if (to - from <= FEW && high - low > FEW) {
    for (let j = from; j < to; j++) set(out, j, leastSum(a, entry(b, n, j, 0), low, high));
    return;
  }
  for (let j = from; j < to; j++) set(out, j, Infinity);
  let i = low;
  for (; i + 4 <= high; i += 4) {
    const a0 = f64x2.splat(get(a, i)), a1 = f64x2.splat(get(a, i + 1));
    const a2 = f64x2.splat(get(a, i + 2)), a3 = f64x2.splat(get(a, i + 3));
    let p = entry(b, n, i, from), q = at(out, from);
    const next = <usize> n << 3;
    let j = from;
    for (; j + 2 <= to; j += 2) {
      const s0 = f64x2.add(a0, v128.load(p)), s1 = f64x2.add(a1, v128.load(p + next));
      const s2 = f64x2.add(a2, v128.load(p + 2 * next)), s3 = f64x2.add(a3, v128.load(p + 3 * next));
      v128.store(q, f64x2.pmin(v128.load(q), f64x2.pmin(f64x2.pmin(s0, s1), f64x2.pmin(s2, s3))));
      p += 16;
      q += 16;
    }
    if (j < to) {
      const pair = min(get(a, i) + load<f64>(p), get(a, i + 1) + load<f64>(p + next));
      const other = min(get(a, i + 2) + load<f64>(p + 2 * next), get(a, i + 3) + load<f64>(p + 3 * next));
      store<f64>(q, min(load<f64>(q), min(pair, other)));
    }
  }
  for (; i < high; i++) {
    const ai = get(a, i), row = entry(b, n, i, 0);
    for (let j = from; j < to; j++) set(out, j, min(get(out, j), ai + get(row, j)));
  }
}

/**
 * Returns the minimum of a[i] + b[i] over i from `low` to `high`, the latter excluded, for arrays a and b of doubles.
 */
function leastSum(a: usize, b: usize, low: i32, high: i32): f64 {
  let pair = f64x2.splat(Infinity), other = pair;
  let i = low;
  for (; i + 4 <= high; i += 4) {
    pair = f64x2.pmin(pair, f64x2.add(v128.load(at(a, i)), v128.load(at(b, i))));
    other = f64x2.pmin(other, f64x2.add(v128.load(at(a, i), 16), v128.load(at(b, i), 16)));
  }
  pair = f64x2.pmin(pair, other);
  let least = min(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1));
  for (; i < high; i++) least = min(least, get(a, i) + get(b, i));
  return least;
}

/**
 * Marks which parts of a dendrogram's cluster to reverse: the left part if its best first leaf lies in its second half,
 * the right part if its best last leaf lies in its first half.
 */
function turn(
  m: usize,
  n: i32,
  from: i32,
  border: i32,
  to: i32,
  left: usize,
  leftHalf: i32,
  right: usize,
  rightHalf: i32,
): void {
  let best: f64 = Infinity, bestU = from, bestW = border;
  for (let u = from; u < border; u++) {
    const row = entry(m, n, u, 0);
    for (let w = border; w < to; w++) {
      if (get(row, w) < best) {
        best = get(row, w);
        bestU = u;
        bestW = w;
      }
    }
  }
  if (left != 0) store<i32>(left, bestU >= leftHalf ? 1 : 0);
  if (right != 0) store<i32>(right, bestW < rightHalf ? 1 : 0);
}
