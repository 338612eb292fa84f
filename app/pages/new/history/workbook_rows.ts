import { read, SSF, type WorkBook, type WorkSheet } from "@e965/xlsx";
import { holdsTable } from "../../../../src/tables/holds_table.ts";
import { UnreadableTable } from "../../../../src/tables/unreadable_table.ts";

interface TextRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** First rows by which it is told whether a sheet holds a table. */
const FIRST_ROWS = 64;

/**
 * Returns the rows of the sheet of a workbook that holds a table of days and numbers, as text. Throws `UnreadableTable`
 * where several do, none has rows, or the file is no workbook of Excel.
 */
export function workbookRows(bytes: Uint8Array): readonly TextRow[] {
  const { Sheets, SheetNames } = workbookOf(bytes);
  const filled = SheetNames.flatMap((name) => {
    const sheet = Sheets[name], rows = sheet === undefined ? [] : rowsOf(sheet);
    return rows.length > 1 ? [{ name, rows }] : [];
  });
  const [first] = filled, tables = filled.filter(({ rows }) => holdsTable(rows.slice(0, FIRST_ROWS)));
  if (first === undefined) throw new UnreadableTable("it is a workbook without a table; a sheet with rows is needed");
  if (tables.length > 1) {
    const names = tables.map(({ name }) => JSON.stringify(name)).join(", ");
    throw new UnreadableTable(`${tables.length} of its sheets hold a table (${names}); keep one of them`);
  }
  return (tables[0] ?? first).rows;
}

function workbookOf(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, { type: "array", dense: true, cellHTML: false, cellFormula: false });
  } catch (cause) {
    const why = "it is a ZIP file, and not one that is a workbook of Excel; save it as .xlsx or .csv";
    throw Object.assign(new UnreadableTable(why), { cause });
  }
}

function rowsOf(sheet: WorkSheet): readonly TextRow[] {
  const rows = sheet["!data"] ?? [];
  const width = rows.reduce((most, cells) => Math.max(most, cells?.length ?? 0), 0);
  return rows.flatMap((cells, index) => {
    if (cells === undefined || cells.length === 0) return [];
    return [{ line: index + 1, cells: Array.from({ length: width }, (_, at) => textOf(cells[at])) }];
  });
}

function textOf(cell: NonNullable<WorkSheet["!data"]>[number][number] | undefined): string {
  if (cell === undefined || cell.v === undefined) return "";
  if (cell.t === "n" && typeof cell.z === "string" && SSF.is_date(cell.z)) return dayOf(Number(cell.v));
  return cell.v instanceof Date ? cell.v.toISOString().slice(0, 10) : String(cell.v);
}

/** Returns the day that a number stands for in a cell with a format of dates. */
function dayOf(serial: number): string {
  const { y, m, d } = SSF.parse_date_code(serial);
  return `${y}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
}
