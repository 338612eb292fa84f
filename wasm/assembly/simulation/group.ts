// Ledger of eight paths side by side, with the starts of their random streams. Each path has an index of the portfolio
// without flows (initially 1), the highest index so far, the smallest ratio of the index to that, and the wealth with
// flows. An index that reaches 0 stays there. Wealth that is 0 or less before or after the flow of a period stays 0,
// whatever is paid in later. Both are limited to LARGEST, so that sums of squares over a million paths stay finite.
// Withdrawals are summed: the whole amount, or whatever is left.
import { at } from "../memory";
import { CHI_SQUARE_STREAM, MAIN_STREAM, streamStart } from "../random/stream";
import { LANES, ROW } from "../random/lanes";

export const LARGEST: f64 = 1e150;

/**
 * Number of simulation steps that are drawn at once. The growth factors of eight paths then fit into the first-level
 * cache.
 */
export const CHUNK: i32 = 64;
/** Growth factors of the drawn simulation steps: CHUNK rows of eight paths. */
export const growth: usize = memory.data(64 * 64, 16);

/** Starts of the random streams of eight simulated paths, 64 bits each. */
export const mainStarts: usize = memory.data(64, 16);
export const chiSquareStarts: usize = memory.data(64, 16);

const index: usize = memory.data(64, 16);
const peak: usize = memory.data(64, 16);
const trough: usize = memory.data(64, 16);
const wealth: usize = memory.data(64, 16);
const withdrawn: usize = memory.data(64, 16);

/** Starts eight simulated paths, from number `path` on. */
export function startGroup(seed: f64, path: i32, initialValue: f64): void {
  for (let lane = 0; lane < LANES; lane++) {
    store<i64>(at(mainStarts, lane), streamStart(seed, path + lane, MAIN_STREAM));
    store<i64>(at(chiSquareStarts, lane), streamStart(seed, path + lane, CHI_SQUARE_STREAM));
    store<f64>(at(index, lane), 1);
    store<f64>(at(peak, lane), 1);
    store<f64>(at(trough, lane), 1);
    store<f64>(at(wealth, lane), initialValue);
    store<f64>(at(withdrawn, lane), 0);
  }
}

/**
 * Applies the drawn growth factors and cash flows of the steps `from` to `to` to the wealth of eight simulated paths.
 * flows: money of each step. withdrawals: money withdrawn at each step, which the flows have subtracted already; the
 * address is 0 where nothing is withdrawn. slots: i32 of each step, its row in `stage` or -1.
 */
export function book(
  from: i32,
  to: i32,
  flows: usize,
  withdrawals: usize,
  slots: usize,
  stage: usize,
  stride: usize,
): void {
  if (withdrawals != 0) bookWithdrawals(from, to, flows, withdrawals);
  bookPaths(from, to, flows, slots, stage, stride);
}

/** Adds up the money that the simulated paths withdraw at each step. Wealth moves as in `bookWealth`. */
function bookWithdrawals(from: i32, to: i32, flows: usize, withdrawals: usize): void {
  for (let lane: usize = 0; lane < <usize> ROW; lane += 16) {
    let before = v128.load(wealth + lane), taken = v128.load(withdrawn + lane);
    let source = growth + lane;
    for (let t = from; t < to; t++, source += ROW) {
      const flow = v128.load64_splat(at(flows, t)), factor = v128.load(source);
      taken = f64x2.add(taken, takenOf(before, factor, flow, v128.load64_splat(at(withdrawals, t))));
      before = moved(before, factor, flow);
    }
    v128.store(withdrawn + lane, taken);
  }
}

/**
 * Returns the part of a withdrawal that the wealth of a simulated path can pay. Nothing is paid where no wealth is left
 * before it.
 */
@inline
function takenOf(before: v128, factor: v128, flow: v128, withdrawal: v128): v128 {
  const zero = f64x2.splat(0), grown = f64x2.mul(before, factor);
  const missing = f64x2.pmin(zero, f64x2.add(grown, flow));
  return v128.and(f64x2.pmax(zero, f64x2.add(withdrawal, missing)), f64x2.gt(grown, zero));
}

/**
 * Updates the portfolio indexes (value without cash flows) and the wealth of all eight simulated paths at once. Four
 * vectors, and the divisions of the index beside the dependent operations of wealth, hide each other's latency.
 */
function bookPaths(from: i32, to: i32, flows: usize, slots: usize, stage: usize, stride: usize): void {
  const zero = f64x2.splat(0), largest = f64x2.splat(LARGEST);
  let i0 = v128.load(index), i1 = v128.load(index, 16), i2 = v128.load(index, 32), i3 = v128.load(index, 48);
  let p0 = v128.load(peak), p1 = v128.load(peak, 16), p2 = v128.load(peak, 32), p3 = v128.load(peak, 48);
  let r0 = v128.load(trough), r1 = v128.load(trough, 16), r2 = v128.load(trough, 32), r3 = v128.load(trough, 48);
  let w0 = v128.load(wealth), w1 = v128.load(wealth, 16), w2 = v128.load(wealth, 32), w3 = v128.load(wealth, 48);
  let source = growth;
  for (let t = from; t < to; t++, source += ROW) {
    const flow = v128.load64_splat(at(flows, t));
    const g0 = v128.load(source), g1 = v128.load(source, 16), g2 = v128.load(source, 32), g3 = v128.load(source, 48);
    w0 = moved(w0, g0, flow);
    w1 = moved(w1, g1, flow);
    w2 = moved(w2, g2, flow);
    w3 = moved(w3, g3, flow);
    i0 = f64x2.pmin(largest, f64x2.mul(i0, f64x2.pmax(zero, g0)));
    p0 = f64x2.pmax(p0, i0);
    r0 = f64x2.pmin(r0, f64x2.div(i0, p0));
    i1 = f64x2.pmin(largest, f64x2.mul(i1, f64x2.pmax(zero, g1)));
    p1 = f64x2.pmax(p1, i1);
    r1 = f64x2.pmin(r1, f64x2.div(i1, p1));
    i2 = f64x2.pmin(largest, f64x2.mul(i2, f64x2.pmax(zero, g2)));
    p2 = f64x2.pmax(p2, i2);
    r2 = f64x2.pmin(r2, f64x2.div(i2, p2));
    i3 = f64x2.pmin(largest, f64x2.mul(i3, f64x2.pmax(zero, g3)));
    p3 = f64x2.pmax(p3, i3);
    r3 = f64x2.pmin(r3, f64x2.div(i3, p3));
    const slot = load<i32>(slots + (<usize> t << 2));
    if (slot >= 0) {
      const to = stage + <usize> slot * stride;
      v128.store(to, w0);
      v128.store(to, w1, 16);
      v128.store(to, w2, 32);
      v128.store(to, w3, 48);
    }
  }
  storeFour(index, i0, i1, i2, i3);
  storeFour(peak, p0, p1, p2, p3);
  storeFour(trough, r0, r1, r2, r3);
  storeFour(wealth, w0, w1, w2, w3);
}

function storeFour(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  v128.store(to, a);
  v128.store(to, b, 16);
  v128.store(to, c, 32);
  v128.store(to, d, 48);
}

/** Returns the wealth of simulated paths after a step. It is 0 where nothing was left before or after the cash flow. */
@inline
function moved(before: v128, factor: v128, flow: v128): v128 {
  const zero = f64x2.splat(0), grown = f64x2.mul(before, factor);
  const left = v128.and(f64x2.pmax(zero, f64x2.add(grown, flow)), f64x2.gt(grown, zero));
  return f64x2.pmin(f64x2.splat(LARGEST), left);
}

/**
 * Writes the results of the first `count` of eight simulated paths, and their withdrawals where `outWithdrawn` is not
 * 0. Returns the number of ruined paths.
 */
export function finishGroup(
  count: i32,
  outTerminal: usize,
  outIndex: usize,
  outDrawdown: usize,
  outWithdrawn: usize,
): i32 {
  let ruined = 0;
  for (let lane = 0; lane < count; lane++) {
    store<f64>(at(outTerminal, lane), load<f64>(at(wealth, lane)));
    store<f64>(at(outIndex, lane), load<f64>(at(index, lane)));
    store<f64>(at(outDrawdown, lane), 1 - load<f64>(at(trough, lane)));
    if (outWithdrawn != 0) store<f64>(at(outWithdrawn, lane), load<f64>(at(withdrawn, lane)));
    if (load<f64>(at(wealth, lane)) == 0) ruined++;
  }
  return ruined;
}
