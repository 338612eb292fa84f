import type { Doubt } from "../../src/domain/doubt.ts";
import { unsureReading } from "../../src/doubts/kinds/unsure_reading.ts";
import { UnreadableFile } from "../../src/holdings/unreadable_file.ts";
import { readWorkbook } from "../../src/holdings/workbook/read_workbook.ts";
import type { CellValue, Sheet } from "../../src/holdings/workbook/sheet.ts";
import { HISTORY_LIMITS } from "../../src/request/parts/history.ts";
import type { TableRecord } from "../../src/tables/layout.ts";
import { UnreadableTable } from "../../src/tables/unreadable_table.ts";

/** Columns of a sheet beside those of assets: days, row numbers and what is left behind. */
const MORE_COLUMNS = 100;

/** Records of a sheet, and doubts about which one was taken. */
export interface WorkbookRecords {
  readonly records: readonly TableRecord[];
  readonly doubts: readonly Doubt[];
}

/**
 * Returns the rows of the first sheet of a workbook that has several as records of text. Throws `UnreadableTable` for a
 * file that is no workbook, or a hostile one.
 */
export function workbookRecords(file: Uint8Array): WorkbookRecords {
  const filled = sheetsOf(file).filter(({ rows }) => rows.length > 1);
  const [sheet] = filled;
  if (sheet === undefined) throw new UnreadableTable("it is a workbook without a table; a sheet with rows is needed");
  const doubts = filled.length === 1 ? [] : [unsureReading.about([], {
    what: "rows",
    from: sheet.name,
    to: "the sheet that is meant",
    why: `it is the first of ${filled.length} sheets with rows`,
    write: "keep one sheet",
  })];
  return { records: recordsOf(sheet), doubts };
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
