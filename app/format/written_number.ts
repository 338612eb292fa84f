import { LOCALES } from "./locale.ts";

/** The sign before the decimals of a number. */
export type DecimalMark = "." | ",";

/** The decimal mark in the languages of the reader. */
const USUAL_MARK: DecimalMark =
  new Intl.NumberFormat([...LOCALES]).formatToParts(1.5).find(({ type }) => type === "decimal")?.value === ","
    ? ","
    : ".";

/** One comma and three digits after it, as in `1,500`: thousands to some readers and decimals to others. */
const ONE_COMMA = /^[+-]?[1-9]\d{0,2},\d{3}$/;
/** The same with a point. */
const ONE_POINT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;

/**
 * Returns the number that a person wrote; null for a text that is none. A decimal comma is taken like a point, `10 %`
 * is 0.1, and blanks and signs that group thousands are left out where they cannot be meant otherwise. `1,500` is 1.5
 * where `decimalMark`, that of the reader's languages if absent, is a comma, and else 1500.
 */
export function writtenNumber(
  text: string,
  { decimalMark = USUAL_MARK }: { readonly decimalMark?: DecimalMark } = {},
): number | null {
  const compact = compactOf(text);
  const isPercent = compact.endsWith("%");
  const digits = withPoint(isPercent ? compact.slice(0, -1) : compact, decimalMark);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return null;
  const value = Number(digits);
  if (!Number.isFinite(value)) return null;
  // Dividing decimal digits keeps 10 % as 0.1 and 12.5 % as 0.125, as a person means them.
  return isPercent ? Number((value / 100).toPrecision(15)) : value;
}

/**
 * Returns the numbers of a column that was pasted, read by one decimal mark: the one that those of them show that can
 * be meant in one way only, else that of the reader's languages. Null for a text that is no number.
 */
export function writtenNumbers(texts: readonly string[]): readonly (number | null)[] {
  const decimalMark = decimalMarkOf(texts) ?? USUAL_MARK;
  return texts.map((text) => {
    const isGrouped = decimalMark === "," && ONE_POINT.test(compactOf(text).replace(/%$/, ""));
    return writtenNumber(isGrouped ? text.replace(".", "") : text, { decimalMark });
  });
}

/** Returns the decimal mark that the numbers of a column show; null where none of them does, or they disagree. */
export function decimalMarkOf(texts: readonly string[]): DecimalMark | null {
  const marks = new Set(texts.flatMap((text) => {
    const digits = compactOf(text).replace(/%$/, "");
    return writtenNumber(digits) === null || ONE_COMMA.test(digits) || ONE_POINT.test(digits) ? [] : markOf(digits);
  }));
  const [mark = null] = marks;
  return marks.size === 1 ? mark : null;
}

/** Returns a text without blanks and signs that only group, and with a plain minus. */
function compactOf(text: string): string {
  return text.replaceAll(/[\s\u00a0\u202f']/g, "").replace(/^\u2212/, "-");
}

/** Returns the decimal mark of digits that can be meant in one way only; nothing for a whole number without marks. */
function markOf(digits: string): readonly DecimalMark[] {
  const comma = digits.lastIndexOf(","), point = digits.lastIndexOf(".");
  if (comma < 0) return point < 0 ? [] : ["."];
  // Several commas group, so that decimals could only come after a point.
  return point > comma || (point < 0 && comma !== digits.indexOf(",")) ? ["."] : [","];
}

/** Returns digits with a point for their decimal mark, and without marks of thousands. */
function withPoint(digits: string, decimalMark: DecimalMark): string {
  const comma = digits.lastIndexOf(","), point = digits.lastIndexOf(".");
  if (comma < 0) return digits;
  if (decimalMark === "." && ONE_COMMA.test(digits)) return digits.replace(",", "");
  if (point > comma) return digits.replaceAll(",", "");
  if (point >= 0) return digits.replaceAll(".", "").replace(",", ".");
  return comma !== digits.indexOf(",") ? digits.replaceAll(",", "") : digits.replace(",", ".");
}
