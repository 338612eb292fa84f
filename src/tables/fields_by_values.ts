import type { HeadedColumn } from "./headed_column.ts";
import type { TableRecord } from "./layout.ts";
import type { LayoutParts } from "./layout_parts.ts";

/**
 * Numbers of rows from which values tell an open, high, low and close; in fewer, four columns may be so by chance. Many
 * columns need as many rows as there are columns, up to the second number.
 */
const LEAST_ROWS_OF_FIELDS = 8, ENOUGH_ROWS_OF_FIELDS = 50;
/** Largest ratio of a high to a low in one row. Prices of different assets are seldom so near in every row. */
const MOST_SPREAD = 1.25;

/**
 * Returns why neighbouring columns cannot be assets: by their values they are the open, high, low and close of one,
 * under headings in another language. In every row one of four columns is the largest and another the smallest, all are
 * near, and which of the other two is above the other is open in each row anew. Null where no four columns are like
 * that.
 */
export function fieldsByValues(columns: readonly HeadedColumn[], { records, header }: LayoutParts): string | null {
  const rows = records.slice(header.dataFrom).filter(({ cells }) =>
    columns.every(({ at }) => (cells[at] ?? "") !== "")
  );
  const leastRows = Math.min(Math.max(columns.length, LEAST_ROWS_OF_FIELDS), ENOUGH_ROWS_OF_FIELDS);
  if (rows.length < leastRows) return null;
  for (let first = 0; first + 4 <= columns.length; first++) {
    const four = columns.slice(first, first + 4);
    const valuesIn = ({ cells }: TableRecord): readonly number[] => four.map(({ at }) => numberIn(cells[at] ?? ""));
    // The first rows already rule most columns out.
    if (!rows.every((row) => areNear(valuesIn(row))) || !areFourFields(rows.map(valuesIn))) continue;
    const names = four.map(({ name }) => `"${name}"`).join(", ");
    return `Cannot take ${names} as assets: by their values they are the open, high, low and close of one; name the ` +
      "columns to take";
  }
  return null;
}

function areNear(row: readonly number[]): boolean {
  return row.every((value) => value > 0) && Math.max(...row) <= MOST_SPREAD * Math.min(...row);
}

function areFourFields(rows: readonly (readonly number[])[]): boolean {
  const isEvery = (holds: (row: readonly number[]) => boolean): boolean => rows.every(holds);
  const largest = [0, 1, 2, 3].filter((k) => isEvery((row) => (row[k] ?? NaN) >= Math.max(...row)));
  const smallest = [0, 1, 2, 3].filter((k) => isEvery((row) => (row[k] ?? NaN) <= Math.min(...row)));
  const [high] = largest, [low] = smallest;
  if (largest.length !== 1 || smallest.length !== 1 || high === undefined || low === undefined) return false;
  const [one = 0, other = 0] = [0, 1, 2, 3].filter((k) => k !== high && k !== low);
  const apart = rows.map((row) => (row[one] ?? NaN) - (row[other] ?? NaN));
  return apart.some((value) => value > 0) && apart.some((value) => value < 0) && isAnew(apart);
}

/**
 * Whether the values move as far from row to row as they are large, as what a price gains within each row does. How far
 * the prices of two assets are apart moves slowly.
 */
function isAnew(values: readonly number[]): boolean {
  const moves = values.slice(1).map((value, t) => value - (values[t] ?? NaN));
  const squares = (of: readonly number[]): number => of.reduce((sum, value) => sum + value * value, 0);
  return squares(moves) >= squares(values);
}

/** Returns the number in a cell, whatever its decimal mark; NaN where there is none. */
export function numberIn(cell: string): number {
  const digits = cell.replace(/[^\d.,-]/g, ""), at = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const whole = digits.slice(0, at < 0 ? digits.length : at).replace(/[.,]/g, "");
  return digits === "" ? NaN : Number(at < 0 ? whole : `${whole}.${digits.slice(at + 1)}`);
}
