import type { ReadColumn, Statement, StatementLine } from "../statement.ts";
import { unlikeAnyStatement, UnreadableFile } from "../unreadable_file.ts";
import type { Sheet } from "../workbook/sheet.ts";
import { foundTables, otherStatementIn } from "./found_tables.ts";
import { type ReadTable, readTable } from "./read_table.ts";

const MOST_LINES = 20_000;
/** Largest number of tables, of which a statement has three, or one for each page of a long one. */
const MOST_TABLES = 2_000;
/** Largest number of columns that are told. A statement has some ten on each sheet. */
const MOST_COLUMNS = 1_000;

/**
 * Reads the holdings tables of one brokerage from the sheets of a file, each recognised by its header, of which a part
 * may be missing or wrong. A combined table is ignored for a kind of asset that has a table of its own. Throws
 * `UnreadableFile` where no sheet has a known table, the columns of a table are not known, the tables are of two
 * brokerages, or they have more than `MOST_LINES` lines.
 */
export function readStatement(sheets: readonly Sheet[]): Statement {
  const found = sheets.flatMap((sheet) => foundTables(sheet));
  if (found.length > MOST_TABLES) throw unlikeAnyStatement(`it has more than ${MOST_TABLES} tables`);
  const tables = found.map(readTable);
  const [first] = tables;
  if (first === undefined) throw unreadable(sheets);
  refuseSeveralStatements(first, tables);
  refuseRepeatedSheets(tables);
  const lines = [...linesOf(tables, "stock"), ...linesOf(tables, "fund")];
  if (lines.length > MOST_LINES) {
    throw unlikeAnyStatement(`it has ${lines.length} lines, more than the limit of ${MOST_LINES}`);
  }
  const used = [...tablesOf(tables, "stock"), ...tablesOf(tables, "fund")];
  const columns = columnsOf(tables.filter((table) => used.includes(table) || used.length === 0));
  const areOfOne = lines.every(({ sheet }) => sheet === lines.at(0)?.sheet);
  return {
    brokerage: first.layout.brokerage,
    lines: areOfOne ? lines.map((line) => ({ ...line, sheet: null })) : lines,
    columns: new Set(columns.map(({ sheet }) => sheet)).size > 1
      ? columns
      : columns.map((column) => ({ ...column, sheet: null })),
  };
}

/**
 * Returns the statement lines of one kind of asset. A combined table of stocks and funds repeats the lines of the
 * tables of one kind, so it is used only where no table holds that kind alone.
 */
function linesOf(tables: readonly ReadTable[], kind: StatementLine["kind"]): readonly StatementLine[] {
  return tablesOf(tables, kind).flatMap(({ lines }) => lines.filter((line) => line.kind === kind));
}

function tablesOf(tables: readonly ReadTable[], kind: StatementLine["kind"]): readonly ReadTable[] {
  const own = tables.filter(({ layout }) => layout.kind === `${kind}s`);
  return own.length > 0 ? own : tables.filter(({ layout }) => layout.kind === "stocks and funds");
}

function refuseSeveralStatements({ layout }: ReadTable, tables: readonly ReadTable[]): void {
  const { brokerage, product } = layout;
  const other = tables.find((table) => table.layout.product !== product)?.layout;
  if (other === undefined) return;
  const [one, another] = other.brokerage === brokerage ? [product, other.product] : [brokerage, other.brokerage];
  throw new UnreadableFile(`it has tables of ${one} and of ${another}; send each in a workbook of its own`);
}

/**
 * Refuses a file in which a table has all the lines of a table of the same kind on another sheet, where the header of
 * one of them is damaged: it may be the combined sheet, which repeats the others.
 */
function refuseRepeatedSheets(tables: readonly ReadTable[]): void {
  for (const kind of ["stock", "fund"] as const) {
    const own = tablesOf(tables, kind).filter(({ lines }) => lines.length > 0);
    for (const one of own) {
      const repeating = own.find((other) =>
        other.sheet !== one.sheet && (one.isDamaged || other.isDamaged) && repeats(other, one)
      );
      if (repeating === undefined) continue;
      throw new UnreadableFile(
        `its sheet "${repeating.sheet}" repeats every line of its sheet "${one.sheet}"; send a workbook with one of them`,
      );
    }
  }
}

function repeats({ lines }: ReadTable, part: ReadTable): boolean {
  const known = new Set(lines.map(keyOf));
  return part.lines.every((line) => known.has(keyOf(line)));
}

function keyOf({ isin, name, quantity, price }: StatementLine): string {
  return JSON.stringify([isin ?? name, quantity, price]);
}

/** Returns the columns of tables, each once. */
function columnsOf(tables: readonly ReadTable[]): readonly ReadColumn[] {
  const distinct = new Map<string, ReadColumn>();
  for (const { columns } of tables) {
    for (const column of columns) distinct.set(JSON.stringify(column), column);
    if (distinct.size > MOST_COLUMNS) {
      throw unlikeAnyStatement(`it has more than ${MOST_COLUMNS} columns in its tables`);
    }
  }
  return [...distinct.values()];
}

function unreadable(sheets: readonly Sheet[]): UnreadableFile {
  const other = otherStatementIn(sheets);
  if (other !== null) {
    return new UnreadableFile(`it is ${other.what}; a statement of Zerodha, Groww or ICICI Direct is needed`);
  }
  return unlikeAnyStatement("no sheet of it has the header of a statement of Zerodha, Groww or ICICI Direct");
}
