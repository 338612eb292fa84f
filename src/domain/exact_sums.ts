/** Factor with which a double is split into a high and a low half of its digits (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;

/**
 * Accumulates sums of products with twice the digits of a double, one sum for each index (Ogita, Rump, Oishi 2005,
 * Accurate sum and dot product, SIAM Journal on Scientific Computing 26, Dot2). A sum stays accurate to a double even
 * if up to about 16 digits of its terms cancel.
 */
export class ExactSums {
  readonly #high: Float64Array;
  readonly #low: Float64Array;

  constructor(count: number) {
    this.#high = new Float64Array(count);
    this.#low = new Float64Array(count);
  }

  /** Adds the product of two doubles, each at most 1e150, to the sum at an index. */
  add(place: number, a: number, b: number): void {
    const product = a * b, before = this.#high[place], sum = before + product, added = sum - before;
    this.#high[place] = sum;
    this.#low[place] += before - (sum - added) + (product - added) + productError(a, b, product);
  }

  /** Adds the sum at index `at` of another accumulator, multiplied by the double `by`, to the sum at index `place`. */
  addSum(place: number, other: ExactSums, at: number, by: number): void {
    this.add(place, other.#high[at], by);
    this.#low[place] += other.#low[at] * by;
  }

  at(place: number): number {
    return this.#high[place] + this.#low[place];
  }
}

/** Returns the rounding error of a product of two doubles (Dekker). */
function productError(a: number, b: number, product: number): number {
  const aHigh = upperHalf(a), aLow = a - aHigh, bHigh = upperHalf(b), bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

function upperHalf(a: number): number {
  const shifted = SPLITTER * a;
  return shifted - (shifted - a);
}
