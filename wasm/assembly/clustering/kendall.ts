// Kendall's tau-b of each pair of columns, exact in whole numbers except for the last division. A discordant pair of
// observations is an inversion: with observations in the order of the first column, a larger rank of the second column
// comes before a smaller one. Inversions are counted while the ranks are marked one after another in a bit set. A
// running count holds the number of bits to the right of each word of 64 bits.
// Reference: Knight (1966), A computer method for calculating Kendall's tau with ungrouped data, JASA 61.
import { shouldStop } from "../host";
import { allocate, entry, getId, set, setId } from "../memory";
import { Status } from "../status";

/** Number of 64-bit words of the bit set whose 16-bit counts fit into one vector register. */
const LANES: i32 = 8;

/**
 * Writes Kendall's tau-b of each pair of columns to `out` (n × n doubles). ranks: n rows of T i32, starting at 0, equal
 * for equal observations, with T below 65536. order: n rows of T i32, the observations in order of rank. tied: number
 * of pairs of equal observations in each column, n doubles, each below T (T - 1) / 2.
 */
export function kendall(ranks: usize, order: usize, tied: usize, n: i32, T: i32, out: usize): Status {
  const words = (T >> 6) + 1, vectors = words / LANES + 1;
  const x = allocate(<usize> T << 2), starts = allocate(<usize> (T + 1) << 2), filled = allocate(<usize> T << 2);
  const bits = allocate(<usize> words << 3), counts = allocate(<usize> vectors << 4), below = allocate(LANES << 4);
  if (x == 0 || starts == 0 || filled == 0 || bits == 0 || counts == 0 || below == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < LANES; i++) {
    for (let j = 0; j < LANES; j++) store<u16>(below + (i << 4) + (j << 1), j < i ? 1 : 0);
  }
  const pairs = <f64> T * <f64> (T - 1) / 2;
  for (let b = 0; b < n; b++) {
    set(entry(out, n, b, 0), b, 1);
    const second = ranks + (<usize> b * <usize> T << 2), tiedB = load<f64>(tied + (<usize> b << 3));
    startsOf(second, T, starts);
    for (let a = 0; a < b; a++) {
      if (shouldStop()) return Status.STOPPED;
      const first = ranks + (<usize> a * <usize> T << 2), ordered = order + (<usize> a * <usize> T << 2);
      const tiedA = load<f64>(tied + (<usize> a << 3));
      for (let t = 0; t < T; t++) setId(x, t, getId(second, getId(ordered, t)));
      const both = tiedA > 0 ? sortTies(first, ordered, x, T) : 0;
      memory.fill(bits, 0, <usize> words << 3);
      memory.fill(counts, 0, <usize> vectors << 4);
      memory.fill(filled, 0, <usize> T << 2);
      const discordant = <f64> inversions(x, T, starts, filled, bits, counts, below);
      const excess = pairs - tiedA - tiedB + both - 2 * discordant;
      const tau = excess / Math.sqrt(pairs - tiedA) / Math.sqrt(pairs - tiedB);
      set(entry(out, n, a, 0), b, tau);
      set(entry(out, n, b, 0), a, tau);
    }
  }
  return Status.DONE;
}

/** Writes to starts[r] how many of T ranks are below r, for r from 0 to T. */
function startsOf(ranks: usize, T: i32, starts: usize): void {
  memory.fill(starts, 0, <usize> (T + 1) << 2);
  for (let t = 0; t < T; t++) {
    const next = getId(ranks, t) + 1;
    setId(starts, next, getId(starts, next) + 1);
  }
  for (let r = 1; r <= T; r++) setId(starts, r, getId(starts, r) + getId(starts, r - 1));
}

/**
 * Sorts the second ranks within each group of observations that have equal first ranks. Returns the number of pairs
 * that are equal in both columns.
 */
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

/**
 * Sorts the ranks (32-bit integers) at the places `low` to `high`, the latter excluded, by Shell's method, because the
 * range may be as long as the number of observations.
 */
function sortRange(x: usize, low: i32, high: i32): void {
  let gap = 1;
  while (gap * 9 / 4 + 1 < high - low) gap = gap * 9 / 4 + 1;
  for (; gap > 0; gap = gap == 1 ? 0 : max(1, gap * 4 / 9)) {
    for (let i = low + gap; i < high; i++) {
      const value = getId(x, i);
      let j = i;
      for (; j >= low + gap && getId(x, j - gap) > value; j -= gap) setId(x, j, getId(x, j - gap));
      setId(x, j, value);
    }
  }
}

/**
 * Returns the number of inversions: pairs of ranks in which the larger one comes first. Each rank is marked in the
 * first free place for its value.
 */
function inversions(x: usize, T: i32, starts: usize, filled: usize, bits: usize, counts: usize, below: usize): i64 {
  let count: i64 = 0;
  const ones = i16x8.splat(1);
  for (let t = 0; t < T; t++) {
    const rank = getId(x, t), end = getId(starts, rank + 1), mine = getId(filled, rank);
    const last = bits + (<usize> (end >> 6) << 3);
    count += <i64> load<u16>(counts + (<usize> (end >> 6) << 1)) + <i64> popcnt(load<u64>(last) >> (<u64> end & 63));
    setId(filled, rank, mine + 1);
    const place = getId(starts, rank) + mine, word = place >> 6;
    const at = bits + (<usize> word << 3);
    store<u64>(at, load<u64>(at) | <u64> 1 << (<u64> place & 63));
    let vector = counts;
    for (const whole = counts + (<usize> (word / LANES) << 4); vector < whole; vector += 16) {
      v128.store(vector, i16x8.add(v128.load(vector), ones));
    }
    v128.store(vector, i16x8.add(v128.load(vector), v128.load(below + (<usize> (word % LANES) << 4))));
  }
  return count;
}
