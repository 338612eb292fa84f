import { readCsv } from "./csv/read_csv.ts";
import { kindOfFile } from "./kind_of_file.ts";
import { readWorkbook } from "./workbook/read_workbook.ts";
import type { Sheet } from "./workbook/sheet.ts";

/**
 * Reads the sheets of a file: the visible ones of a workbook, or the one of a text file. Throws `UnreadableFile`, and
 * any error that damage to a workbook causes in its library.
 */
export function readSheets(file: Uint8Array): readonly Sheet[] {
  return kindOfFile(file) === "workbook" ? readWorkbook(file) : [readCsv(file)];
}
