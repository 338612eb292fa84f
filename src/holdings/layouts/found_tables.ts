import { isIsin } from "../matching/isin.ts";
import type { CellValue, Sheet, SheetRow } from "../workbook/sheet.ts";
import type { FoundTable } from "./found_table.ts";
import type { Layout } from "./layout.ts";
import { LAYOUTS } from "./mod.ts";
import { headerWords, namedCount } from "./named_columns.ts";
import { type OtherStatement, otherStatementOf } from "./other_statements.ts";

/** A table on a sheet, and the layouts that it may have. */
export interface CandidateTable {
  readonly table: FoundTable;
  /** Layout whose header the table has, and whose columns are named so; null where no header is complete. */
  readonly layout: Layout | null;
  /** Layouts of which the table has enough to be one of them. */
  readonly candidates: readonly Layout[];
}

/** Largest number of rows that a merged cell of a table header may cover. */
const TALLEST_HEADER = 5;
/** Longest name of a workbook sheet in characters, the limit of spreadsheet programs. */
const LONGEST_SHEET_NAME = 31;
/** Longest text above a table that can say what the table is, and the number of rows in which it is looked for. */
const LONGEST_TITLE = 80;
const MOST_TITLE_ROWS = 60;
/** Largest number of columns that a merged header cell is taken to cover. */
const MOST_COVERED = 200;
/** Share of a layout's columns that a row must name to be its header where some names are missing. */
const NAMED = 0.5;
/** Fewest names of columns in such a row. */
const FEWEST_NAMES = 3;

/**
 * Returns the tables of holdings on a sheet. A table begins at each row that has the header of a layout, or at least
 * half of its column names. A sheet without such a row, whose title is that of a statement, has a table whose first
 * line is the first one with an ISIN.
 */
export function foundTables(sheet: Sheet): readonly CandidateTable[] {
  const merged = mergedTexts(sheet);
  const name = sheet.name.slice(0, LONGEST_SHEET_NAME).toWellFormed();
  const begun: { readonly header: Header; readonly rows: SheetRow[] }[] = [];
  const titles = [name];
  let above: SheetRow | null = null;
  for (const [i, row] of sheet.rows.entries()) {
    const header = headerOf(row, { above, merged });
    const last = begun.at(-1);
    if (header !== null) begun.push({ header, rows: [] });
    else if (last !== undefined) last.rows.push(row);
    else if (i < MOST_TITLE_ROWS) titles.push(...titlesOf(row));
    above = header === null && last === undefined ? row : null;
  }
  if (begun.length === 0) begun.push(...headless(sheet, titles));
  return begun.map(({ header: { row, texts, layout, candidates }, rows }) => ({
    table: { sheet: name, titles, headers: texts, covered: coveredColumns(sheet, row), rows },
    layout,
    candidates,
  }));
}

/** Header of a table: its row, its texts by column, and the layouts that it may belong to. */
interface Header {
  readonly row: number;
  readonly texts: ReadonlyMap<number, string>;
  readonly layout: Layout | null;
  readonly candidates: readonly Layout[];
}

/** Returns a row as the header of a table; null where it is none. */
function headerOf(
  { row, cells }: SheetRow,
  { above, merged }: { readonly above: SheetRow | null; readonly merged: MergedTexts },
): Header | null {
  const own = textsOf([...cells, ...merged.get(row) ?? []]);
  if (own.size === 0) return null;
  const words = headerWords(own.values());
  const header = headerOfWords(row, own, words);
  if (header !== null || above === null || above.row !== row - 1) return header;
  const both = new Map([...textsOf(above.cells), ...own]);
  const split = headerOfWords(row, both, headerWords(both.values()));
  return split?.candidates.some((layout) => namedCount(words, layout) > 0) ? split : null;
}

function headerOfWords(row: number, texts: ReadonlyMap<number, string>, words: readonly string[]): Header | null {
  const layout = layoutOf(words);
  const candidates = candidatesOf(words);
  if (layout !== null) return { row, texts, layout, candidates };
  const named = Math.max(0, ...candidates.map((candidate) => namedCount(words, candidate)));
  const other = otherStatementOf(words);
  const isOther = other !== null && other.header.length >= named;
  return candidates.length === 0 || isOther ? null : { row, texts, layout, candidates };
}

/** Returns the texts of cells by column, including those that are too long for a column's name. */
function textsOf(cells: Iterable<readonly [number, CellValue]>): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const [column, cell] of cells) if (typeof cell === "string" && !texts.has(column)) texts.set(column, cell);
  return texts;
}

function layoutOf(words: readonly string[]): Layout | null {
  const fitting = LAYOUTS.filter(({ header, without = [] }) =>
    header.every((word) => words.includes(word)) && !without.some((word) => words.includes(word))
  );
  return fitting.toSorted((a, b) => b.header.length - a.header.length)[0] ?? null;
}

function candidatesOf(words: readonly string[]): readonly Layout[] {
  if (words.length < FEWEST_NAMES) return [];
  return LAYOUTS.filter((layout) => {
    const columns = layout.columns.filter(({ isFormer = false }) => !isFormer).length;
    return namedCount(words, layout) >= Math.max(FEWEST_NAMES, NAMED * columns);
  });
}

function titlesOf({ cells }: SheetRow): readonly string[] {
  return [...cells.values()].filter((cell) => typeof cell === "string").map((cell) => cell.trim())
    .filter((text) => text.length <= LONGEST_TITLE);
}

/** Returns the statement of another kind whose header a row of some sheet has; null where there is none. */
export function otherStatementIn(sheets: readonly Sheet[]): OtherStatement | null {
  for (const sheet of sheets) {
    const merged = mergedTexts(sheet);
    for (const { row, cells } of sheet.rows) {
      const other = otherStatementOf(headerWords(textsOf([...cells, ...merged.get(row) ?? []]).values()));
      if (other !== null) return other;
    }
  }
  return null;
}

/** Whether the title of a table is that of a layout. */
export function hasTitleOf({ titles }: FoundTable, { title }: Layout): boolean {
  return title !== null && titles.some((text) => title.test(text));
}

/**
 * Returns the table of a sheet whose header names no columns, found by its title and its first line with an ISIN. The
 * row directly above this line is its header.
 */
function headless(
  { rows }: Sheet,
  titles: readonly string[],
): readonly { readonly header: Header; readonly rows: SheetRow[] }[] {
  const candidates = LAYOUTS.filter(({ title }) => title !== null && titles.some((text) => title.test(text)));
  const first = rows.findIndex(({ cells }) =>
    [...cells.values()].some((cell) => typeof cell === "string" && isIsin(cell.trim().toUpperCase()))
  );
  const line = rows[first], above = rows[first - 1];
  if (candidates.length === 0 || line === undefined) return [];
  const isHeader = above !== undefined && above.row === line.row - 1 && above.cells.size >= FEWEST_NAMES;
  const texts = isHeader ? textsOf(above.cells) : new Map<number, string>();
  return [{ header: { row: line.row - 1, texts, layout: null, candidates }, rows: rows.slice(first) }];
}

/**
 * Type of the values of vertically merged cells, for the rows below the first row of each cell: by row number, the
 * column numbers and the values.
 */
type MergedTexts = ReadonlyMap<number, readonly (readonly [column: number, cell: CellValue])[]>;

function mergedTexts({ rows, merged }: Sheet): MergedTexts {
  const tall = merged.filter(({ rows: [first, last] }) => last > first && last - first < TALLEST_HEADER);
  if (tall.length === 0) return new Map();
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const texts = new Map<number, (readonly [number, CellValue])[]>();
  for (const { rows: [first, last], columns: [column] } of tall) {
    const cell = cellsOf.get(first)?.get(column);
    if (cell === undefined) continue;
    for (let row = first + 1; row <= last; row++) texts.set(row, [...texts.get(row) ?? [], [column, cell]]);
  }
  return texts;
}

function coveredColumns({ merged }: Sheet, row: number): ReadonlySet<number> {
  const covered = new Set<number>();
  for (const { rows: [first, last], columns: [begin, end] } of merged) {
    if (first > row || last < row) continue;
    for (let column = begin + 1; column <= Math.min(end, begin + MOST_COVERED); column++) covered.add(column);
  }
  return covered;
}
