import * as sheetJs from "@e965/xlsx";
import { unzipSync, zipSync } from "fflate";
import type { Cell, CellFormat, Sheet } from "./sheet.ts";

const FORMATS: Readonly<Record<CellFormat | "day", string>> = {
  number: "0.0000####",
  percent: "0.00%",
  count: "0",
  day: "yyyy-mm-dd",
};

/**
 * Table of number formats by their ids in the workbook; those below 50 are ids of the standard. Without one, the
 * library takes the table that earlier workbooks of the process have left, and the bytes of a workbook would depend on
 * them.
 */
const FORMAT_TABLE = { 0: "General", 1: FORMATS.count, 10: FORMATS.percent, 60: FORMATS.number, 61: FORMATS.day };

/** Smallest and largest width of a spreadsheet column in characters; within these limits it follows the title. */
const NARROWEST = 10, WIDEST = 40;

const DAY_MS = 86_400_000;

/**
 * Day 0 of the dates in a spreadsheet, in milliseconds since 1970: 30 December 1899 for days from March 1900 on,
 * because spreadsheets count a 29 February 1900 that did not exist.
 */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** Fixed time of the entries in the workbook's zip archive: the earliest that the format allows. */
const ENTRY_TIME = new Date(1980, 0, 1);

/**
 * Writes sheets as an Office Open XML workbook (ECMA-376): numbers and days as values, texts never as formulas, title
 * rows frozen. The bytes are the same for the same sheets.
 */
export function workbookBytes(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const book = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, worksheetOf(sheet)])),
    SSF: { ...FORMAT_TABLE },
  };
  // Unpacks and repacks the written workbook, because the library cannot freeze rows and compresses more slowly and
  // less than others.
  const written: Uint8Array = sheetJs.write(book, { type: "buffer", bookType: "xlsx" });
  const parts = Object.entries(unzipSync(Uint8Array.from(written)));
  const files = parts.map(([name, part]) => [name, name.startsWith("xl/worksheets/") ? withFrozenTitles(part) : part]);
  return new Uint8Array(zipSync(Object.fromEntries(files), { mtime: ENTRY_TIME, level: 6 }));
}

function worksheetOf(sheet: Sheet): sheetJs.WorkSheet {
  const { titles } = sheet, rows = sheet.rows();
  return {
    "!data": [titles.map(cellOf), ...rows.map((row) => row.map(cellOf))],
    "!ref": sheetJs.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: Math.max(titles.length, 1) - 1 } }),
    "!cols": titles.map((title) => ({ wch: Math.min(WIDEST, Math.max(NARROWEST, title.length + 2)) })),
  };
}

function cellOf(cell: Cell): sheetJs.CellObject {
  if (cell === null) return { t: "z" };
  if (typeof cell === "string") return { t: "s", v: shown(cell) };
  if ("day" in cell) return { t: "n", v: serialDayOf(cell.day), z: FORMATS.day };
  const { value, format } = cell;
  return value === null || !Number.isFinite(value) ? { t: "z" } : { t: "n", v: value, z: FORMATS[format] };
}

/** Largest number of characters in a spreadsheet cell. */
const LONGEST_TEXT = 32_767;

/**
 * Replaces the characters of a spreadsheet cell's text that XML cannot hold, and cuts the text to the length that a
 * cell can take.
 */
function shown(text: string): string {
  // deno-lint-ignore no-control-regex -- what is taken out are these very characters.
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd").slice(0, LONGEST_TEXT);
}

function serialDayOf(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS;
}

const FROZEN = `<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" ` +
  `state="frozen"/></sheetView>`;

function withFrozenTitles(xml: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(xml), view = '<sheetView workbookViewId="0"/>';
  if (!text.includes(view)) throw new Error("Cannot find the sheetView element of a sheet");
  return new TextEncoder().encode(text.replace(view, FROZEN));
}
