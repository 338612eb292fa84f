import type { Brokerage, ColumnMeaning, StatementLine } from "../statement.ts";
import type { CellValue } from "../workbook/sheet.ts";
import type { Check } from "./checks/check.ts";

/** Type of the kinds of assets that a table of a brokerage statement can list. */
export type TableKind = "stocks" | "funds" | "stocks and funds";

/** What the cells of a column hold. A code is a text or a whole number; a percentage may end with `%`. */
export type ColumnForm = "isin" | "text" | "code" | "number" | "percentage";

/** Column that a brokerage exports. */
export interface LayoutColumn {
  /** Normalised column name (see `headerWord`). */
  readonly word: string;
  /** Other normalised names that the brokerage has given to the column. */
  readonly also?: readonly string[];
  readonly form: ColumnForm;
  /** What the column is read as; null where holdings do not need it. */
  readonly meaning: ColumnMeaning | null;
  /** Whether no line can be read without the column. False if absent. */
  readonly isNeeded?: boolean;
  /** Whether only older exports have the column, in place of others. False if absent. */
  readonly isFormer?: boolean;
}

/**
 * Interface of a table format that a brokerage exports. A table is recognised by its header, in any row and with any
 * order of columns.
 */
export interface Layout {
  readonly brokerage: Brokerage;
  /** Name of the export, for messages. */
  readonly product: string;
  readonly kind: TableKind;
  /**
   * Normalised column names (see `headerWord`) that identify this table format. A row that has all of them is its
   * header.
   */
  readonly header: readonly string[];
  /** Every column that the brokerage exports, in its order. */
  readonly columns: readonly LayoutColumn[];
  /** Arithmetic that the figures of every line obey. */
  readonly checks: readonly Check[];
  /** Regular expression for the line above the table that says what it is, or the sheet's name; null if it has none. */
  readonly title: RegExp | null;
  /** Normalised column names that no such table has, because another brokerage's otherwise equal table has them. */
  readonly without?: readonly string[];
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
