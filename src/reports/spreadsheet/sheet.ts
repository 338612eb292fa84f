/** Type of the number format of a spreadsheet cell. */
export type CellFormat = "number" | "percent" | "count";

/** A number in a spreadsheet with its format; null is an empty cell. */
export interface Figure {
  readonly value: number | null;
  readonly format: CellFormat;
}

/** A calendar day in a spreadsheet cell, such as `2024-01-31`. */
export interface Day {
  readonly day: string;
}

/** Content of a spreadsheet cell: a text (never a formula), a number, a day, or nothing. */
export type Cell = string | Figure | Day | null;

/** A sheet of a workbook: a frozen row of titles and the rows below it. */
export interface Sheet {
  /** Name of the workbook's sheet, unique in its workbook, at most 31 characters. */
  readonly name: string;
  readonly titles: readonly string[];
  /** Number of rows below the titles. */
  readonly height: number;
  /** Makes the rows, which takes long for a large sheet. */
  rows(): readonly (readonly Cell[])[];
}

/** Returns a number as a spreadsheet figure that is shown as a percentage. */
export function percent(value: number | null | undefined): Figure {
  return { value: value ?? null, format: "percent" };
}

/** Returns a number as a spreadsheet figure that is shown as a plain number. */
export function plain(value: number | null | undefined): Figure {
  return { value: value ?? null, format: "number" };
}

/** Returns a number as a spreadsheet figure that is shown as a whole number. */
export function count(value: number | null | undefined): Figure {
  return { value: value ?? null, format: "count" };
}

/** Counts the cells of all sheets of a spreadsheet together, including titles and empty cells. */
export function cellsOf(sheets: readonly Sheet[]): number {
  return sheets.reduce((sum, { titles, height }) => sum + titles.length * (height + 1), 0);
}
