// Sorts doubles by passes over digits of their bits. All bits of negative numbers and the sign bit of the others are
// inverted, so that the bit patterns (keys) have the order of the numbers.
//
// Passes over the three leading digits, the third of them first, leave few numbers out of place, and insertion moves
// these. Where they would be many, passes over all digits sort the numbers instead. A pass in which all digits are
// equal is skipped.
import { allocate, at, mark, release } from "../memory";
import { Status } from "../status";

/** Number of values from which on the digits are long. Long digits leave fewer numbers out of place. */
const MANY: i32 = 1000;
const BITS_OF_MANY: i32 = 11, BITS_OF_FEW: i32 = 8;
/** Number of digits that are sorted at first. */
const LEADING_DIGITS: i32 = 3;
/** Bytes of the tables with a 32-bit count for each value of each digit: eight short or six long digits. */
const TABLES_BYTES: usize = 6 << BITS_OF_MANY << 2;
/** Number of moves for each number after which insertion ends, because passes over all digits are faster. */
const MOST_MOVES: i32 = 8;
/** Largest number of values that insertion sorts alone. */
const SHORT: i32 = 48;

/** Sorts x, n finite doubles, in ascending order by radix sort. Returns a status. */
export function sort(x: usize, n: i32): Status {
  const start = mark(), spare = allocate(<usize> n << 3), tables = allocate(TABLES_BYTES);
  if (spare == 0 || tables == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < n; i++) {
    const bits = load<i64>(at(x, i));
    store<i64>(at(x, i), bits ^ (bits >> 63 | i64.MIN_VALUE));
  }
  useBits(n < MANY ? BITS_OF_FEW : BITS_OF_MANY);
  if (n > SHORT) sortDigits(x, n, spare, tables, LEADING_DIGITS);
  if (!insert(x, n, n > SHORT ? MOST_MOVES * n : i32.MAX_VALUE)) sortDigits(x, n, spare, tables, digits);
  for (let i = 0; i < n; i++) {
    const key = load<i64>(at(x, i));
    store<i64>(at(x, i), key ^ (~key >> 63 | i64.MIN_VALUE));
  }
  release(start);
  return Status.DONE;
}

/** Bits of a digit, the number of digits of a key, the largest digit, and the bytes of a digit's table of counts. */
let bits: i32 = 0, digits: i32 = 0, mask: i64 = 0, tableBytes: usize = 0;

function useBits(each: i32): void {
  bits = each;
  digits = (63 + each) / each;
  mask = (1 << each) - 1;
  tableBytes = 4 << each;
}

/** Sorts n keys by their leading `used` digits. spare: room for n keys. */
function sortDigits(x: usize, n: i32, spare: usize, tables: usize, used: i32): void {
  if (used == LEADING_DIGITS) countLeading(x, n, tables);
  else countAll(x, n, tables);
  let from = x, to = spare;
  for (let digit = used - 1; digit >= 0; digit--) {
    const table = tables + tableBytes * digit;
    if (!beginnings(table, n)) continue;
    distribute(from, to, n, table, shiftOf(digit));
    const filled = to;
    to = from;
    from = filled;
  }
  if (from != x) memory.copy(x, from, <usize> n << 3);
}

/** Returns the number of bits behind a digit, 0 being the leading digit. The last digit may overlap the one before. */
function shiftOf(digit: i32): i64 {
  return <i64> max(0, 64 - bits * (digit + 1));
}

function countLeading(x: usize, n: i32, tables: usize): void {
  const first = tables, second = first + tableBytes, third = second + tableBytes;
  const shift = shiftOf(0), nextShift = shiftOf(1), lastShift = shiftOf(2), all = mask;
  memory.fill(tables, 0, tableBytes * LEADING_DIGITS);
  for (let i = 0; i < n; i++) {
    const key = load<i64>(at(x, i));
    countOne(first + (<usize> (key >> shift & all) << 2));
    countOne(second + (<usize> (key >> nextShift & all) << 2));
    countOne(third + (<usize> (key >> lastShift & all) << 2));
  }
}

function countAll(x: usize, n: i32, tables: usize): void {
  memory.fill(tables, 0, TABLES_BYTES);
  for (let digit = 0; digit < digits; digit++) {
    const table = tables + tableBytes * digit, shift = shiftOf(digit), all = mask;
    for (let i = 0; i < n; i++) countOne(table + (<usize> (load<i64>(at(x, i)) >> shift & all) << 2));
  }
}

@inline
function countOne(place: usize): void {
  store<i32>(place, load<i32>(place) + 1);
}

/**
 * Turns the counts of a digit's values into the starting index of each value. Returns false where all keys have the
 * same digit.
 */
function beginnings(table: usize, n: i32): bool {
  let begin = 0;
  for (let place = table, end = table + tableBytes; place < end; place += 4) {
    const times = load<i32>(place);
    if (times == n) return false;
    store<i32>(place, begin);
    begin += times;
  }
  return true;
}

function distribute(from: usize, to: usize, n: i32, table: usize, shift: i64): void {
  const all = mask;
  for (let source = from, end = at(from, n); source < end; source += 8) {
    const key = load<i64>(source), place = table + (<usize> (key >> shift & all) << 2);
    const index = load<i32>(place);
    store<i64>(at(to, index), key);
    store<i32>(place, index + 1);
  }
}

/** Sorts keys by insertion. Returns false, with some keys out of place, where that takes more than `most` moves. */
function insert(x: usize, n: i32, most: i32): bool {
  let moves = 0, before = load<u64>(x);
  for (let i = 1; i < n; i++) {
    const key = load<u64>(at(x, i));
    if (key >= before) {
      before = key;
      continue;
    }
    let place = at(x, i);
    for (; place > x && load<u64>(place - 8) > key; place -= 8) store<u64>(place, load<u64>(place - 8));
    store<u64>(place, key);
    moves += i - <i32> ((place - x) >> 3);
    if (moves > most) return false;
  }
  return true;
}
