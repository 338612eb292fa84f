import type { CellValue } from "../workbook/sheet.ts";
import type { Brokerage, StatementLine } from "../statement.ts";

/** Type of the kinds of assets that a table of a brokerage statement can list. */
export type TableKind = "stocks" | "funds" | "stocks and funds";

/**
 * Interface of a table format that a brokerage exports. A table is recognised by its header, in any row and with any
 * order of columns.
 */
export interface Layout {
  readonly brokerage: Brokerage;
  readonly kind: TableKind;
  /**
   * Normalised column names (see `headerWord`) that identify this table format. A row that has all of them is its
   * header.
   */
  readonly header: readonly string[];
  /** Parses one row of a brokerage's table into a statement line. */
  lineOf(cells: LineCells): LineContent;
}

/**
 * Type of a function that returns a cell of a statement row by its normalised column name; undefined where the column
 * does not exist or the cell is empty.
 */
export type LineCells = (column: string) => CellValue | undefined;

/** Type of a parsed statement line without its sheet and row number, which the reader of the table adds. */
export type LineContent = Omit<StatementLine, "sheet" | "row">;

/**
 * Normalises a column name: Unicode form NFKC, lower case, and each run of characters other than letters, digits and
 * `%&/()-` reduced to one space.
 */
export function headerWord(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}%&/()-]+/gu, " ").trim();
}
