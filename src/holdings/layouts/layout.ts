import type { CellValue } from "../workbook/sheet.ts";
import type { Brokerage, StatementLine } from "../statement.ts";

/** What a statement is of, a table of it at a time. */
export type TableKind = "stocks" | "funds" | "stocks and funds";

/** A table that a brokerage exports: known by its header, whatever row it stands in and however its columns lie. */
export interface Layout {
  readonly brokerage: Brokerage;
  readonly kind: TableKind;
  /** Of columns that tell it from all other tables, as `headerWord` has them; a header with all of them is one. */
  readonly header: readonly string[];
  /** What a line says. */
  lineOf(cells: LineCells): LineContent;
}

/** The cells of a line by the words of their header; undefined where there is no such column or nothing in it. */
export type LineCells = (column: string) => CellValue | undefined;

/** A line; where it stands is left to who reads the table. */
export type LineContent = Omit<StatementLine, "sheet" | "row">;

/** The word by which a column is known: in any case, its blanks, dots and accents of writing aside. */
export function headerWord(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}%&/()-]+/gu, " ").trim();
}
