// Chooses the row of the history for each of eight paths at each step: single rows, circular blocks of fixed length, or
// circular blocks of geometric length. A step takes one random word. Its high half chooses among T rows by
// multiplication, so that the probabilities of two rows differ by at most 1 / 2³². Its low half decides whether a
// geometric block ends.
// References: Efron (1979); Politis, Romano (1992), A circular block-resampling procedure; Politis, Romano (1994), The
// stationary bootstrap.
import { mainStarts } from "./group";
import { at } from "../memory";
import { LANES } from "../random/lanes";
import { word } from "../random/stream";

/**
 * Number of history rows, and the length of a drawn block: 1 for single rows, b for blocks of b, 0 for geometric blocks
 * that end with the probability `newOdds` / 2³².
 */
let rows: i32 = 1;
let blockLength: i32 = 1;
let newOdds: u64 = 0;

const current: usize = memory.data(32, 16);

/**
 * Sets the number of history rows and the kind of blocks that are drawn. `meanLength` is the mean length of geometric
 * blocks, or 0 for blocks of `length`.
 */
export function chooseRows(T: i32, length: i32, meanLength: f64): void {
  rows = T;
  blockLength = meanLength > 0 ? 0 : length;
  newOdds = meanLength > 0 ? <u64> (4294967296.0 / meanLength) : 0;
}

/** Draws the history row of step t for each of the eight simulated paths. */
export function drawRows(t: i32): void {
  if (blockLength > 1 && t % blockLength != 0) return follow();
  for (let lane = 0; lane < LANES; lane++) {
    const drawn = <u64> word(load<i64>(at(mainStarts, lane)), t);
    const starts = blockLength != 0 || t == 0 || (drawn & 0xffffffff) < newOdds;
    setRow(lane, starts ? <i32> (((drawn >> 32) * <u64> rows) >> 32) : next(rowOf(lane)));
  }
}

/** Returns the history row that a simulated path drew last. */
export function rowOf(lane: i32): i32 {
  return load<i32>(current + (<usize> lane << 2));
}

function follow(): void {
  for (let lane = 0; lane < LANES; lane++) setRow(lane, next(rowOf(lane)));
}

function next(row: i32): i32 {
  return row + 1 == rows ? 0 : row + 1;
}

function setRow(lane: i32, row: i32): void {
  store<i32>(current + (<usize> lane << 2), row);
}
