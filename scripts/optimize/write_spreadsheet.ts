import type { OptimizationResult } from "../../src/documents/run_result.ts";
import { runSheets } from "../../src/reports/spreadsheet/run_sheets.ts";
import { cellsOf } from "../../src/reports/spreadsheet/sheet.ts";
import { CELLS_AT_MOST, leftOut } from "../../src/reports/spreadsheet/left_out.ts";
import { workbookBytes } from "../../src/reports/spreadsheet/workbook_bytes.ts";
import { writeWhole } from "./write_whole.ts";

/**
 * Writes a result as a spreadsheet with the same content as a run's `result.xlsx`, and returns the line to print. A
 * result with too many cells is not written, and the line says so. Throws `OutputError`.
 */
export async function writeSpreadsheet(path: string, result: OptimizationResult): Promise<string> {
  const sheets = runSheets(result, result.rolling_backtest), cells = cellsOf(sheets);
  if (cells > CELLS_AT_MOST) return leftOut(path, cells);
  await writeWhole(path, workbookBytes(sheets));
  return `spreadsheet in ${path}\n`;
}
