// Eight paths side by side: the starts of their streams, and the ledger of each: the index of the portfolio without flows (1 at first), its highest
// value, the largest drawdown from it, wealth with flows, and whether wealth is left. An index that reaches 0 stays there; wealth that is 0 or less
// after the flow of a period stays 0 whatever is paid in later. Both stop at LARGEST, so that sums of squares of a million of them stay finite.
import { at } from "../memory";
import { CHI_SQUARE_STREAM, MAIN_STREAM, streamStart } from "../random/stream";
import { LANES, ROW } from "../random/lanes";

export const LARGEST: f64 = 1e150;

/** Steps that are drawn at once: the growth factors of a group fit the nearest cache. */
export const CHUNK: i32 = 64;
/** CHUNK rows of eight growth factors. */
export const growth: usize = memory.data(64 * 64, 16);

/** Eight starts of 64 bits each. */
export const mainStarts: usize = memory.data(64, 16);
export const chiSquareStarts: usize = memory.data(64, 16);

const index: usize = memory.data(64, 16);
const peak: usize = memory.data(64, 16);
const drawdown: usize = memory.data(64, 16);
const wealth: usize = memory.data(64, 16);
const alive: usize = memory.data(64, 16);

/** Begins the eight paths from `path` on. */
export function startGroup(seed: f64, path: i32, initialValue: f64): void {
  for (let lane = 0; lane < LANES; lane++) {
    store<i64>(at(mainStarts, lane), streamStart(seed, path + lane, MAIN_STREAM));
    store<i64>(at(chiSquareStarts, lane), streamStart(seed, path + lane, CHI_SQUARE_STREAM));
    store<f64>(at(index, lane), 1);
    store<f64>(at(peak, lane), 1);
    store<f64>(at(drawdown, lane), 0);
    store<f64>(at(wealth, lane), initialValue);
    store<i64>(at(alive, lane), -1);
  }
}

/** Books steps `from` to `to` with the growth factors drawn. flows: money of each step; slots: i32 of each step, its row in `stage` or -1. */
export function book(from: i32, to: i32, flows: usize, slots: usize, stage: usize, stride: usize): void {
  for (let half: usize = 0; half < ROW; half += 32) bookHalf(half, from, to, flows, slots, stage + half, stride);
}

/** Four lanes: two vectors keep the latency of the ledger's chains busy. */
function bookHalf(half: usize, from: i32, to: i32, flows: usize, slots: usize, stage: usize, stride: usize): void {
  const zero = f64x2.splat(0), one = f64x2.splat(1), largest = f64x2.splat(LARGEST);
  let i0 = v128.load(index + half), i1 = v128.load(index + half, 16);
  let p0 = v128.load(peak + half), p1 = v128.load(peak + half, 16);
  let d0 = v128.load(drawdown + half), d1 = v128.load(drawdown + half, 16);
  let w0 = v128.load(wealth + half), w1 = v128.load(wealth + half, 16);
  let a0 = v128.load(alive + half), a1 = v128.load(alive + half, 16);
  let source = growth + half;
  for (let t = from; t < to; t++, source += ROW) {
    const g0 = f64x2.pmax(zero, v128.load(source)), g1 = f64x2.pmax(zero, v128.load(source, 16));
    const flow = v128.load64_splat(at(flows, t));
    i0 = f64x2.pmin(largest, f64x2.mul(i0, g0));
    i1 = f64x2.pmin(largest, f64x2.mul(i1, g1));
    p0 = f64x2.pmax(p0, i0);
    p1 = f64x2.pmax(p1, i1);
    d0 = f64x2.pmax(d0, f64x2.sub(one, f64x2.div(i0, p0)));
    d1 = f64x2.pmax(d1, f64x2.sub(one, f64x2.div(i1, p1)));
    w0 = f64x2.pmin(largest, f64x2.add(f64x2.mul(w0, g0), flow));
    w1 = f64x2.pmin(largest, f64x2.add(f64x2.mul(w1, g1), flow));
    a0 = v128.and(a0, v128.and(f64x2.gt(w0, zero), f64x2.gt(i0, zero)));
    a1 = v128.and(a1, v128.and(f64x2.gt(w1, zero), f64x2.gt(i1, zero)));
    w0 = v128.and(w0, a0);
    w1 = v128.and(w1, a1);
    const slot = load<i32>(slots + (<usize>t << 2));
    if (slot >= 0) {
      const to = stage + <usize>slot * stride;
      v128.store(to, w0);
      v128.store(to, w1, 16);
    }
  }
  v128.store(index + half, i0);
  v128.store(index + half, i1, 16);
  v128.store(peak + half, p0);
  v128.store(peak + half, p1, 16);
  v128.store(drawdown + half, d0);
  v128.store(drawdown + half, d1, 16);
  v128.store(wealth + half, w0);
  v128.store(wealth + half, w1, 16);
  v128.store(alive + half, a0);
  v128.store(alive + half, a1, 16);
}

/** Writes the ends of the first `count` paths of the group; answers how many are ruined. */
export function finishGroup(count: i32, outTerminal: usize, outIndex: usize, outDrawdown: usize): i32 {
  let ruined = 0;
  for (let lane = 0; lane < count; lane++) {
    store<f64>(at(outTerminal, lane), load<f64>(at(wealth, lane)));
    store<f64>(at(outIndex, lane), load<f64>(at(index, lane)));
    store<f64>(at(outDrawdown, lane), load<f64>(at(drawdown, lane)));
    if (load<i64>(at(alive, lane)) == 0) ruined++;
  }
  return ruined;
}
