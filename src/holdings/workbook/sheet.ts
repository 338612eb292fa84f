/** What stands in a cell: a text, a number, or what a statement has no use for. */
export type CellValue = string | number | Unusable;

/** A date, an error of a formula, or yes or no, by the name that people know it by. */
export interface Unusable {
  readonly what: "a date" | "an error" | "true or false";
}

/** A row with something in it, its cells by their column, from 0. */
export interface SheetRow {
  /** As the programs that show it count: from 1. */
  readonly row: number;
  readonly cells: ReadonlyMap<number, CellValue>;
}

/** Cells that are shown as one, rows and columns inclusive, by the same counts. */
export interface MergedCells {
  readonly rows: readonly [first: number, last: number];
  readonly columns: readonly [first: number, last: number];
}

/** A sheet that is shown, row by row. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly merged: readonly MergedCells[];
}
