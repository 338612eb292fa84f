// Functions that expose the random number generator, for tests of its quality.
import { at } from "../memory";
import { fillChiSquares } from "./chi_square";
import { LANES } from "./lanes";
import { buildZiggurat, normalOf } from "./normal";
import { CHI_SQUARE_STREAM, MAIN_STREAM, mix, STEP, streamStart, word } from "./stream";

const starts: usize = memory.data(64, 16);
const row: usize = memory.data(64, 16);

/** Writes `count` 64-bit random words of the published SplitMix64 algorithm for a seed of 64 bits. */
export function splitMix(seed: usize, count: i32, out: usize): void {
  for (let k = 0; k < count; k++) store<i64>(at(out, k), mix(load<i64>(seed) + STEP * <i64> (k + 1)));
}

/** Writes the random normal numbers `from` to `from` + `count` of a simulated path. */
export function pathNormals(seed: f64, path: i32, from: i32, count: i32, out: usize): void {
  buildZiggurat();
  const start = streamStart(seed, path, MAIN_STREAM);
  for (let k = 0; k < count; k++) store<f64>(at(out, k), normalOf(word(start, from + k)));
}

/** Writes the first `count` random chi-square numbers of a simulated path. */
export function pathChiSquares(seed: f64, path: i32, degreesOfFreedom: f64, count: i32, out: usize): void {
  buildZiggurat();
  for (let lane = 0; lane < LANES; lane++) store<i64>(at(starts, lane), streamStart(seed, path, CHI_SQUARE_STREAM));
  for (let k = 0; k < count; k++) {
    fillChiSquares(starts, k, 1, degreesOfFreedom, row);
    store<f64>(at(out, k), load<f64>(row));
  }
}
