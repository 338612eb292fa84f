/** Value of a cell: a text, a number, or a kind of value that statements do not use. */
export type CellValue = string | number | Unusable;

/** A date, a formula error or a boolean in a cell, by the name used in messages. */
export interface Unusable {
  readonly what: "a date" | "an error" | "true or false";
}

/** A row with at least one value; cells are keyed by column number, from 0. */
export interface SheetRow {
  /** Row number, from 1 as spreadsheet programs count. */
  readonly row: number;
  readonly cells: ReadonlyMap<number, CellValue>;
}

/** A block of merged cells. Rows count from 1 and columns from 0, both ends included. */
export interface MergedCells {
  readonly rows: readonly [first: number, last: number];
  readonly columns: readonly [first: number, last: number];
}

/** A visible sheet of a workbook, row by row. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly merged: readonly MergedCells[];
}
