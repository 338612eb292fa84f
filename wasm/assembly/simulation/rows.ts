// Which row of a history each lane of the group draws at each step: every row by itself, circular blocks of a fixed
// length, or circular blocks of geometric length. A step takes one word: its high half chooses among T rows by
// multiplication (no row is likelier than another by more than T / 2³²), its low half tosses whether a geometric block
// ends.
// References: Efron (1979); Politis, Romano (1992), A circular block-resampling procedure; Politis, Romano (1994), The
// stationary bootstrap.
import { mainStarts } from "./group";
import { at } from "../memory";
import { LANES } from "../random/lanes";
import { word } from "../random/stream";

/**
 * Rows, and the step between new starts: 1 each row by itself, b blocks of b, 0 geometric blocks that end with the odds
 * `newOdds` / 2³².
 */
let rows: i32 = 1;
let blockLength: i32 = 1;
let newOdds: u64 = 0;

const current: usize = memory.data(32, 16);

/** `meanLength`: of geometric blocks, 0 for blocks of `length`. */
export function chooseRows(T: i32, length: i32, meanLength: f64): void {
  rows = T;
  blockLength = meanLength > 0 ? 0 : length;
  newOdds = meanLength > 0 ? <u64> (4294967296.0 / meanLength) : 0;
}

/** Moves each lane to its row of step t. */
export function drawRows(t: i32): void {
  if (blockLength > 1 && t % blockLength != 0) return follow();
  for (let lane = 0; lane < LANES; lane++) {
    const drawn = <u64> word(load<i64>(at(mainStarts, lane)), t);
    const starts = blockLength != 0 || t == 0 || (drawn & 0xffffffff) < newOdds;
    setRow(lane, starts ? <i32> (((drawn >> 32) * <u64> rows) >> 32) : next(rowOf(lane)));
  }
}

/** The row of a lane. */
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
