/** How a cell writes a number, as far as the cell alone tells. */
export const MARK = {
  /** Cell without a value: blank, or a word for a missing value. */
  missing: 0,
  /** Digits alone. */
  whole: 1,
  /** Number whose point is a decimal point, for example `10.5` or `1,234.5`. */
  point: 2,
  /** Number whose comma is a decimal comma, for example `10,5` or `1.234,5`. */
  comma: 3,
  /** `1.234`: thousands or decimals. Its value is read with decimals. */
  eitherPoint: 4,
  /** `1,234`: thousands or decimals. Its value is read with decimals. */
  eitherComma: 5,
  /** A text that is no number. */
  none: 6,
} as const;
export type Mark = typeof MARK[keyof typeof MARK];

const MISSING = /^(|-+|–|—|\.|n\/?a|nan|null|none|nil|#n\/?a|n\.a\.|#n\/a n\/a|<na>|na\(\)|missing|nd|-nan)$/i;
const SIGNS = /[\u2212\u2013\uFE63\uFF0D]/g;
/** Marks of currencies before or after a number. */
const CURRENCY = /^(?:₹|\$|€|£|¥|rs\.?|inr|usd|eur|gbp|jpy|us\$)\s*|\s*(?:₹|\$|€|£|¥|rs\.?|inr|usd|eur|gbp|jpy)$/i;
const EXPONENT = /^(\d+\.?\d*|\.\d+)e[+-]?\d+$/i;
const MOST_EXACT_DIGITS = 15;
const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));

const PLUS = 43, MINUS = 45, POINT = 46, ZERO = 48, NINE = 57;

/**
 * Reads the numbers that cells write. It keeps what it found in the last cell in its fields, because a file has
 * millions of cells.
 */
export class WrittenNumber {
  mark: Mark = MARK.missing;
  /** Whether the last cell has more than a number: a mark of a currency, of percent or of thousands. */
  isDecorated = false;
  /** Whether the number has a sign of percent. Its value is already divided by 100. */
  isPercent = false;
  /** Mark of a currency that the cell has; empty if none. */
  currency = "";
  /** Whether the number has thousands set apart. */
  hasGroups = false;

  /**
   * Returns the value of a cell, and sets `mark`; NaN where there is none. The value is the double that is nearest to
   * the decimal number.
   */
  read(cell: string): number {
    const { length } = cell;
    const first = length === 0 ? 0 : cell.charCodeAt(0);
    let at = first === MINUS || first === PLUS ? 1 : 0;
    const begin = at;
    let digits = 0, point = -1;
    for (; at < length; at++) {
      const code = cell.charCodeAt(at);
      if (code >= ZERO && code <= NINE) digits = 10 * digits + code - ZERO;
      else if (code === POINT && point < 0) point = at;
      else return this.#other(cell);
    }
    const count = length - begin - (point < 0 ? 0 : 1);
    if (count === 0) return this.#other(cell);
    if (point < 0) this.mark = MARK.whole;
    else {
      const isEither = length - point === 4 && point - begin <= 3 && point > begin && cell.charCodeAt(begin) !== ZERO;
      this.mark = isEither ? MARK.eitherPoint : MARK.point;
    }
    if (count > MOST_EXACT_DIGITS) return Number(cell);
    // A number of at most 15 digits and a power of ten up to 22 are exact, so that their ratio is rounded only once.
    const value = point < 0 ? digits : digits / POWERS[length - point - 1];
    return first === MINUS ? -value : value;
  }

  /** Forgets the marks of the last decorated cell. */
  clear(): void {
    this.isDecorated = false;
    this.isPercent = false;
    this.hasGroups = false;
    this.currency = "";
  }

  #other(cell: string): number {
    const trimmed = cell.trim();
    if (trimmed !== cell) return this.read(trimmed);
    if (MISSING.test(cell)) {
      this.mark = MARK.missing;
      return NaN;
    }
    this.mark = MARK.none;
    return this.#decorated(cell);
  }

  #decorated(cell: string): number {
    let text = cell.replace(SIGNS, "-");
    const inBrackets = /^\((.+)\)$/.exec(text);
    let isNegative = inBrackets !== null;
    text = inBrackets?.[1]?.trim() ?? text;
    const percent = /^(.*\d)\s*%$/.exec(text);
    text = percent?.[1] ?? text;
    const sign = /^([+-])\s*(.*)$/.exec(text);
    if (sign !== null && isNegative) return NaN;
    if (sign?.[1] === "-") isNegative = true;
    text = sign?.[2] ?? text;
    const currency = CURRENCY.exec(text)?.[0] ?? "";
    if (currency !== "") text = text.replace(CURRENCY, "");
    const signAfter = sign === null && !inBrackets ? /^-\s*(.*)$/.exec(text) : null;
    if (signAfter !== null) isNegative = true;
    const number = numberOf(signAfter?.[1] ?? text);
    if (number === null) return NaN;
    this.mark = number.mark;
    this.isPercent = percent !== null;
    this.currency = currency.trim();
    this.hasGroups = number.hasGroups;
    this.isDecorated = this.isPercent || this.hasGroups || currency !== "";
    const value = Number(this.isPercent ? inPercent(number.decimal) : number.decimal);
    return isNegative ? -value : value;
  }
}

function inPercent(decimal: string): string {
  const at = decimal.search(/e/i);
  return at < 0 ? `${decimal}e-2` : `${decimal.slice(0, at)}e${Number(decimal.slice(at + 1)) - 2}`;
}

/** Number as its cell writes it, and as a decimal number with a point. */
interface ReadNumber {
  readonly decimal: string;
  readonly mark: Mark;
  readonly hasGroups: boolean;
}

const SPACES = /[ \u00a0\u202f\u2009\u2007]/g;
const APOSTROPHES = /['’`]/g;

/** Returns the number of an unsigned text without currency; null if it is none. */
function numberOf(text: string): ReadNumber | null {
  if (/^(\d+\.?\d*|\.\d+)$/.test(text)) return plain(text);
  if (EXPONENT.test(text)) return { decimal: text, mark: MARK.point, hasGroups: false };
  const [whole = "", tail = ""] = /^([\d.,]*\d)([ \u00a0\u202f\u2009\u2007'’`].*)$/.exec(text)?.slice(1) ?? [];
  if (tail !== "") return spaced(whole + tail);
  if (!/^[\d.,]*\d$/.test(text)) return null;
  const points = text.split(".").length - 1, commas = text.split(",").length - 1;
  if (points > 0 && commas > 0) {
    return text.lastIndexOf(".") > text.lastIndexOf(",") ? both(text, ",", ".") : both(text, ".", ",");
  }
  if (commas === 1) return ofOneComma(text);
  if (commas > 1) return isGrouped(text, ",") ? grouped(text.replaceAll(",", ""), MARK.point) : null;
  return isGrouped(text, ".") ? grouped(text.replaceAll(".", ""), MARK.comma) : null;
}

function plain(text: string): ReadNumber {
  const mark = !text.includes(".") ? MARK.whole : /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? MARK.eitherPoint : MARK.point;
  return { decimal: text, mark, hasGroups: false };
}

function grouped(decimal: string, mark: Mark): ReadNumber {
  return { decimal, mark, hasGroups: true };
}

/** Reads a number with one comma: `1,234` may be either, any other is a decimal comma. */
function ofOneComma(text: string): ReadNumber {
  const isEither = /^[1-9]\d{0,2},\d{3}$/.test(text);
  return { decimal: text.replace(",", "."), mark: isEither ? MARK.eitherComma : MARK.comma, hasGroups: isEither };
}

/** Reads a number with two separators, of which the last is that of decimals. */
function both(text: string, group: string, decimal: string): ReadNumber | null {
  const [whole = "", fraction = "", ...more] = text.split(decimal);
  if (more.length > 0 || !isGrouped(whole, group)) return null;
  return grouped(`${whole.replaceAll(group, "")}.${fraction}`, decimal === "." ? MARK.point : MARK.comma);
}

/** Reads a number whose thousands are set apart by spaces or apostrophes. */
function spaced(text: string): ReadNumber | null {
  const even = text.replace(SPACES, " ").replace(APOSTROPHES, "'");
  const found = /^(\d{1,3}(?:( |')\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(even);
  if (found === null) return null;
  const [, whole = "", , separator, fraction = ""] = found;
  const digits = whole.replace(/\D/g, "");
  if (separator === undefined) return grouped(digits, MARK.whole);
  return grouped(`${digits}.${fraction}`, separator === "." ? MARK.point : MARK.comma);
}

/** Whether digits are set apart in groups of three, or as in India in twos before the last three. */
function isGrouped(text: string, group: string): boolean {
  const [first = "", ...groups] = text.split(group);
  if (!/^\d{1,3}$/.test(first) || groups.length === 0 || first.startsWith("0")) return false;
  if (groups.every((digits) => /^\d{3}$/.test(digits))) return true;
  const last = groups.pop() ?? "";
  return group === "," && first.length <= 2 && /^\d{3}$/.test(last) && groups.every((two) => /^\d{2}$/.test(two));
}
