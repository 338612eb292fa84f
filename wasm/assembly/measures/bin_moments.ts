// Sums of a smooth function f over many values, by its Taylor series in a few bins: Σ f(x) = Σ over bins with centre c
// of Σ_p f^(p)(c) / p! M_p, where M_p is the sum of (x - c)^p over the values of the bin. Bins become narrower towards
// 0.
import { allocate, at, mark, release } from "../memory";

const BINS: i32 = 64;
/** Number of moments of a bin: those of the orders 0 to 11. */
export const ORDERS: i32 = 12;
/** The last even order, and the even order before. */
export const LAST_EVEN: i32 = ORDERS - 2, EVEN_BEFORE: i32 = ORDERS - 4;
/** Bytes of a moment, or of the centres, of all bins. */
const ROW_BYTES: usize = <usize> BINS << 3;
/** Bytes of the moments of one bin while its values are added up. */
const BIN_BYTES: usize = <usize> ORDERS << 3;
/** Largest part of a sum that the terms behind the last order may have, so that they count as rounding errors. */
const NEGLIGIBLE = 1e-14;

/** Bytes that the centres and moments of all bins need. */
export const BIN_MOMENTS_BYTES: usize = (ORDERS + 1) * ROW_BYTES;

/** Whether a number of values is large enough to sum functions of them by bins. */
export function isWorthBinning(n: i32): bool {
  return n > 4 * BINS;
}

/** Returns the address of the moment M_p of the first bin; the other bins follow. The centres stand at `moments`. */
@inline
export function momentsOf(moments: usize, p: i32): usize {
  return moments + ROW_BYTES * (p + 1);
}

/**
 * Whether the terms behind the last order are negligible beside a sum, as the sums of the terms of the last two even
 * orders tell: those of the next even order have about the same ratio to the last.
 */
export function isSettled(sum: f64, ofEvenBefore: f64, ofLastEven: f64): bool {
  return ofLastEven == 0 ? sum > 0 : ofLastEven * (ofLastEven / ofEvenBefore) <= NEGLIGIBLE * sum;
}

/**
 * Writes the centres and moments of the bins of x, n doubles in [-1, 0]. Returns the number of bins, which is even:
 * bins without values are left out, and the last one may have none. Returns 0 when the memory has reached its maximum.
 * Values in ascending or descending order take less time.
 */
export function binMoments(x: usize, n: i32, moments: usize): i32 {
  const start = mark(), bins = allocate(BINS * BIN_BYTES);
  if (bins == 0) return 0;
  memory.fill(bins, 0, BINS * BIN_BYTES);
  if (isOrdered(x, n, 1)) addUp(x, 8, n, bins);
  else if (isOrdered(x, n, -1)) addUp(at(x, n - 1), -8, n, bins);
  else {
    const grouped = allocate(<usize> n << 3);
    if (grouped == 0) return 0;
    groupByBins(x, n, grouped);
    addUp(grouped, 8, n, bins);
  }
  const count = gather(bins, moments);
  release(start);
  return count;
}

/** Copies the centres and moments of the bins that have values. Returns their number, made even. */
function gather(bins: usize, moments: usize): i32 {
  let count = 0;
  for (let b = 0; b < BINS; b++) {
    const bin = bins + BIN_BYTES * b;
    if (load<f64>(bin) == 0) continue;
    store<f64>(at(moments, count), centreOf(b));
    for (let p = 0; p < ORDERS; p++) store<f64>(at(momentsOf(moments, p), count), load<f64>(at(bin, p)));
    count++;
  }
  if ((count & 1) == 0) return count;
  store<f64>(at(moments, count), 0);
  for (let p = 0; p < ORDERS; p++) store<f64>(at(momentsOf(moments, p), count), 0);
  return count + 1;
}

/** Returns the centre of a bin, which holds the values from -((b + 1) / BINS)² to -(b / BINS)². */
function centreOf(b: i32): f64 {
  const below = <f64> (b + 1), above = <f64> b;
  return (below * below + above * above) * (-0.5 / (BINS * BINS));
}

/** Whether n values times a sign ascend. */
function isOrdered(x: usize, n: i32, sign: f64): bool {
  for (let i = 1; i < n; i++) if (sign * load<f64>(at(x, i - 1)) > sign * load<f64>(at(x, i))) return false;
  return true;
}

/** Number of the bin of each whole multiple of -1 / BINS², from 0 to -1, once `areBinsKnown`. */
const BIN_OF_MULTIPLE: usize = memory.data(BINS * BINS + 1);
let areBinsKnown = false;

function knowBins(): void {
  for (let b = 0; b < BINS; b++) {
    for (let multiple = b * b; multiple < (b + 1) * (b + 1); multiple++) store<u8>(BIN_OF_MULTIPLE + multiple, <u8> b);
  }
  store<u8>(BIN_OF_MULTIPLE + BINS * BINS, <u8> (BINS - 1));
  areBinsKnown = true;
}

/** Places at which the next value of each bin is written. */
const PLACES: usize = memory.data(4 * BINS);

/** Copies n values bin by bin, from the last bin to the first. */
function groupByBins(x: usize, n: i32, to: usize): void {
  if (!areBinsKnown) knowBins();
  memory.fill(PLACES, 0, 4 * BINS);
  for (let i = 0; i < n; i++) {
    const place = placeOf(load<f64>(at(x, i)));
    store<u32>(place, load<u32>(place) + 1);
  }
  let begin = 0;
  for (let b = BINS - 1; b >= 0; b--) {
    const place = PLACES + (<usize> b << 2), times = load<u32>(place);
    store<u32>(place, begin);
    begin += times;
  }
  for (let i = 0; i < n; i++) {
    const value = load<f64>(at(x, i)), place = placeOf(value), index = load<u32>(place);
    store<f64>(to + (<usize> index << 3), value);
    store<u32>(place, index + 1);
  }
}

@inline
function placeOf(value: f64): usize {
  return PLACES + (<usize> load<u8>(BIN_OF_MULTIPLE + <i32> (-value * (BINS * BINS))) << 2);
}

/**
 * Adds up the moments of each bin, one bin after the other. The last bin begins at -1, the first one ends at 0. x: the
 * first of n values, each `step` bytes behind the one before, whose bins descend.
 */
function addUp(x: usize, step: i32, n: i32, bins: usize): void {
  let i = 0;
  for (let b = BINS - 1; b >= 0 && i < n; b--) {
    const centre = centreOf(b), end = -<f64> (b * b) / <f64> (BINS * BINS);
    let zeroth = f64x2.splat(0), second = zeroth, fourth = zeroth, sixth = zeroth, eighth = zeroth, tenth = zeroth;
    for (; i < n; i++) {
      const value = load<f64>(x + i * step);
      if (value > end) break;
      const distance = value - centre, square = f64x2.splat(distance * distance);
      const first = f64x2.replace_lane(f64x2.splat(1), 1, distance), third = f64x2.mul(first, square);
      const fifth = f64x2.mul(third, square), seventh = f64x2.mul(fifth, square), ninth = f64x2.mul(seventh, square);
      zeroth = f64x2.add(zeroth, first);
      second = f64x2.add(second, third);
      fourth = f64x2.add(fourth, fifth);
      sixth = f64x2.add(sixth, seventh);
      eighth = f64x2.add(eighth, ninth);
      tenth = f64x2.add(tenth, f64x2.mul(ninth, square));
    }
    const bin = bins + BIN_BYTES * b;
    v128.store(bin, zeroth);
    v128.store(bin, second, 16);
    v128.store(bin, fourth, 32);
    v128.store(bin, sixth, 48);
    v128.store(bin, eighth, 64);
    v128.store(bin, tenth, 80);
  }
}
