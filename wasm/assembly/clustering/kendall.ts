// Kendall's tau-b of each pair of columns, in exact whole numbers but for the last division: pairs of observations that
// lie one way round in one column and the other way round in the other are the inversions of its ranks in the order of
// the first, counted by a merge sort.
// Reference: Knight (1966), A computer method for calculating Kendall's tau with ungrouped data, JASA 61.
import { shouldStop } from "../host";
import { allocate, entry, getId, set, setId } from "../memory";
import { Status } from "../status";

/** Runs up to so many are sorted by insertion. */
const RUN: i32 = 8;

/**
 * ranks: n rows of T i32 from 0, equal for equal observations; order: n rows of T i32, the observations by rank; tied:
 * pairs of equal observations of each column, n doubles, below T (T - 1) / 2; out: n × n.
 */
export function kendall(ranks: usize, order: usize, tied: usize, n: i32, T: i32, out: usize): Status {
  const x = allocate(<usize> T << 2), work = allocate(<usize> T << 2);
  if (x == 0 || work == 0) return Status.OUT_OF_MEMORY;
  const pairs = <f64> T * <f64> (T - 1) / 2;
  for (let a = 0; a < n; a++) {
    set(entry(out, n, a, 0), a, 1);
    const first = ranks + (<usize> a * <usize> T << 2), ordered = order + (<usize> a * <usize> T << 2);
    const tiedA = load<f64>(tied + (<usize> a << 3));
    for (let b = 0; b < a; b++) {
      if (shouldStop()) return Status.STOPPED;
      const second = ranks + (<usize> b * <usize> T << 2), tiedB = load<f64>(tied + (<usize> b << 3));
      for (let t = 0; t < T; t++) setId(x, t, getId(second, getId(ordered, t)));
      const both = tiedA > 0 ? sortTies(first, ordered, x, T) : 0;
      const discordant = <f64> inversions(x, work, T);
      const excess = pairs - tiedA - tiedB + both - 2 * discordant;
      const tau = excess / Math.sqrt(pairs - tiedA) / Math.sqrt(pairs - tiedB);
      set(entry(out, n, a, 0), b, tau);
      set(entry(out, n, b, 0), a, tau);
    }
  }
  return Status.DONE;
}

/** Sorts the second ranks of observations that are equal in the first; answers the pairs that are equal in both. */
function sortTies(first: usize, ordered: usize, x: usize, T: i32): f64 {
  let both: f64 = 0;
  for (let low = 0, high = 0; low < T; low = high) {
    const rank = getId(first, getId(ordered, low));
    while (high < T && getId(first, getId(ordered, high)) == rank) high++;
    if (high - low < 2) continue;
    sortRange(x, low, high);
    for (let t = low, run = 0; t < high; t++) {
      run = t > low && getId(x, t) == getId(x, t - 1) ? run + 1 : 0;
      both += <f64> run;
    }
  }
  return both;
}

/** Shell's sort, by the gaps of Ciura: ties may be as many as the observations. */
function sortRange(x: usize, low: i32, high: i32): void {
  for (let gap = firstGap(high - low); gap > 0; gap = nextGap(gap)) {
    for (let i = low + gap; i < high; i++) {
      const value = getId(x, i);
      let j = i;
      for (; j >= low + gap && getId(x, j - gap) > value; j -= gap) setId(x, j, getId(x, j - gap));
      setId(x, j, value);
    }
  }
}

function firstGap(count: i32): i32 {
  let gap = 1;
  while (gap * 9 / 4 + 1 < count) gap = gap * 9 / 4 + 1;
  return gap;
}

function nextGap(gap: i32): i32 {
  return gap == 1 ? 0 : max(1, gap * 4 / 9);
}

/** Sorts x, T i32; answers how many pairs stood the wrong way round. */
function inversions(x: usize, work: usize, T: i32): i64 {
  let count: i64 = 0;
  for (let low = 0; low < T; low += RUN) count += insert(x, low, min(low + RUN, T));
  let from = x, to = work;
  for (let width = RUN; width < T; width <<= 1) {
    for (let low = 0; low < T; low += width << 1) {
      count += merge(from, to, low, min(low + width, T), min(low + (width << 1), T));
    }
    const before = from;
    from = to;
    to = before;
  }
  return count;
}

function insert(x: usize, low: i32, high: i32): i64 {
  let count = 0;
  for (let i = low + 1; i < high; i++) {
    const value = getId(x, i);
    let j = i;
    for (; j > low && getId(x, j - 1) > value; j--) setId(x, j, getId(x, j - 1));
    setId(x, j, value);
    count += i - j;
  }
  return <i64> count;
}

function merge(from: usize, to: usize, low: i32, middle: i32, high: i32): i64 {
  let count: i64 = 0;
  let a = from + (<usize> low << 2), b = from + (<usize> middle << 2), p = to + (<usize> low << 2);
  const endA = b, endB = from + (<usize> high << 2);
  while (a < endA && b < endB) {
    const va = load<i32>(a), vb = load<i32>(b);
    const second = vb < va;
    store<i32>(p, second ? vb : va);
    count += second ? <i64> ((endA - a) >> 2) : 0;
    a += second ? 0 : 4;
    b += second ? 4 : 0;
    p += 4;
  }
  memory.copy(p, a, endA - a);
  memory.copy(p + (endA - a), b, endB - b);
  return count;
}
