import type { CellValue } from "../workbook/sheet.ts";

/** A figure of a line, or why there is none. */
export type Figure = { readonly value: number } | { readonly fault: string };

/** More than anybody owns, or than anything costs, and less than is counted of either. */
const MOST = 1e12;
const LEAST = 1e-9;

/** Thousands apart as in India or as elsewhere, or not at all. */
const DIGITS = /^(?:\d+|\d{1,3}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e[+-]?\d{1,3})?$/i;
/** What stands for nothing. */
const NOTHING = /^(?:-+|–|—|na|n\/a|nil)?$/i;

/**
 * The number of a cell: a number, or a text such as `1,23,456.78`, `₹ 12.50` or `(12.5)`, which is negative. Null where
 * it is blank or says that there is none. `what` is said of it where it cannot be read.
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
    return { fault: `its ${what} ${JSON.stringify(cell.trim().slice(0, 40))} is no number` };
  }
  return bounded(Number(digits.replaceAll(",", "")) * (sign === "-" ? -1 : 1), what);
}

/** A figure within what anybody owns or pays. */
export function bounded(value: number, what: string): Figure {
  const size = Math.abs(value);
  return size === 0 || (size >= LEAST && size <= MOST) ? { value } : { fault: `its ${what} is out of all bounds` };
}
