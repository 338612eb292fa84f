import type { CellValue } from "../workbook/sheet.ts";

/** A parsed number of a line of a brokerage statement, or the fault that makes it unusable. */
export type Figure = { readonly value: number } | { readonly fault: string };

/**
 * Largest and smallest absolute value accepted for a number of a statement line that is not 0, such as a quantity or a
 * price.
 */
const MOST = 1e12;
const LEAST = 1e-9;

/**
 * Regular expression for a number without a sign, with separators between thousands in the Indian style, in the
 * international style, or with none, and possibly with decimals and an exponent.
 */
const DIGITS = /^(?:\d+|\d{1,3}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e[+-]?\d{1,3})?$/i;
/** Regular expression for cell texts that mean that there is no value, such as `-` or `n/a`. */
const NOTHING = /^(?:-+|–|—|na|n\/a|nil)?$/i;

/**
 * Parses the number in a statement cell: a number, or a text such as `1,23,456.78`, `₹ 12.50` or `(12.5)`, which is
 * negative. Returns null where the cell is blank or says that there is no value, and a fault where it is not a number
 * or the number is too large or too small. `what` names the figure in the fault.
 */
export function figureOf(cell: CellValue | undefined, what: string): Figure | null {
  if (cell === undefined) return null;
  if (typeof cell === "object") return { fault: `its ${what} is ${cell.what}` };
  if (typeof cell === "number") return bounded(cell, what);
  const text = cell.normalize("NFKC").replace(/^\s*(?:₹|rs\.?|inr)\s*|\s+/gi, "");
  if (NOTHING.test(text)) return null;
  const bare = text.replace(/^\((.*)\)$/, "-$1").replace(/^([+-]?)(?:₹|rs\.?|inr)/i, "$1");
  const [, sign, digits] = /^([+-]?)(.*)$/.exec(bare) ?? [];
  if (digits === undefined || !DIGITS.test(digits) || !/\d/.test(digits)) {
    return { fault: `its ${what} ${JSON.stringify(cell.trim().slice(0, 40))} is not a number` };
  }
  return bounded(Number(digits.replaceAll(",", "")) * (sign === "-" ? -1 : 1), what);
}

/**
 * Returns the number of a statement line, or a fault where its absolute value is above `MOST`, or below `LEAST` and not
 * 0. `what` names the figure in the fault.
 */
export function bounded(value: number, what: string): Figure {
  const size = Math.abs(value);
  return size === 0 || (size >= LEAST && size <= MOST) ? { value } : { fault: `its ${what} is too large or too small` };
}
