/** What a number is to a reader of a spreadsheet. */
export type CellFormat = "number" | "percent" | "count";

/** A figure with how it is shown; null stands for an empty cell. */
export interface Figure {
  readonly value: number | null;
  readonly format: CellFormat;
}

/** A calendar day, as `2024-01-31`. */
export interface Day {
  readonly day: string;
}

/** What stands in a cell: a text, which is never a formula, a figure, a day, or nothing. */
export type Cell = string | Figure | Day | null;

/** A sheet of a workbook: a row of titles that stays in sight, and rows below it. */
export interface Sheet {
  /** Unique in its workbook, of at most 31 characters. */
  readonly name: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A figure that is shown as a share of a hundred. */
export function percent(value: number | null | undefined): Figure {
  return { value: value ?? null, format: "percent" };
}

/** A figure that is shown as it is. */
export function plain(value: number | null | undefined): Figure {
  return { value: value ?? null, format: "number" };
}

/** A whole number. */
export function count(value: number | null | undefined): Figure {
  return { value: value ?? null, format: "count" };
}

/** The cells of sheets together, empty ones and titles included. */
export function cellsOf(sheets: readonly Sheet[]): number {
  return sheets.reduce((sum, { titles, rows }) => sum + titles.length * (rows.length + 1), 0);
}
