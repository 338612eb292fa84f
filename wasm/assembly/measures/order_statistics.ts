// Finds several order statistics by selection. Ranges without a requested rank stay unsorted. The partition has no
// branch that depends on a value: it swaps every value with the one at the border, and the border advances where the
// value belongs below it.
// References: Hoare (1961), Algorithm 65: find; Lomuto's partition.
import { shouldStop } from "../host";
import { at } from "../memory";
import { Status } from "../status";

/** Largest number of values that selection sorts by insertion. */
const SHORT: i32 = 24;
/** Number of values from which on selection chooses the pivot from nine values. */
const LONG: i32 = 400;

/**
 * Reorders x (n finite doubles), so that each of the ascending ranks (count i32) holds the value that a sort would put
 * there. Returns a status.
 */
export function selectRanks(x: usize, n: i32, ranks: usize, count: i32): Status {
  return selectBetween(x, 0, n, ranks, count) ? Status.DONE : Status.STOPPED;
}

/**
 * Puts the values of the requested ranks into place among the values `from` to `to`, the latter excluded. Returns false
 * when stopped.
 */
function selectBetween(x: usize, from: i32, to: i32, ranks: usize, count: i32): bool {
  let low = from, first = ranks, wanted = count;
  const high = to;
  while (wanted > 0) {
    if (high - low <= SHORT) return sortShort(x, low, high);
    if (high - low > 100_000 && shouldStop()) return false;
    const pivot = high - low < LONG ? medianAt(x, low, high - 1) : pivotOf(x, low, high);
    const border = splitBelow(x, low, high, pivot);
    // No value is below the pivot, so all values equal to it are in their final places.
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

/** Partitions a range of values: moves values below the pivot to the front and returns where they end. */
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

/** Partitions a range of values: moves values up to and including the pivot to the front and returns where they end. */
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

/** Returns the pivot for a partition of a long range: the median of three medians of three values. */
function pivotOf(x: usize, low: i32, high: i32): f64 {
  const third = (high - low) / 3;
  return medianOf(
    medianAt(x, low, low + third - 1),
    medianAt(x, low + third, low + 2 * third - 1),
    medianAt(x, low + 2 * third, high - 1),
  );
}

/** Returns the median of the first, middle and last value of a range, as the pivot for a partition. */
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
