import type { ColumnMeaning, ReadColumn, WayToKnow } from "../statement.ts";
import { columnLetters } from "./column_letters.ts";
import type { FoundTable } from "./found_table.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import type { KnownTable } from "./table_columns.ts";

/** Longest text of a header cell that is told, in characters. */
const MOST_OF_HEADER = 60;
const MOST_ROWS = 3;

/** Returns what each column of a table was read as and how that is known, in the order of the columns. */
export function toldColumns(table: FoundTable, layout: Layout, known: KnownTable): readonly ReadColumn[] {
  const meant = layout.columns.flatMap((column) => {
    const at = known.columns.get(column.word), knownBy = known.knownBy.get(column.word);
    return at === undefined || knownBy === undefined || column.meaning === null
      ? []
      : [{ at, told: usedColumn(table, { column, at, known, knownBy, meaning: column.meaning }) }];
  });
  const unused = known.unused.map((at) => ({ at, told: unusedColumn(table, at) }));
  return [...meant, ...unused].sort((a, b) => a.at - b.at).map(({ told }) => told);
}

interface UsedColumn {
  readonly column: LayoutColumn;
  readonly at: number;
  readonly known: KnownTable;
  readonly knownBy: WayToKnow;
  readonly meaning: ColumnMeaning;
}

function usedColumn(table: FoundTable, { column, at, known, knownBy, meaning }: UsedColumn): ReadColumn {
  const header = headerText(table, at);
  const taken = `The column ${columnLetters(at)} ${named(header)} is taken for "${column.word}", ${
    reasonOf(column, known, knownBy)
  }`;
  const check = meaning === "pledged_quantity" ? "" : disagreementOf(column, known);
  return { ...columnOf(table, at), meaning, knownBy, detail: taken + check };
}

function unusedColumn(table: FoundTable, at: number): ReadColumn {
  const detail = `The column ${columnLetters(at)} ${named(headerText(table, at))} has no known name and is not used`;
  return { ...columnOf(table, at), meaning: null, knownBy: null, detail };
}

function columnOf(table: FoundTable, at: number): Pick<ReadColumn, "sheet" | "column" | "header"> {
  return { sheet: table.sheet, column: columnLetters(at), header: headerText(table, at) };
}

function reasonOf({ word }: LayoutColumn, { verdict }: KnownTable, knownBy: WayToKnow): string {
  if (knownBy === "header") return "by its header";
  if (knownBy === "place") return "because it stands where the brokerage has that column";
  if (knownBy === "form") return "by the form of its cells";
  const check = verdict.passed.find(({ words }) => words.includes(word));
  return check === undefined ? "by its figures" : `because ${check.sentence}`;
}

/** Says in how many lines the figures of a column do not agree with the others, and where. */
function disagreementOf({ word }: LayoutColumn, { disagreeing }: KnownTable): string {
  const found = disagreeing.find(({ failed }) => failed.check.words.includes(word));
  if (found === undefined) return "";
  const { failed: { check, lines, of }, rows } = found;
  const shown = rows.slice(0, MOST_ROWS).join(", ");
  return `; check it: in ${lines.length} of ${of} lines it is not so that ${check.sentence} (row ${shown}${
    rows.length > MOST_ROWS ? " and others" : ""
  })`;
}

function headerText({ headers }: FoundTable, at: number): string | null {
  return headers.get(at)?.trim().slice(0, MOST_OF_HEADER).toWellFormed() ?? null;
}

function named(header: string | null): string {
  return header === null ? "without a header" : JSON.stringify(header);
}
