import { decimalValue, PART_DIGITS, POWERS } from "./decimal_value.ts";
import { MARK } from "./written_number.ts";

/** What a column of the file is to the table: the place of its asset, its days, or neither. */
export const COLUMN = { day: -1, unused: -2 } as const;

const PLUS = 43, MINUS = 45, POINT = 46, ZERO = 48, NINE = 57, QUOTE = 34, BLANK = 32, SMALL_E = 101;
/** Bit that makes a capital letter of ASCII small. */
const SMALL = 0x20;
const MOST_EXPONENT_DIGITS = 4;
const ROWS_A_BLOCK = 64;

/**
 * Reads lines of a table from bytes of ASCII without making a text of each cell. A line is plain if it has as many
 * cells as the header, no quote and a day that begins with a digit, and if every cell of an asset is blank or a number:
 * digits with at most a sign, a decimal point and an exponent. All other lines are left to
 * `WideRows.take`, which would give the same values and marks for a plain line too.
 */
export class PlainRow {
  /** Values of the assets in the last line that was plain, NaN where blank. */
  values: Float64Array = new Float64Array();
  /** How each cell writes its number, as in `WrittenNumber`. */
  marks: Uint8Array = new Uint8Array();
  /** First byte of the cell of each asset, and the byte after it. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  dayBegin = 0;
  dayEnd = 0;
  readonly #columns: Int32Array;
  readonly #separator: number;
  readonly #assets: number;
  /** Memory of several rows, of which each row takes its part. To make arrays for each row would cost more time. */
  #block = new Float64Array();
  #markBlock = new Uint8Array();
  #blockRow = ROWS_A_BLOCK;

  /** `columns` tells for each column of the file the place of its asset, or one of `COLUMN`. */
  constructor(columns: readonly number[], { assets, separator }: { assets: number; separator: string }) {
    this.#columns = Int32Array.from(columns);
    this.#separator = separator.charCodeAt(0);
    this.#assets = assets;
    this.#openRow();
    this.begins = new Int32Array(assets);
    this.ends = new Int32Array(assets);
  }

  /** Reads the line from `begin` up to `end`, where its line end stands. Returns false where the line is not plain. */
  read(bytes: Uint8Array, begin: number, end: number): boolean {
    const columns = this.#columns, separator = this.#separator, last = columns.length - 1;
    let at = begin;
    for (let column = 0; column <= last; column++) {
      const asset = columns[column];
      const next = asset >= 0 ? this.#number(bytes, at, asset) : this.#text(bytes, { from: at, end, asset });
      if (next < 0) return false;
      if (column === last) return next === end;
      if (bytes[next] !== separator || next >= end) return false;
      at = next + 1;
    }
    return false;
  }

  /** Gives away the arrays of the last row, and takes new ones for the next. */
  takeRow(): { readonly values: Float64Array; readonly marks: Uint8Array } {
    const { values, marks } = this;
    this.#openRow();
    return { values, marks };
  }

  #openRow(): void {
    if (this.#blockRow === ROWS_A_BLOCK) {
      this.#block = new Float64Array(ROWS_A_BLOCK * this.#assets);
      this.#markBlock = new Uint8Array(ROWS_A_BLOCK * this.#assets);
      this.#blockRow = 0;
    }
    const from = this.#blockRow++ * this.#assets, to = from + this.#assets;
    this.values = this.#block.subarray(from, to);
    this.marks = this.#markBlock.subarray(from, to);
  }

  /** Passes a cell that holds no number. Returns the byte after it; -1 where it is not plain. */
  #text(
    bytes: Uint8Array,
    { from, end, asset }: { readonly from: number; readonly end: number; readonly asset: number },
  ): number {
    let at = from;
    for (; at < end && bytes[at] !== this.#separator; at++) if (bytes[at] === QUOTE) return -1;
    if (asset !== COLUMN.day) return at;
    if (at === from || bytes[from] < ZERO || bytes[from] > NINE || bytes[at - 1] === BLANK) return -1;
    this.dayBegin = from;
    this.dayEnd = at;
    return at;
  }

  /** Reads the cell of an asset. Returns the byte after it; -1 where it is neither blank nor a plain number. */
  #number(bytes: Uint8Array, from: number, asset: number): number {
    const sign = bytes[from], begin = sign === MINUS || sign === PLUS ? from + 1 : from;
    let at = begin, first = 0, others = 0, otherDigits = 0, decimals = 0, digit = bytes[at] - ZERO;
    for (; digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) first = Math.imul(first, 10) + digit | 0;
    const wholeDigits = at - begin, isWhole = digit !== POINT - ZERO;
    if (!isWhole) {
      const point = at++;
      // Zeros after the point of a number below 1 take no room in the first part.
      if (first === 0) { while (bytes[at] === ZERO) at++; }
      const limit = at + PART_DIGITS - (first === 0 ? 0 : wholeDigits);
      digit = bytes[at] - ZERO;
      for (; at < limit && digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) first = 10 * first + digit | 0;
      const second = at;
      for (; digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) others = Math.imul(others, 10) + digit | 0;
      otherDigits = at - second;
      decimals = at - point - 1;
    }
    if (at === from) return this.#blank(asset, at);
    if (wholeDigits + decimals === 0 || wholeDigits > PART_DIGITS || otherDigits > PART_DIGITS) return -1;
    const hasExponent = (bytes[at] | SMALL) === SMALL_E, end = hasExponent ? exponentEnd(bytes, at + 1) : at;
    if (end < 0) return -1;
    const isShort = otherDigits === 0 && !hasExponent && decimals < POWERS.length;
    const value = isShort
      ? first / POWERS[decimals]
      : decimalValue({ first, others, otherDigits }, (hasExponent ? exponentOf(bytes, at + 1, end) : 0) - decimals);
    if (Number.isNaN(value)) return -1;
    const isEither = decimals === 3 && wholeDigits > 0 && wholeDigits <= 3 && bytes[begin] !== ZERO;
    this.values[asset] = sign === MINUS ? -value : value;
    this.marks[asset] = hasExponent ? MARK.point : isWhole ? MARK.whole : isEither ? MARK.eitherPoint : MARK.point;
    this.begins[asset] = from;
    this.ends[asset] = end;
    return end;
  }

  #blank(asset: number, at: number): number {
    this.begins[asset] = at;
    this.values[asset] = NaN;
    this.marks[asset] = MARK.missing;
    this.ends[asset] = at;
    return at;
  }
}

/** Returns the byte after the exponent that begins with its sign or first digit; -1 where none stands there. */
function exponentEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === MINUS || bytes[from] === PLUS ? from + 1 : from;
  let at = first;
  while (bytes[at] >= ZERO && bytes[at] <= NINE) at++;
  return at === first || at - first > MOST_EXPONENT_DIGITS ? -1 : at;
}

function exponentOf(bytes: Uint8Array, from: number, end: number): number {
  const isNegative = bytes[from] === MINUS;
  let exponent = 0;
  for (let at = isNegative || bytes[from] === PLUS ? from + 1 : from; at < end; at++) {
    exponent = 10 * exponent + bytes[at] - ZERO;
  }
  return isNegative ? -exponent : exponent;
}
