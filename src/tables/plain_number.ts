import { decimalValue, PART_DIGITS, POWERS } from "./decimal_value.ts";
import { isShortest } from "./is_shortest.ts";

const MINUS = 45, PLUS = 43, POINT = 46, ZERO = 48, NINE = 57, SMALL_E = 101;
/** Bit that makes a capital letter of ASCII small. */
const SMALL = 0x20;
/** Largest number of significant digits up to which a decimal number is the shortest text of its double. */
const SHORTEST_DIGITS = 15;
/** Largest number of significant digits that the text of a double has. */
const MOST_DIGITS = 17;
/** Smallest size of a number that is not written with an exponent. */
const LEAST_WITHOUT_EXPONENT = 1e-6;

/** Reads numbers of JSON from bytes, without making a text of each, and tells which bytes `JSON.stringify` keeps. */
export class PlainNumber {
  /** Value of the last number that was read, the same as that of `JSON.parse`. */
  value = 0;
  /** First byte of the text that `JSON.stringify` makes of the value, and the byte after it; see `isKept`. */
  keptFrom = 0;
  keptTo = 0;
  /** Whether the text that `JSON.stringify` makes of the value stands in the bytes. Otherwise it is `String(value)`. */
  isKept = false;

  /** Reads the number that begins at `from`. Returns the byte after it; -1 where no number of JSON stands there. */
  read(bytes: Uint8Array, from: number): number {
    const isNegative = bytes[from] === MINUS, begin = isNegative ? from + 1 : from;
    let at = begin, first = 0, others = 0, otherDigits = 0, decimals = 0, digits = 0, digit = bytes[at] - ZERO;
    for (; digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) first = Math.imul(first, 10) + digit | 0;
    const wholeDigits = at - begin;
    if (wholeDigits === 0 || (wholeDigits > 1 && bytes[begin] === ZERO)) return -1;
    digits = first === 0 ? 0 : wholeDigits;
    if (bytes[at] === POINT) {
      const point = at++;
      // Zeros after the point of a number below 1 are not significant.
      if (first === 0) { while (bytes[at] === ZERO) at++; }
      const significant = at, limit = at + PART_DIGITS - digits;
      digit = bytes[at] - ZERO;
      for (; at < limit && digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) first = 10 * first + digit | 0;
      const second = at;
      for (; digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) others = Math.imul(others, 10) + digit | 0;
      otherDigits = at - second;
      decimals = at - point - 1;
      digits += at - significant;
      if (decimals === 0) return -1;
    }
    if ((bytes[at] | SMALL) === SMALL_E) return this.#withExponent(bytes, from, at + 1);
    if (wholeDigits > PART_DIGITS || otherDigits > PART_DIGITS) return this.#long(bytes, from, at);
    const size = otherDigits === 0 && decimals < POWERS.length
      ? first / POWERS[decimals]
      : decimalValue({ first, others, otherDigits }, -decimals);
    if (Number.isNaN(size)) return this.#long(bytes, from, at);
    this.value = isNegative ? -size : size;
    if (size === 0) this.#keep(begin, begin + 1);
    else if (size < LEAST_WITHOUT_EXPONENT) this.isKept = false;
    else if (digits <= SHORTEST_DIGITS) this.#keep(from, decimals === 0 ? at : withoutZeros(bytes, at));
    else if (digits > MOST_DIGITS || bytes[at - 1] === ZERO || otherDigits === 0) this.isKept = false;
    else if (isShortest({ first, others, otherDigits }, decimals, size)) this.#keep(from, at);
    else this.isKept = false;
    return at;
  }

  /** Reads a number from the first byte after its `e`. */
  #withExponent(bytes: Uint8Array, from: number, exponent: number): number {
    const sign = bytes[exponent], begin = sign === MINUS || sign === PLUS ? exponent + 1 : exponent;
    let at = begin;
    while (bytes[at] >= ZERO && bytes[at] <= NINE) at++;
    return at === begin ? -1 : this.#long(bytes, from, at);
  }

  /** Takes the value of a number with many digits or an exponent from its text. */
  #long(bytes: Uint8Array, from: number, end: number): number {
    let text = "";
    for (let at = from; at < end; at++) text += String.fromCharCode(bytes[at]);
    this.value = Number(text);
    this.isKept = false;
    return Number.isFinite(this.value) ? end : -1;
  }

  #keep(from: number, to: number): void {
    this.isKept = true;
    this.keptFrom = from;
    this.keptTo = to;
  }
}

/** Returns the end of a number with decimals without its last zeros, and without its point if only zeros follow it. */
function withoutZeros(bytes: Uint8Array, end: number): number {
  let to = end;
  while (bytes[to - 1] === ZERO) to--;
  return bytes[to - 1] === POINT ? to - 1 : to;
}
