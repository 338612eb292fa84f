import type { SheetRow } from "../workbook/sheet.ts";

/** Header and lines of a table on a sheet, before its columns are known. */
export interface FoundTable {
  readonly sheet: string;
  /** Texts above the table and the name of its sheet, which may say what it is. */
  readonly titles: readonly string[];
  /** Texts of the header by column number, as they stand in the file. */
  readonly headers: ReadonlyMap<number, string>;
  /** Columns that a horizontally merged header cell covers, without its first one. */
  readonly covered: ReadonlySet<number>;
  /** Rows between the header and the next table or the end of the sheet. */
  readonly rows: readonly SheetRow[];
}
