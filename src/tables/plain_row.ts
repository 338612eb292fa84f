import { decimalValue, PART_DIGITS, POWERS } from "./decimal_value.ts";
import { MARK } from "./written_number.ts";

/** What a column of the file is to the table: the place of its asset, its days, or neither. */
export const COLUMN = { day: -1, unused: -2 } as const;

const PLUS = 43, MINUS = 45, POINT = 46, ZERO = 48, NINE = 57, QUOTE = 34, BLANK = 32, SMALL_E = 101;
/** Bit that makes a capital letter of ASCII small. */
const SMALL = 0x20;
const MOST_DIGITS = 2 * PART_DIGITS;
const MOST_EXPONENT_DIGITS = 4;
const ROWS_A_BLOCK = 64;

/**
 * Reads lines of a table from bytes of ASCII without making a text of each cell. A line is plain if it has as many
 * cells as the header, no quote and a day that begins with a digit, and if every cell of an asset is blank or a number:
 * digits with at most a sign, a decimal point and an exponent. Plain lines get the same values and marks here as from
 * `WideRows.take`, which reads all other lines.
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
  /** The byte after the last number with more than nine digits or an exponent. */
  #end = 0;

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
    // Overflows where there are more than nine digits, which are then read again.
    let whole = 0, at = begin, digit = bytes[at] - ZERO;
    for (; digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) whole = Math.imul(whole, 10) + digit | 0;
    const point = digit === POINT - ZERO ? at : -1;
    if (point >= 0) {
      digit = bytes[++at] - ZERO;
      for (; digit >= 0 && digit <= 9; digit = bytes[++at] - ZERO) whole = Math.imul(whole, 10) + digit | 0;
    }
    this.begins[asset] = from;
    if (at === from) return this.#blank(asset, at);
    const decimals = point < 0 ? 0 : at - point - 1, digits = point < 0 ? at - begin : at - begin - 1;
    if (digits === 0) return -1;
    const isShort = digits <= PART_DIGITS && (bytes[at] | SMALL) !== SMALL_E;
    const value = isShort ? whole / POWERS[decimals] : this.#longNumber(bytes, begin, { end: at, decimals });
    const end = isShort ? at : this.#end;
    if (value !== value) return -1;
    const isEither = decimals === 3 && digits <= 6 && digits > 3 && bytes[begin] !== ZERO && end === at;
    this.values[asset] = sign === MINUS ? -value : value;
    this.marks[asset] = point < 0 && end === at ? MARK.whole : isEither ? MARK.eitherPoint : MARK.point;
    this.ends[asset] = end;
    return end;
  }

  /**
   * Returns the value of a number that has more than nine digits or an exponent, and sets `#end` to the byte after it.
   * NaN where the exponent is broken or the value cannot be decided fast.
   */
  #longNumber(
    bytes: Uint8Array,
    begin: number,
    { end, decimals }: { readonly end: number; readonly decimals: number },
  ): number {
    let first = 0, others = 0, digits = 0;
    for (let at = begin; at < end; at++) {
      const digit = bytes[at] - ZERO;
      if (digit < 0) continue;
      if (digits < PART_DIGITS) first = Math.imul(first, 10) + digit | 0;
      else others = Math.imul(others, 10) + digit | 0;
      // Zeros before the first other digit count as none.
      if (first !== 0) digits++;
    }
    const hasExponent = (bytes[end] | SMALL) === SMALL_E;
    this.#end = hasExponent ? exponentEnd(bytes, end + 1) : end;
    if (digits > MOST_DIGITS || this.#end < 0) return NaN;
    const exponent = hasExponent ? exponentOf(bytes, end + 1, this.#end) : 0;
    return decimalValue({ first, others, otherDigits: Math.max(0, digits - PART_DIGITS) }, exponent - decimals);
  }

  #blank(asset: number, at: number): number {
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
