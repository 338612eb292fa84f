// Random numbers of eight streams side by side, because eight paths are simulated at once. Number k of stream l lies at
// out[8 k + l].
import { normalOf } from "./normal";
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
  for (let lane: usize = 0; lane < ROW; lane += 8) {
    let state = load<i64>(starts + lane) + STEP * (from + 1);
    for (let to = out + lane, end = to + <usize> count * ROW; to < end; to += ROW) {
      store<f64>(to, normalOf(mix(state)));
      state += STEP;
    }
  }
}
