import type { SheetRow } from "../workbook/sheet.ts";

/** Regular expression for the name of a row of totals. */
const TOTAL = /^\s*(grand )?total\s*$/i;

/** Whether a text is the name of a row of totals. */
export function isTotal(text: string): boolean {
  return TOTAL.test(text);
}

/** Whether a cell of a row says that the row has totals. */
export function isSumRow({ cells }: SheetRow): boolean {
  return [...cells.values()].some((cell) => typeof cell === "string" && isTotal(cell));
}
