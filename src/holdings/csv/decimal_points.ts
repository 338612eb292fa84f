import { UnreadableFile } from "../unreadable_file.ts";
import type { CellValue, SheetRow } from "../workbook/sheet.ts";

/** Regular expression for a text that can be a number, with its digits and separators as a group. */
const NUMBER = /^[\s(+-]*(?:₹|rs\.?|inr)?[\s+-]*(\d[\d.,]*)[\s%)]*$/i;
/** Regular expressions for digits that can only have a decimal comma, and only a decimal point. */
const ONLY_COMMA = /^(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,})|(?:0|\d{4,}),\d{3})$/;
const ONLY_POINT =
  /^(?:\d{1,3}(?:,\d{2,3})*,\d{3}\.\d*|\d+\.(?:\d{1,2}|\d{4,})|(?:0|\d{4,})\.\d{3}|\d{1,3}(?:,\d{2})+,\d{3}|\d{1,3}(?:,\d{3}){2,})$/;
/** Regular expressions for digits in which a comma, or a point, may be a decimal one or stand between thousands. */
const EITHER_COMMA = /^[1-9]\d{0,2},\d{3}$/;
const EITHER_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
/** Regular expression for digits with a decimal comma, and points between thousands or none. */
const WITH_COMMA = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;

/**
 * Writes the numbers of a text file with decimal points where the file has decimal commas, which is decided by all of
 * its numbers. Where it is separated by commas, a comma in a number stands between thousands, as Indian brokerages
 * write it. Throws `UnreadableFile` where the numbers of the file do not decide it, or contradict each other.
 */
export function decimalPoints(
  rows: readonly SheetRow[],
  { delimiter }: { readonly delimiter: string },
): readonly SheetRow[] {
  const numbers = rows.flatMap(({ row, cells }) => [...cells.values()].flatMap((cell) => numberIn(row, cell)));
  const comma = numbers.find(({ digits }) => ONLY_COMMA.test(digits));
  const point = numbers.find(({ digits }) => ONLY_POINT.test(digits));
  if (comma !== undefined && point !== undefined) {
    throw new UnreadableFile(
      `its numbers have both decimal commas (row ${comma.row}: ${comma.digits}) and decimal points ` +
        `(row ${point.row}: ${point.digits}); save it with one of them`,
    );
  }
  if (comma !== undefined) return rows.map(({ row, cells }) => ({ row, cells: withPoints(cells) }));
  const either = delimiter === ","
    ? undefined
    : numbers.find(({ digits }) => EITHER_COMMA.test(digits) || (delimiter === ";" && EITHER_POINT.test(digits)));
  if (either === undefined || point !== undefined) return rows;
  throw new UnreadableFile(
    `${either.digits} (row ${either.row}) may have decimals or be in thousands, which no other number of it decides; ` +
      "save it with decimal points and without separators of thousands",
  );
}

function numberIn(row: number, cell: CellValue): readonly { readonly row: number; readonly digits: string }[] {
  const digits = typeof cell === "string" ? NUMBER.exec(cell)?.[1] : undefined;
  return digits === undefined ? [] : [{ row, digits }];
}

function withPoints(cells: ReadonlyMap<number, CellValue>): ReadonlyMap<number, CellValue> {
  return new Map([...cells].map(([column, cell]) => {
    if (typeof cell !== "string" || !NUMBER.test(cell)) return [column, cell];
    return [column, cell.replace(/[\d.,]+/, pointOf)];
  }));
}

function pointOf(digits: string): string {
  return WITH_COMMA.test(digits) ? digits.replaceAll(".", "").replace(",", ".") : digits;
}
