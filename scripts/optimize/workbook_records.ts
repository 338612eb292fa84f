import type { Doubt } from "../../src/domain/doubt.ts";
import { readAs } from "../../src/doubts/kinds/read_as.ts";
import { unsureReading } from "../../src/doubts/kinds/unsure_reading.ts";
import { named } from "../../src/doubts/sentence_parts.ts";
import { UnreadableFile } from "../../src/holdings/unreadable_file.ts";
import { readWorkbook } from "../../src/holdings/workbook/read_workbook.ts";
import type { CellValue, Sheet } from "../../src/holdings/workbook/sheet.ts";
import { HISTORY_LIMITS } from "../../src/request/parts/history.ts";
import { holdsTable } from "../../src/tables/holds_table.ts";
import type { TableRecord } from "../../src/tables/layout.ts";
import { UnreadableTable } from "../../src/tables/unreadable_table.ts";

/** Columns of a sheet beside those of assets: days, row numbers and what is left behind. */
const MORE_COLUMNS = 100;
/** First records by which it is told whether a sheet holds a table. */
const FIRST_RECORDS = 64;

/** Records of a sheet, and doubts about which one was taken. */
export interface WorkbookRecords {
  readonly records: readonly TableRecord[];
  readonly doubts: readonly Doubt[];
}

/**
 * Returns the rows of the only sheet of a workbook that holds a table of days and numbers as records of text, or of the
 * first sheet with several rows where none does. Throws `UnreadableTable` where several do, and for a file that is no
 * workbook, or a hostile one.
 */
export function workbookRecords(file: Uint8Array): WorkbookRecords {
  const filled = sheetsOf(file).filter(({ rows }) => rows.length > 1)
    .map((sheet) => ({ name: sheet.name, records: recordsOf(sheet) }));
  const [first] = filled;
  if (first === undefined) throw new UnreadableTable("it is a workbook without a table; a sheet with rows is needed");
  if (filled.length === 1) return { records: first.records, doubts: [] };
  const tables = filled.filter(({ records }) => holdsTable(records.slice(0, FIRST_RECORDS)));
  const [table] = tables;
  if (tables.length > 1) {
    const names = named(tables.map(({ name }) => JSON.stringify(name)));
    throw new UnreadableTable(`${tables.length} of its sheets hold a table (${names}); keep one of them`);
  }
  if (table === undefined) return { records: first.records, doubts: [unsureSheet(first.name, filled.length)] };
  const why = `no other of the ${filled.length} sheets with rows has days and numbers`;
  const doubt = readAs.about([], { what: "rows", from: table.name, to: "the sheet that is meant", why });
  return { records: table.records, doubts: [doubt] };
}

function unsureSheet(name: string, sheets: number): Doubt {
  return unsureReading.about([], {
    what: "rows",
    from: name,
    to: "the sheet that is meant",
    why: `it is the first of ${sheets} sheets with rows`,
    write: "keep one sheet",
  });
}

function sheetsOf(file: Uint8Array): readonly Sheet[] {
  try {
    return readWorkbook(file, { columns: HISTORY_LIMITS.assets + MORE_COLUMNS });
  } catch (error) {
    if (error instanceof UnreadableFile) {
      // The second half of its sentence says which statement of a brokerage is needed.
      const [why = ""] = error.message.split(";");
      throw new UnreadableTable(`${why}; an .xlsx workbook or CSV is needed`);
    }
    throw error;
  }
}

function recordsOf({ rows }: Sheet): readonly TableRecord[] {
  const width = Math.max(...rows.map(({ cells }) => Math.max(...cells.keys()))) + 1;
  return rows.map(({ row, cells }) => ({
    line: row,
    cells: Array.from({ length: width }, (_, at) => textOf(cells.get(at))),
  }));
}

function textOf(value: CellValue | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "object") return value.text ?? value.what;
  return String(value);
}
