import type { Statement, StatementLine } from "../statement.ts";
import { unlikeAnyStatement, UnreadableFile } from "../unreadable_file.ts";
import type { CellValue, Sheet, SheetRow } from "../workbook/sheet.ts";
import { headerWord, type Layout } from "./layout.ts";
import { LAYOUTS } from "./mod.ts";
import { OTHER_STATEMENTS } from "./other_statements.ts";

const MOST_LINES = 20_000;

/**
 * Reads the holdings tables of one brokerage from the sheets of a workbook, each recognised by its header. A combined
 * table is ignored for a kind of asset that has a table of its own. Throws `UnreadableFile` where no sheet has a known
 * table, the tables are of two brokerages, or they have more than `MOST_LINES` lines.
 */
export function readStatement(sheets: readonly Sheet[]): Statement {
  const tables = sheets.flatMap(tablesOf);
  const [first] = tables;
  if (first === undefined) throw unreadable(sheets);
  const { layout: { brokerage } } = first;
  const other = tables.find(({ layout }) => layout.brokerage !== brokerage);
  if (other !== undefined) {
    throw new UnreadableFile(
      `it has tables of ${brokerage} and of ${other.layout.brokerage}; send each in a workbook of its own`,
    );
  }
  const lines = [...linesOf(tables, "stock"), ...linesOf(tables, "fund")];
  if (lines.length > MOST_LINES) {
    throw unlikeAnyStatement(`it has ${lines.length} lines, more than the limit of ${MOST_LINES}`);
  }
  const areOfOne = lines.every(({ sheet }) => sheet === lines.at(0)?.sheet);
  return { brokerage, lines: areOfOne ? lines.map((line) => ({ ...line, sheet: null })) : lines };
}

/**
 * A table of holdings on a sheet: its layout, and its lines from below its header to the next header or the end of the
 * sheet.
 */
interface Table {
  readonly layout: Layout;
  readonly lines: readonly StatementLine[];
}

/** Type of a map from the normalised column names of a header row to their column numbers. */
type Columns = ReadonlyMap<string, number>;

/**
 * Returns the statement lines of one kind of asset. A combined table of stocks and funds repeats the lines of the
 * tables of one kind, so it is used only where no table holds that kind alone.
 */
function linesOf(tables: readonly Table[], kind: StatementLine["kind"]): readonly StatementLine[] {
  const own = tables.filter(({ layout }) => layout.kind === `${kind}s`);
  const telling = own.length > 0 ? own : tables.filter(({ layout }) => layout.kind === "stocks and funds");
  return telling.flatMap(({ lines }) => lines.filter((line) => line.kind === kind));
}

function tablesOf(sheet: Sheet): readonly Table[] {
  const tables: { readonly layout: Layout; readonly columns: Columns; readonly lines: StatementLine[] }[] = [];
  const merged = mergedWords(sheet);
  const name = sheet.name.slice(0, LONGEST_SHEET_NAME).toWellFormed();
  for (const row of sheet.rows) {
    const columns = headerOf(row, merged);
    const layout = layoutOf(columns), last = tables.at(-1);
    if (layout !== null) tables.push({ layout, columns, lines: [] });
    else if (last !== undefined) last.lines.push(...lineOf(row, last.columns, { layout: last.layout, sheet: name }));
  }
  return tables;
}

/**
 * Returns the texts of a row as normalised column names, each with the number of the first column that has it. The text
 * of a merged cell counts in each of its rows, if these are at most `TALLEST_HEADER`.
 */
function headerOf({ row, cells }: SheetRow, merged: MergedWords): Columns {
  const columns = new Map<string, number>();
  for (const [column, cell] of [...cells, ...merged.get(row) ?? []]) {
    if (typeof cell !== "string" || cell.length > LONGEST_HEADER) continue;
    const word = headerWord(cell);
    if (!columns.has(word)) columns.set(word, column);
  }
  return columns;
}

/**
 * Type of the values of vertically merged cells, for the rows below the first row of each cell: by row number, the
 * column numbers and the values.
 */
type MergedWords = ReadonlyMap<number, readonly (readonly [column: number, cell: CellValue])[]>;

function mergedWords({ rows, merged }: Sheet): MergedWords {
  const tall = merged.filter(({ rows: [first, last] }) => last > first && last - first < TALLEST_HEADER);
  if (tall.length === 0) return new Map();
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const words = new Map<number, (readonly [number, CellValue])[]>();
  for (const { rows: [first, last], columns: [column] } of tall) {
    const cell = cellsOf.get(first)?.get(column);
    if (cell === undefined) continue;
    for (let row = first + 1; row <= last; row++) words.set(row, [...words.get(row) ?? [], [column, cell]]);
  }
  return words;
}

/** Largest number of rows that a merged cell of a table header may cover. */
const TALLEST_HEADER = 5;
/** Longest name of a workbook sheet in characters, the limit of spreadsheet programs. */
const LONGEST_SHEET_NAME = 31;
const LONGEST_HEADER = 60;

function layoutOf(columns: Columns): Layout | null {
  const fitting = LAYOUTS.filter(({ header }) => header.every((word) => columns.has(word)));
  return fitting.toSorted((a, b) => b.header.length - a.header.length)[0] ?? null;
}

/** Parses a row of a statement table into a statement line; returns no line for a blank row or a row of totals. */
function lineOf(
  { row, cells }: SheetRow,
  columns: Columns,
  { layout, sheet }: { readonly layout: Layout; readonly sheet: string },
): readonly StatementLine[] {
  const content = layout.lineOf((column) => cells.get(columns.get(column) ?? -1));
  const isSum = content.isin === null && /^(grand )?total$/i.test(content.name);
  const isBlank = content.isin === null && content.name === "" && content.quantity === null &&
    content.price === null;
  return isSum || isBlank ? [] : [{ ...content, sheet, row }];
}

function unreadable(sheets: readonly Sheet[]): UnreadableFile {
  for (const sheet of sheets) {
    const merged = mergedWords(sheet);
    for (const row of sheet.rows) {
      const columns = headerOf(row, merged);
      const other = OTHER_STATEMENTS.find(({ header }) => header.every((word) => columns.has(word)));
      if (other === undefined) continue;
      return new UnreadableFile(`it is ${other.what}; a workbook of Zerodha Console or Groww is needed`);
    }
  }
  return unlikeAnyStatement("no sheet of it has the header of a statement of Zerodha Console or Groww");
}
