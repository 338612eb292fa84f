// Standard normals by the ziggurat of Marsaglia and Tsang with 1,024 layers: one word a number, accepted at once in
// 99.6 % of cases. The low ten bits of the word choose the layer, the other 54 the place in it, so that layer and place
// are independent (Doornik's remark). Where the first word is refused, the words that follow come from a stream that it
// starts itself: number k of a path is a function of word k alone.
// References: Marsaglia, Tsang (2000), The ziggurat method for generating random variables; Doornik (2005), An improved
// ziggurat method.
import { mix, STEP, streamOf } from "./stream";

const LAYERS: i32 = 1024;
/** Where the tail starts, and the area of each layer; both solve f(x) = exp(-x²/2) stacked in 1,024 layers. */
const TAIL: f64 = 4.0388498461095045227;
const AREA: f64 = 0.0012263246463530880729;

/** Of layer i: its width x_i in units of a place, then x_{i+1} / x_i in places, below which one is accepted. */
const table: usize = memory.data(16 * 1024, 16);
/** exp(-x_i²/2). */
const heights: usize = memory.data(8 * 1025, 16);

/** Builds the layers; once an instance, before the first number. */
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

/** The standard normal of a word. */
@inline
export function normalOf(word: i64): f64 {
  const at = table + (<usize> (word & (LAYERS - 1)) << 4);
  const place = <f64> (word >> 10);
  return abs(place) < load<f64>(at, 8) ? place * load<f64>(at) : normalBeyond(word);
}

/** The rest of the ziggurat: the tail, the wedges and new attempts. */
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

/** A normal beyond TAIL, by Marsaglia (1964). */
function tailFrom(start: i64): f64 {
  let state = start;
  while (true) {
    const x = -Math.log(unitOf(mix(state += STEP))) / TAIL;
    const y = -Math.log(unitOf(mix(state += STEP)));
    if (y + y > x * x) return TAIL + x;
  }
}

/** A uniform number in (0, 1) of 53 bits. */
@inline
export function unitOf(word: i64): f64 {
  return (<f64> (<u64> word >> 12) + 0.5) * (1.0 / 4503599627370496.0);
}

/** 2⁻⁵³: a place, 54 signed bits, to (-1, 1). A power of two: it rounds nothing. */
const TO_UNIT: f64 = 1.1102230246251565e-16;
