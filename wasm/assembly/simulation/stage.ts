// Wealth at the steps of the fan, of STAGE paths at a time, and what is kept of it. Without brackets everything is. With them, ascending thresholds
// of each step cut the line into points and the intervals between; values are counted by where they fall, and kept only in the intervals that may
// hold an order statistic asked for. The search among the thresholds has no branch: nothing could foretell it.
import { allocate } from "../memory";

/** Paths that are staged before they are sorted into the intervals. */
export const STAGE: i32 = 256;
/** Thresholds of a step, in a row of 32 doubles: -∞, then ascending, then +∞. */
const THRESHOLDS: usize = 32 * 8;
/** Points and intervals of a step: 2 K + 1 for K thresholds, at most 61. */
const SEGMENTS: usize = 64 * 4;

/** Rows of STAGE doubles, one for each step of the fan. */
export let stage: usize = 0;
/** Bytes of a row, and a line more, lest all rows fall on the same lines of the cache. */
export const STRIDE: usize = 256 * 8 + 64;
let slots: i32 = 0;
let capacity: i32 = 0;

/** 0 without brackets. */
let thresholds: usize = 0;
let kept: usize = 0;
let counts: usize = 0;
let lists: usize = 0;
let lengths: usize = 0;

/** limits: rows of 32 doubles, or 0; keep: rows of 64 i32; outCounts the like, cleared; outLists: rows of `room` doubles; outLengths: i32 each, cleared. False without memory. */
export function openStage(rows: i32, room: i32, limits: usize, keep: usize, outCounts: usize, outLists: usize, outLengths: usize): bool {
  slots = rows;
  capacity = room;
  thresholds = limits;
  kept = keep;
  counts = outCounts;
  lists = outLists;
  lengths = outLengths;
  stage = allocate(<usize>slots * STRIDE);
  return stage != 0;
}

/** Takes the first `count` paths of the stage. */
export function clearStage(count: i32): void {
  for (let slot: usize = 0; slot < <usize>slots; slot++) {
    const length = load<i32>(lengths + (slot << 2));
    const list = lists + ((slot * <usize>capacity + <usize>length) << 3), row = stage + slot * STRIDE;
    if (thresholds == 0) memory.copy(list, row, <usize>count << 3);
    const added = thresholds == 0
      ? count
      : sortIntoBrackets(row, count, thresholds + slot * THRESHOLDS, kept + slot * SEGMENTS, counts + slot * SEGMENTS, list);
    store<i32>(lengths + (slot << 2), length + added);
  }
}

/** Counts values by segment, with thresholds and marks as in `openStage`, and lists those in kept ones; `list` has room for all. Answers how many. */
export function sortIntoBrackets(values: usize, count: i32, limits: usize, keep: usize, counted: usize, list: usize): i32 {
  const first = limits + 8;
  let to = list;
  for (let at = values, end = values + (<usize>count << 3); at < end; at += 8) {
    const x = load<f64>(at);
    let p = first;
    p += <usize>(load<f64>(p, 15 * 8) <= x) << 7;
    p += <usize>(load<f64>(p, 7 * 8) <= x) << 6;
    p += <usize>(load<f64>(p, 3 * 8) <= x) << 5;
    p += <usize>(load<f64>(p, 1 * 8) <= x) << 4;
    p += <usize>(load<f64>(p) <= x) << 3;
    const segment = ((p - first) >> 2) - <usize>(load<f64>(p - 8) == x);
    const place = segment << 2;
    store<i32>(counted + place, load<i32>(counted + place) + 1);
    store<f64>(to, x);
    to += <usize>load<i32>(keep + place) << 3;
  }
  return <i32>((to - list) >> 3);
}
