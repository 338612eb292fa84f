// Random numbers of eight streams side by side, because eight paths are simulated at once. Number k of stream l lies at
// out[8 k + l].
import { storeFourNormals } from "./normal";
import { mix, STEP } from "./stream";

/** Number of simulated paths whose random numbers are drawn side by side. */
export const LANES: i32 = 8;
/** Bytes of a row of eight doubles, one for each simulated path. */
export const ROW: usize = 64;

/**
 * Writes `count` standard normal numbers of each of eight streams, starting at place `from`. starts: eight starts of
 * streams, 64 bits each.
 */
export function fillNormals(starts: usize, from: i64, count: i32, out: usize): void {
  for (let lane: usize = 0; lane < ROW; lane += 32) {
    let a = stateAt(starts + lane, from), b = stateAt(starts + lane + 8, from);
    let c = stateAt(starts + lane + 16, from), d = stateAt(starts + lane + 24, from);
    for (let to = out + lane, end = to + <usize> count * ROW; to < end; to += ROW) {
      storeFourNormals(to, mix(a), mix(b), mix(c), mix(d));
      a += STEP;
      b += STEP;
      c += STEP;
      d += STEP;
    }
  }
}

/** Returns the state that makes random word `place`, counted from 0, of the stream whose start lies at `start`. */
@inline
function stateAt(start: usize, place: i64): i64 {
  return load<i64>(start) + STEP * (place + 1);
}
