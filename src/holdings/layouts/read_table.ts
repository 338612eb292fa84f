import type { StatementLine } from "../statement.ts";
import type { ReadColumn } from "../statement.ts";
import { UnreadableFile } from "../unreadable_file.ts";
import type { SheetRow } from "../workbook/sheet.ts";
import { type CandidateTable, hasTitleOf } from "./found_tables.ts";
import type { FoundTable } from "./found_table.ts";
import type { Layout } from "./layout.ts";
import { namedColumns } from "./named_columns.ts";
import { isSumRow, isTotal } from "./sum_row.ts";
import { type KnownTable, tableColumns } from "./table_columns.ts";
import { toldColumns } from "./told_columns.ts";

/** A table of a statement that is read: its lines from below its header to the next header or the end of the sheet. */
export interface ReadTable {
  readonly layout: Layout;
  readonly sheet: string;
  /** Whether the header does not name every column of the brokerage and no other. */
  readonly isDamaged: boolean;
  readonly lines: readonly StatementLine[];
  readonly columns: readonly ReadColumn[];
}

/**
 * Reads a table by the one layout whose columns it has. Throws `UnreadableFile` where its columns are not known, or are
 * known for several layouts with different lines.
 */
export function readTable(found: CandidateTable): ReadTable {
  const { table } = found;
  const readings = layoutsOf(found).map((layout) => readingOf(table, layout));
  const read = readings.filter((reading) => "layout" in reading);
  const [first, ...others] = read;
  if (first === undefined) throw refusalOf(table, readings);
  const other = others.find(({ lines }) => JSON.stringify(lines) !== JSON.stringify(first.lines));
  if (other === undefined) return first;
  throw new UnreadableFile(
    `its header does not say whether it lists ${first.layout.kind} of ${first.layout.product} or ${other.layout.kind} ` +
      `of ${other.layout.product}; send the statement as it was downloaded`,
  );
}

type Reading = ReadTable | { readonly refusal: string };

function readingOf(table: FoundTable, layout: Layout): Reading {
  const known = tableColumns(table, layout);
  if ("refusal" in known) return known;
  const lines = table.rows.flatMap((row) => lineOf(row, table, { layout, known }));
  const areFunds = layout.kind === "funds" && lines.some(({ isin }) => isin?.startsWith(SHARE_ISIN));
  if (areFunds) return { refusal: `it has shares in a table of funds of ${layout.product}; ${AS_DOWNLOADED}` };
  const named = namedColumns(table, layout).columns.size;
  const isDamaged = named < layout.columns.filter(({ isFormer = false }) => !isFormer).length ||
    known.unused.length > 0;
  return { layout, sheet: table.sheet, isDamaged, lines, columns: toldColumns(table, layout, known) };
}

const AS_DOWNLOADED = "send the statement as it was downloaded";
/** First letters of the ISINs of Indian companies, which no fund has. */
const SHARE_ISIN = "INE";

/**
 * Returns the layouts by which a table is tried: the one whose header it has; else those with the title of the table;
 * else those from which it differs least. A combined table is known by its title alone where its header is damaged.
 */
function layoutsOf({ table, layout, candidates }: CandidateTable): readonly Layout[] {
  const combined = candidates.filter((one) => one.kind === "stocks and funds" && hasTitleOf(table, one));
  if (combined.length > 0) return combined;
  if (layout !== null && !isOfShares(table, layout)) return [layout];
  const possible = candidates.filter((one) => !isOfShares(table, one));
  const titled = possible.filter((one) => hasTitleOf(table, one));
  const among = titled.length > 0 ? titled : possible;
  const least = Math.min(...among.map((one) => differenceOf(table, one)));
  const nearest = among.filter((one) => differenceOf(table, one) === least);
  return nearest.length > 0 || layout === null ? nearest : [layout];
}

/** Whether a table that a layout would take for one of funds has the ISIN of a share. */
function isOfShares({ rows }: FoundTable, { kind }: Layout): boolean {
  return kind === "funds" &&
    rows.some(({ cells }) =>
      [...cells.values()].some((cell) => typeof cell === "string" && /^INE[A-Z0-9]{9}$/.test(cell))
    );
}

/**
 * Returns by how many columns a table differs from a layout: those without its names, or its names without a column.
 */
function differenceOf(table: FoundTable, layout: Layout): number {
  const named = namedColumns(table, layout).columns;
  const columns = new Set(table.headers.keys());
  for (const { cells } of table.rows.slice(0, ROWS_FOR_COLUMNS)) for (const column of cells.keys()) columns.add(column);
  const missing = layout.columns.filter(({ word, isFormer = false }) => !isFormer && !named.has(word)).length;
  return Math.max(missing, columns.size - named.size);
}

const ROWS_FOR_COLUMNS = 100;

/** Parses a row of a statement table into a statement line; returns no line for a blank row or a row of totals. */
function lineOf(
  row: SheetRow,
  { sheet }: FoundTable,
  { layout, known: { columns, knownBy } }: { readonly layout: Layout; readonly known: KnownTable },
): readonly StatementLine[] {
  const content = layout.lineOf((column) => row.cells.get(columns.get(column) ?? -1));
  const isFound = [...knownBy.values()].some((way) => way !== "header");
  const isSum = content.isin === null && (isTotal(content.name) || (isFound && isSumRow(row)));
  const isBlank = content.isin === null && content.name === "" && content.quantity === null &&
    content.price === null;
  return isSum || isBlank ? [] : [{ ...content, sheet, row: row.row }];
}

function refusalOf({ sheet }: FoundTable, readings: readonly Reading[]): UnreadableFile {
  const [why] = readings.flatMap((reading) => "refusal" in reading ? [reading.refusal] : []);
  const where = sheet === "" ? "" : ` (sheet "${sheet}")`;
  return new UnreadableFile((why ?? `its columns are not known; ${AS_DOWNLOADED}`) + where);
}
