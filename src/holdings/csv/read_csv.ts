import { CsvError, parse } from "csv-parse/sync";
import { unlikeAnyStatement, UnreadableFile } from "../unreadable_file.ts";
import type { Sheet, SheetRow } from "../workbook/sheet.ts";
import { decimalPoints } from "./decimal_points.ts";
import { decodedText } from "./decoded_text.ts";
import { delimiterOf } from "./delimiter_of.ts";

/** Largest number of rows and of columns of a text file, as of a sheet of a workbook. */
const MOST_ROWS = 20_000;
const MOST_COLUMNS = 200;
/** Largest number of characters of a row. */
const MOST_OF_ROW = 200_000;
/** Regular expression for a text that spreadsheet programs are told not to change: `="007"`. */
const KEPT_AS_TEXT = /^="([^"]*)"$/;

/**
 * Reads a text file of comma-, semicolon- or tab-separated values as a sheet without a name. Throws `UnreadableFile`
 * for a file that is no text, is too large, or has a quote that never closes.
 */
export function readCsv(file: Uint8Array): Sheet {
  const text = decodedText(file);
  if (hasLongLine(text)) throw longRow();
  const delimiter = delimiterOf(text);
  const rows = rowsOf(text, delimiter);
  if (rows.length > MOST_ROWS) throw unlikeAnyStatement(`it has more than ${MOST_ROWS} rows`);
  const sheet = rows.map((cells, i) => sheetRow(i + 1, cells)).filter(({ cells }) => cells.size > 0);
  return { name: "", rows: decimalPoints(sheet, { delimiter }), merged: [] };
}

function rowsOf(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: MOST_OF_ROW,
      to: MOST_ROWS + 1,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw faultOf(error);
  }
}

function faultOf({ code, lines }: CsvError): UnreadableFile {
  const where = typeof lines === "number" ? ` up to its line ${lines}` : "";
  if (code === "CSV_QUOTE_NOT_CLOSED") {
    return new UnreadableFile(`a quote in it${where} never closes; download it again`);
  }
  if (code === "CSV_MAX_RECORD_SIZE") return longRow();
  return new UnreadableFile(
    `it is not a table of values: a quote in it${where} is in the wrong place; download it again`,
  );
}

function longRow(): UnreadableFile {
  return unlikeAnyStatement(`it has a row of more than ${MOST_OF_ROW} characters, or a quote that never closes`);
}

/**
 * Whether a text has a line of more than `MOST_OF_ROW` characters. The parser counts the characters of values alone,
 * and would make millions of empty ones of a line of commas.
 */
function hasLongLine(text: string): boolean {
  let begin = 0;
  for (const { index } of text.matchAll(/[\r\n]/g)) {
    if (index - begin > MOST_OF_ROW) return true;
    begin = index + 1;
  }
  return text.length - begin > MOST_OF_ROW;
}

function sheetRow(row: number, values: readonly string[]): SheetRow {
  const cells = new Map<number, string>();
  for (const [column, value] of values.entries()) {
    if (value.trim() === "") continue;
    if (column >= MOST_COLUMNS) throw unlikeAnyStatement(`it has a row of more than ${MOST_COLUMNS} columns`);
    cells.set(column, value.replace(KEPT_AS_TEXT, "$1"));
  }
  return { row, cells };
}
