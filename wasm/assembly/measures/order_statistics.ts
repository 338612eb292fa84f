// Several order statistics by selection: ranges that hold no rank asked for are left unsorted. The partition has no
// branch that depends on a value: every value is swapped to the border, and the border moves on where it belongs below.
// References: Hoare (1961), Algorithm 65: find; Lomuto's partition.
import { shouldStop } from "../host";
import { at } from "../memory";
import { Status } from "../status";

/** Ranges up to so many are sorted by insertion. */
const SHORT: i32 = 24;
/** Ranges from so many on have a pivot of nine values. */
const LONG: i32 = 400;

/**
 * x: n finite doubles, reordered so that each of the ascending ranks (count i32) holds what a sort would put there. A
 * status.
 */
export function selectRanks(x: usize, n: i32, ranks: usize, count: i32): Status {
  return selectBetween(x, 0, n, ranks, count) ? Status.DONE : Status.STOPPED;
}

/** Values `from` to `to`, the latter excluded. */
function selectBetween(x: usize, from: i32, to: i32, ranks: usize, count: i32): bool {
  let low = from, first = ranks, wanted = count;
  const high = to;
  while (wanted > 0) {
    if (high - low <= SHORT) return sortShort(x, low, high);
    if (high - low > 100_000 && shouldStop()) return false;
    const pivot = high - low < LONG ? medianAt(x, low, high - 1) : pivotOf(x, low, high);
    const border = splitBelow(x, low, high, pivot);
    // Nothing is below the pivot: what equals it is in its place.
    if (border == low) {
      low = splitUpTo(x, low, high, pivot);
      const settled = ranksBelow(low, first, wanted);
      first += <usize> settled << 2;
      wanted -= settled;
      continue;
    }
    const left = ranksBelow(border, first, wanted);
    if (left > 0 && !selectBetween(x, low, border, first, left)) return false;
    first += <usize> left << 2;
    wanted -= left;
    low = border;
  }
  return true;
}

/** Brings values below the pivot to the front; answers where they end. */
function splitBelow(x: usize, low: i32, high: i32, pivot: f64): i32 {
  let border = at(x, low);
  for (let place = border, end = at(x, high); place < end; place += 8) {
    const value = load<f64>(place);
    store<f64>(place, load<f64>(border));
    store<f64>(border, value);
    border += <usize> (value < pivot) << 3;
  }
  return <i32> ((border - x) >> 3);
}

/** The same with values up to the pivot. */
function splitUpTo(x: usize, low: i32, high: i32, pivot: f64): i32 {
  let border = at(x, low);
  for (let place = border, end = at(x, high); place < end; place += 8) {
    const value = load<f64>(place);
    store<f64>(place, load<f64>(border));
    store<f64>(border, value);
    border += <usize> (value <= pivot) << 3;
  }
  return <i32> ((border - x) >> 3);
}

function ranksBelow(limit: i32, ranks: usize, count: i32): i32 {
  let below = 0;
  while (below < count && load<i32>(ranks + (<usize> below << 2)) < limit) below++;
  return below;
}

/** The median of three medians of three. */
function pivotOf(x: usize, low: i32, high: i32): f64 {
  const third = (high - low) / 3;
  return medianOf(
    medianAt(x, low, low + third - 1),
    medianAt(x, low + third, low + 2 * third - 1),
    medianAt(x, low + 2 * third, high - 1),
  );
}

/** Of the values at both ends and in the middle. */
function medianAt(x: usize, low: i32, high: i32): f64 {
  return medianOf(load<f64>(at(x, low)), load<f64>(at(x, low + ((high - low) >> 1))), load<f64>(at(x, high)));
}

function medianOf(a: f64, b: f64, c: f64): f64 {
  return max(min(a, b), min(max(a, b), c));
}

function sortShort(x: usize, low: i32, high: i32): bool {
  for (let i = low + 1; i < high; i++) {
    const value = load<f64>(at(x, i));
    let j = i;
    for (; j > low && load<f64>(at(x, j - 1)) > value; j--) store<f64>(at(x, j), load<f64>(at(x, j - 1)));
    store<f64>(at(x, j), value);
  }
  return true;
}
