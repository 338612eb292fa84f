// Sorts doubles by eight passes over their bytes, from the last byte to the first. A pass in which all bytes are equal
// is skipped. All bits of negative numbers and the sign bit of the others are inverted, so that the bit patterns have
// the order of the numbers.
import { allocate, at, mark, release } from "../memory";
import { Status } from "../status";

const PASSES: i32 = 8;
/** Bytes of a radix sort's table with a 32-bit count for each byte value. */
const TABLE_BYTES: usize = 1024;

/** Sorts x, n finite doubles, in ascending order by radix sort. Returns a status. */
export function sort(x: usize, n: i32): Status {
  const start = mark(), spare = allocate(<usize> n << 3), tables = allocate(TABLE_BYTES * PASSES);
  if (spare == 0 || tables == 0) return Status.OUT_OF_MEMORY;
  count(x, n, tables);
  let from = x, to = spare;
  for (let pass = 0; pass < PASSES; pass++) {
    const table = tables + TABLE_BYTES * pass;
    if (!beginnings(table, n)) continue;
    distribute(from, to, n, table, pass << 3);
    const filled = to;
    to = from;
    from = filled;
  }
  for (let i = 0; i < n; i++) {
    const key = load<i64>(at(from, i));
    store<i64>(at(x, i), key ^ (~key >> 63 | i64.MIN_VALUE));
  }
  release(start);
  return Status.DONE;
}

/** Replaces the numbers by sortable bit patterns (keys), and counts their bytes at each place. */
function count(x: usize, n: i32, tables: usize): void {
  memory.fill(tables, 0, TABLE_BYTES * PASSES);
  for (let i = 0; i < n; i++) {
    const bits = load<i64>(at(x, i)), key = bits ^ (bits >> 63 | i64.MIN_VALUE);
    store<i64>(at(x, i), key);
    let rest = key;
    for (let table = tables, end = tables + TABLE_BYTES * PASSES; table < end; table += TABLE_BYTES) {
      const place = table + (<usize> (rest & 255) << 2);
      store<i32>(place, load<i32>(place) + 1);
      rest >>= 8;
    }
  }
}

/**
 * Turns the byte counts of a radix pass into the starting index of each byte value. Returns false where all keys have
 * the same byte.
 */
function beginnings(table: usize, n: i32): bool {
  let begin = 0;
  for (let place = table, end = table + TABLE_BYTES; place < end; place += 4) {
    const times = load<i32>(place);
    if (times == n) return false;
    store<i32>(place, begin);
    begin += times;
  }
  return true;
}

function distribute(from: usize, to: usize, n: i32, table: usize, shift: i64): void {
  for (let source = from, end = at(from, n); source < end; source += 8) {
    const key = load<i64>(source), place = table + (<usize> (key >> shift & 255) << 2);
    const index = load<i32>(place);
    store<i64>(at(to, index), key);
    store<i32>(place, index + 1);
  }
}
