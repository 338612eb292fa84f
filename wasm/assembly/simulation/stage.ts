// Buffers wealth at the steps of the fan chart for STAGE paths at a time, and stores what is needed. Without brackets
// all values are stored. With brackets, ascending thresholds divide the line into points and intervals; each value is
// counted by its segment and stored only in intervals that may contain a requested order statistic. Equal cells between
// the first and the last threshold give the segment of most values directly. A cell that contains a threshold needs a
// search, which has no branches, because a processor could not predict them.
import { allocate } from "../memory";
import { Status } from "../status";
import { FanArguments } from "./block_arguments";

/** Number of simulated paths whose wealth is buffered before it is sorted into the intervals of the fan chart. */
export const STAGE: i32 = 256;
/** Number of doubles in the thresholds of a fan chart step: -∞, at most 30 ascending thresholds, then +∞. */
export const THRESHOLD_ROW: i32 = 32;
/**
 * Number of counters for the segments of a fan chart step. K thresholds make 2 K + 1 points and intervals, at most 61.
 */
export const SEGMENT_ROW: i32 = 64;
/** Bytes of the thresholds and of the segment counters of a fan chart step. */
const THRESHOLDS: usize = <usize> THRESHOLD_ROW * 8;
const SEGMENTS: usize = <usize> SEGMENT_ROW * 4;
/**
 * Number of equal cells into which a fan chart step's values are sorted, and the bytes that they need: the start, the
 * number of cells per unit, and the segment of each cell.
 */
const CELL_COUNT: i32 = 512;
const CELLS: usize = 16 + <usize> CELL_COUNT;
/** Mark, in place of a segment number, of a cell that contains a threshold. */
const UNKNOWN: i32 = 255;

/** Buffered wealth of simulated paths: rows of STAGE doubles, one row for each step of the fan chart. */
export let stage: usize = 0;
/**
 * Bytes from one row of buffered wealth to the next: the row plus one cache line, so that not all rows fall on the same
 * cache lines.
 */
export const STRIDE: usize = 256 * 8 + 64;
let slots: i32 = 0;
let capacity: i32 = 0;

/** Address of the thresholds of the fan chart's steps, or 0 without brackets. */
let thresholds: usize = 0;
let stored: usize = 0;
let counts: usize = 0;
let lists: usize = 0;
let lengths: usize = 0;
let cells: usize = 0;

/** Prepares the buffer for a fan chart whose counts and lengths are zero. */
export function openStage(fan: FanArguments): Status {
  takeFan(fan);
  stage = allocate(<usize> slots * STRIDE);
  cells = allocate(<usize> slots * CELLS);
  if (stage == 0 || cells == 0) return Status.OUT_OF_MEMORY;
  if (thresholds != 0) {
    for (let slot: usize = 0; slot < <usize> slots; slot++) {
      layCells(thresholds + slot * THRESHOLDS, cells + slot * CELLS);
    }
  }
  return Status.DONE;
}

function takeFan(fan: FanArguments): void {
  slots = fan.steps;
  capacity = fan.room;
  thresholds = fan.thresholds;
  stored = fan.stored;
  counts = fan.counts;
  lists = fan.lists;
  lengths = fan.lengths;
}

/** Stores the buffered wealth of the first `count` paths in the fan chart and empties the buffer. */
export function clearStage(count: i32): void {
  for (let slot: usize = 0; slot < <usize> slots; slot++) {
    const length = load<i32>(lengths + (slot << 2));
    const list = lists + ((slot * <usize> capacity + <usize> length) << 3), row = stage + slot * STRIDE;
    if (thresholds == 0) memory.copy(list, row, <usize> count << 3);
    const added = thresholds == 0 ? count : sort(row, count, slot, list);
    store<i32>(lengths + (slot << 2), length + added);
  }
}

/** Sorts wealth values into the brackets of a fan chart with one step. */
export function sortIntoBrackets(values: usize, count: i32, fan: FanArguments): Status {
  takeFan(fan);
  cells = allocate(CELLS);
  if (cells == 0) return Status.OUT_OF_MEMORY;
  layCells(thresholds, cells);
  store<i32>(lengths, sort(values, count, 0, lists));
  return Status.DONE;
}

/**
 * Sorts the wealth values of one fan chart step into segments, counts them and stores those of the segments that are
 * marked for it. Returns how many are stored.
 */
function sort(values: usize, count: i32, slot: usize, list: usize): i32 {
  const first = thresholds + slot * THRESHOLDS + 8,
    marks = stored + slot * SEGMENTS,
    counted = counts + slot * SEGMENTS;
  const laid = cells + slot * CELLS, low = v128.load64_splat(laid), scale = v128.load64_splat(laid + 8);
  const end = values + (<usize> count << 3);
  let to = list, at = values;
  for (; at + 8 < end; at += 16) {
    const pair = cellsOf(v128.load(at), low, scale);
    to = take(load<f64>(at), i32x4.extract_lane(pair, 0), laid, first, marks, counted, to);
    to = take(load<f64>(at, 8), i32x4.extract_lane(pair, 1), laid, first, marks, counted, to);
  }
  if (at < end) to = take(load<f64>(at), cellOf(load<f64>(at), low, scale), laid, first, marks, counted, to);
  return <i32> ((to - list) >> 3);
}

/**
 * Counts a wealth value in its segment and writes it to the list at `to`. Returns where the next value goes: behind it,
 * or to the same place if values of the segment are not stored.
 */
@inline
function take(x: f64, cell: i32, laid: usize, first: usize, marks: usize, counted: usize, to: usize): usize {
  let segment = <i32> load<u8>(laid + <usize> cell, 16);
  if (segment == UNKNOWN) segment = segmentOf(x, first);
  const place = <usize> segment << 2;
  store<i32>(counted + place, load<i32>(counted + place) + 1);
  store<f64>(to, x);
  return to + (<usize> load<i32>(marks + place) << 3);
}

/**
 * Returns the cells of two wealth values in the lower lanes of a vector. A larger value never has a smaller cell. Only
 * values below the first threshold have cell 0; with scale 0, as for a single threshold, every value has cell 1.
 */
@inline
function cellsOf(pair: v128, low: v128, scale: v128): v128 {
  const place = f64x2.add(f64x2.mul(f64x2.sub(pair, low), scale), f64x2.splat(1));
  return i32x4.min_s(i32x4.max_s(i32x4.trunc_sat_f64x2_s_zero(place), i32x4.splat(0)), i32x4.splat(CELL_COUNT - 1));
}

function cellOf(x: f64, low: v128, scale: v128): i32 {
  return i32x4.extract_lane(cellsOf(f64x2.splat(x), low, scale), 0);
}

/**
 * Returns the segment of a wealth value: twice the number of thresholds up to it, less one where the value is a
 * threshold.
 */
function segmentOf(x: f64, first: usize): i32 {
  let p = first;
  p += <usize> (load<f64>(p, 15 * 8) <= x) << 7;
  p += <usize> (load<f64>(p, 7 * 8) <= x) << 6;
  p += <usize> (load<f64>(p, 3 * 8) <= x) << 5;
  p += <usize> (load<f64>(p, 1 * 8) <= x) << 4;
  p += <usize> (load<f64>(p) <= x) << 3;
  return <i32> ((p - first) >> 2) - <i32> (load<f64>(p - 8) == x);
}

/**
 * Computes the segment of each cell of a fan chart step. A cell without a threshold lies within one segment, because
 * the thresholds of lower cells are below all of its values.
 */
function layCells(limits: usize, laid: usize): void {
  let last = limits + 8;
  while (load<f64>(last) < Infinity) last += 8;
  const any = last > limits + 8, low = any ? load<f64>(limits, 8) : 0, width = any ? load<f64>(last - 8) - low : 0;
  const scale = width > 1e-300 && width < Infinity ? (CELL_COUNT - 3) / width : 0;
  const lows = f64x2.splat(low), scales = f64x2.splat(scale);
  store<f64>(laid, low);
  store<f64>(laid, scale, 8);
  let threshold = limits + 8, segment = 0;
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    let own = 0;
    for (; threshold < last && cellOf(load<f64>(threshold), lows, scales) == cell; threshold += 8) own += 2;
    store<u8>(laid + <usize> cell, <u8> (own > 0 ? UNKNOWN : segment), 16);
    segment += own;
  }
}
