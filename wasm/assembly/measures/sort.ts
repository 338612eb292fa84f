// Sorts doubles by passes over digits of their bits. All bits of negative numbers and the sign bit of the others are
// inverted, so that the bit patterns (keys) have the order of the numbers.
//
// Passes over the three leading digits, the third of them first, leave few numbers out of place, and insertion moves
// these. Where they would be many, passes over all digits sort the numbers instead. A pass in which all digits are
// equal is skipped.
import { shouldStop } from "../host";
import { allocate, at, mark, release } from "../memory";
import { Status } from "../status";

/** Bits of a digit, and the number of digits of a double. */
const DIGIT_BITS: i32 = 8, DIGITS: i32 = 8;
/** Number of digits that are sorted at first. */
const LEADING_DIGITS: i32 = 3;
/** Bytes of a table with a 32-bit count for each value of a digit. */
const TABLE_BYTES: usize = 4 << DIGIT_BITS;
/** Number of moves for each number after which insertion ends, because passes over all digits are faster. */
const MOST_MOVES: i32 = 8;
/** Largest number of values that insertion sorts alone. */
const SHORT: i32 = 48;

/** Sorts x, n finite doubles, in ascending order by radix sort. Returns a status. */
export function sort(x: usize, n: i32): Status {
  if (shouldStop()) return Status.STOPPED;
  const start = mark(), spare = allocate(<usize> n << 3), tables = allocate(DIGITS * TABLE_BYTES);
  if (spare == 0 || tables == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < n; i++) {
    const bits = load<i64>(at(x, i));
    store<i64>(at(x, i), bits ^ (bits >> 63 | i64.MIN_VALUE));
  }
  let sorted = n > SHORT ? sortDigits(x, n, spare, tables, LEADING_DIGITS) : x;
  if (!insert(sorted, n, n > SHORT ? MOST_MOVES * n : i32.MAX_VALUE)) {
    sorted = sortDigits(sorted, n, sorted == x ? spare : x, tables, DIGITS);
  }
  for (let i = 0; i < n; i++) {
    const key = load<i64>(at(sorted, i));
    store<i64>(at(x, i), key ^ (~key >> 63 | i64.MIN_VALUE));
  }
  release(start);
  return Status.DONE;
}

/**
 * Sorts n keys by their leading `used` digits. spare: room for n keys. Returns the address of the sorted keys: that of
 * the keys or of the spare room.
 */
function sortDigits(x: usize, n: i32, spare: usize, tables: usize, used: i32): usize {
  if (used == LEADING_DIGITS) countLeading(x, n, tables);
  else countAll(x, n, tables);
  let from = x, to = spare;
  for (let digit = used - 1; digit >= 0; digit--) {
    const table = tables + TABLE_BYTES * digit;
    if (!beginnings(table, n)) continue;
    distribute(from, to, n, table, shiftOf(digit));
    const filled = to;
    to = from;
    from = filled;
  }
  return from;
}

/** Returns the number of bits behind a digit, 0 being the leading digit. */
function shiftOf(digit: i32): i64 {
  return <i64> (DIGIT_BITS * (DIGITS - 1 - digit));
}

function countLeading(x: usize, n: i32, tables: usize): void {
  const second = tables + TABLE_BYTES, third = second + TABLE_BYTES;
  memory.fill(tables, 0, TABLE_BYTES * LEADING_DIGITS);
  for (let i = 0; i < n; i++) {
    const key = load<i64>(at(x, i));
    countOne(placeOf(tables, key, shiftOf(0)));
    countOne(placeOf(second, key, shiftOf(1)));
    countOne(placeOf(third, key, shiftOf(2)));
  }
}

function countAll(x: usize, n: i32, tables: usize): void {
  memory.fill(tables, 0, TABLE_BYTES * DIGITS);
  for (let digit = 0; digit < DIGITS; digit++) {
    const table = tables + TABLE_BYTES * digit, shift = shiftOf(digit);
    for (let i = 0; i < n; i++) countOne(placeOf(table, load<i64>(at(x, i)), shift));
  }
}

/** Returns the place of a key's count in the table of a digit. */
@inline
function placeOf(table: usize, key: i64, shift: i64): usize {
  return table + (<usize> (key >> shift & 255) << 2);
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
    const key = load<i64>(source), place = placeOf(table, key, shift);
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
