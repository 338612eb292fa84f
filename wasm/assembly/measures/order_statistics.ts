// Several order statistics by selection: ranges that hold no rank asked for are left unsorted.
// Reference: Hoare (1961), Algorithm 65: find.
import { shouldStop } from "../host";
import { at } from "../memory";
import { DONE, STOPPED } from "../status";

/** x: n finite doubles, reordered so that each of the ascending ranks (count i32) holds what a sort would put there. A status. */
export function selectRanks(x: usize, n: i32, ranks: usize, count: i32): i32 {
  return selectBetween(x, 0, n - 1, ranks, count) ? DONE : STOPPED;
}

function selectBetween(x: usize, from: i32, to: i32, ranks: usize, count: i32): bool {
  let low = from, high = to, wanted = count, first = ranks;
  while (wanted > 0 && low < high) {
    if (high - low > 100_000 && shouldStop()) return false;
    const pivot = pivotOf(x, low, high);
    let i = low, j = high;
    while (i <= j) {
      while (load<f64>(at(x, i)) < pivot) i++;
      while (load<f64>(at(x, j)) > pivot) j--;
      if (i > j) break;
      const v = load<f64>(at(x, i));
      store<f64>(at(x, i++), load<f64>(at(x, j)));
      store<f64>(at(x, j--), v);
    }
    let left = 0, middle = 0;
    while (left < wanted && rankAt(first, left) <= j) left++;
    while (left + middle < wanted && rankAt(first, left + middle) < i) middle++;
    if (!selectBetween(x, low, j, first, left)) return false;
    first += <usize>(left + middle) << 2;
    wanted -= left + middle;
    low = i;
  }
  return true;
}

function rankAt(ranks: usize, i: i32): i32 {
  return load<i32>(ranks + (<usize>i << 2));
}

/** The middle of the first, the middle and the last. */
function pivotOf(x: usize, low: i32, high: i32): f64 {
  const a = load<f64>(at(x, low)), b = load<f64>(at(x, low + ((high - low) >> 1))), c = load<f64>(at(x, high));
  return max(min(a, b), min(max(a, b), c));
}
