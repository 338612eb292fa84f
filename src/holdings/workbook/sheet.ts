/** Type of the value of a workbook cell: a text, a number, or a kind of value that statements do not use. */
export type CellValue = string | number | Unusable;

/** Value of a workbook cell that cannot be used: a date, a formula error or a boolean, by the name used in messages. */
export interface Unusable {
  readonly what: "a date" | "an error" | "true or false";
  /** A date as `2024-01-31`, with its time where it has one, or an error as `#N/A`; absent where it is unknown. */
  readonly text?: string;
}

/** Row of a workbook sheet with at least one value; cells are keyed by column number, from 0. */
export interface SheetRow {
  /** Row number on the sheet, from 1 as spreadsheet programs count. */
  readonly row: number;
  readonly cells: ReadonlyMap<number, CellValue>;
}

/** Block of merged cells on a sheet. Rows count from 1 and columns from 0, both ends included. */
export interface MergedCells {
  readonly rows: readonly [first: number, last: number];
  readonly columns: readonly [first: number, last: number];
}

/** Type of a visible sheet of a workbook, row by row. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly merged: readonly MergedCells[];
}
