// Standard normal random numbers by the ziggurat method of Marsaglia and Tsang with 1,024 layers: one word per number,
// accepted at once in 99.6 % of cases. The low ten bits of the word choose the layer and the other 54 the place in it,
// so that layer and place are independent (Doornik's remark). Where the first word is rejected, further words come from
// a stream that it starts itself, so that number k of a path depends only on word k.
// References: Marsaglia, Tsang (2000), The ziggurat method for generating random variables; Doornik (2005), An improved
// ziggurat method.
import { mix, STEP, streamOf } from "./stream";

const LAYERS: i32 = 1024;
/**
 * Start of the tail of the ziggurat, and the area of each layer. Both solve the equations of 1,024 stacked layers under
 * f(x) = exp(-x²/2).
 */
const TAIL: f64 = 4.0388498461095045227;
const AREA: f64 = 0.0012263246463530880729;

/**
 * Table of the ziggurat's layers i: the width x_i per unit of a place, then x_{i+1} / x_i in places. A smaller place is
 * accepted at once.
 */
const table: usize = memory.data(16 * 1024, 16);
/** Heights of the ziggurat's layers: exp(-x_i²/2). */
const heights: usize = memory.data(8 * 1025, 16);

/** Builds the ziggurat's table of layers. It must be called once before the first normal number is drawn. */
export function buildZiggurat(): void {
  if (load<f64>(table) !== 0) return;
  let x = AREA / Math.exp(-0.5 * TAIL * TAIL);
  let next = TAIL;
  store<f64>(heights, 0);
  for (let i = 0; i < LAYERS; i++) {
    const at = table + (<usize> i << 4);
    store<f64>(at, x * TO_UNIT);
    store<f64>(at, next / x / TO_UNIT, 8);
    const height = Math.exp(-0.5 * next * next);
    store<f64>(heights + (<usize> i << 3), height, 8);
    x = next;
    next = i < LAYERS - 2 ? Math.sqrt(-2 * Math.log(AREA / x + height)) : 0;
  }
}

/** Converts a random 64-bit word to a standard normal number. */
@inline
export function normalOf(word: i64): f64 {
  const at = rowOf(word);
  const place = <f64> (word >> 10);
  return abs(place) < load<f64>(at, 8) ? place * load<f64>(at) : normalBeyond(word);
}

/**
 * Converts four random words to four adjacent normal numbers at `to`, the same bits as by `normalOf`. Each row of the
 * table is read once and compared in pairs. Where a word is not accepted at once, all four are converted one by one.
 */
@inline
export function storeFourNormals(to: usize, a: i64, b: i64, c: i64, d: i64): void {
  const rowA = v128.load(rowOf(a)), rowB = v128.load(rowOf(b));
  const rowC = v128.load(rowOf(c)), rowD = v128.load(rowOf(d));
  const left = f64x2.replace_lane(f64x2.splat(<f64> (a >> 10)), 1, <f64> (b >> 10));
  const right = f64x2.replace_lane(f64x2.splat(<f64> (c >> 10)), 1, <f64> (d >> 10));
  const areLeft = f64x2.lt(f64x2.abs(left), v128.shuffle<f64>(rowA, rowB, 1, 3));
  const areRight = f64x2.lt(f64x2.abs(right), v128.shuffle<f64>(rowC, rowD, 1, 3));
  v128.store(to, f64x2.mul(left, v128.shuffle<f64>(rowA, rowB, 0, 2)));
  v128.store(to, f64x2.mul(right, v128.shuffle<f64>(rowC, rowD, 0, 2)), 16);
  if (i64x2.bitmask(v128.and(areLeft, areRight)) == 3) return;
  store<f64>(to, normalOf(a));
  store<f64>(to, normalOf(b), 8);
  store<f64>(to, normalOf(c), 16);
  store<f64>(to, normalOf(d), 24);
}

/** Returns the row of the table of the layer that a random word chooses. */
@inline
function rowOf(word: i64): usize {
  return table + (<usize> (word & (LAYERS - 1)) << 4);
}

/**
 * Returns a normal number for random words that the ziggurat does not accept at once: the tail, the wedges between
 * layers, and new attempts.
 */
function normalBeyond(first: i64): f64 {
  let word = first, state = streamOf(first);
  while (true) {
    const layer = <usize> (word & (LAYERS - 1)), at = table + (layer << 4);
    const place = <f64> (word >> 10), x = place * load<f64>(at);
    if (abs(place) < load<f64>(at, 8)) return x;
    if (layer == 0) return place < 0 ? -tailFrom(state) : tailFrom(state);
    const low = load<f64>(heights + (layer << 3)), high = load<f64>(heights + (layer << 3), 8);
    if (low + unitOf(mix(state += STEP)) * (high - low) < Math.exp(-0.5 * x * x)) return x;
    word = mix(state += STEP);
  }
}

/** Returns a random normal number beyond TAIL by the method of Marsaglia (1964). */
function tailFrom(start: i64): f64 {
  let state = start;
  while (true) {
    const x = -Math.log(unitOf(mix(state += STEP))) / TAIL;
    const y = -Math.log(unitOf(mix(state += STEP)));
    if (y + y > x * x) return TAIL + x;
  }
}

/**
 * Returns a uniform number in (0, 1) from the upper 52 bits of a random word: the middle of one of 2⁵² equal intervals.
 */
@inline
export function unitOf(word: i64): f64 {
  return (<f64> (<u64> word >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}

/** The number 2⁻⁵³, which scales a place of 54 signed bits to (-1, 1). As a power of two it causes no rounding. */
const TO_UNIT: f64 = 1.1102230246251565e-16;
