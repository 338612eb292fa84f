import type { CellValue } from "../workbook/sheet.ts";
import type { Brokerage, StatementLine } from "../statement.ts";

/** Kind of assets that a table of a statement lists. */
export type TableKind = "stocks" | "funds" | "stocks and funds";

/**
 * A table format that a brokerage exports. It is recognised by its header, in any row and with any order of columns.
 */
export interface Layout {
  readonly brokerage: Brokerage;
  readonly kind: TableKind;
  /**
   * Normalised column names (see `headerWord`) that identify this table format. A row that has all of them is its
   * header.
   */
  readonly header: readonly string[];
  /** Parses one row of the table into the content of a statement line. */
  lineOf(cells: LineCells): LineContent;
}

/**
 * Reads a cell of a row by its normalised column name; undefined where the column does not exist or the cell is empty.
 */
export type LineCells = (column: string) => CellValue | undefined;

/** A parsed statement line without its sheet and row number, which the reader of the table adds. */
export type LineContent = Omit<StatementLine, "sheet" | "row">;

/** Normalises a column name: lower case, with punctuation and blanks reduced to single spaces. */
export function headerWord(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}%&/()-]+/gu, " ").trim();
}
