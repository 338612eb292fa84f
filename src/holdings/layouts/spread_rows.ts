import type { SheetRow } from "../workbook/sheet.ts";

/** Returns at most `most` of the rows, spread evenly over them. */
export function spreadRows(rows: readonly SheetRow[], most: number): readonly SheetRow[] {
  if (rows.length <= most) return rows;
  return Array.from({ length: most }, (_, i) => rows[Math.floor(i * rows.length / most)])
    .filter((row) => row !== undefined);
}
