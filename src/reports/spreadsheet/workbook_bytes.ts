import * as sheetJs from "@e965/xlsx";
import { unzipSync, zipSync } from "fflate";
import type { Cell, CellFormat, Sheet } from "./sheet.ts";

const FORMATS: Readonly<Record<CellFormat | "day", string>> = {
  number: "0.0000####",
  percent: "0.00%",
  count: "0",
  day: "yyyy-mm-dd",
};

/** Of columns, in characters: as wide as their titles, within reason. */
const NARROWEST = 10, WIDEST = 40;

const DAY_MS = 86_400_000;

/** Day 0 of serial days: those of spreadsheets count a 29 February 1900 that there was not. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

/** The earliest time that the entry of an archive may have. */
const ENTRY_TIME = new Date(1980, 0, 1);

/**
 * Sheets as a workbook of Office Open XML (ECMA-376): numbers and days as such, texts never as formulas, the titles
 * frozen. The same bytes for the same sheets.
 */
export function workbookBytes(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const book = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, worksheetOf(sheet)])),
  };
  // The library can neither freeze rows nor pack as fast and as small as others.
  const written: Uint8Array = sheetJs.write(book, { type: "buffer", bookType: "xlsx" });
  const parts = Object.entries(unzipSync(Uint8Array.from(written)));
  const files = parts.map(([name, part]) => [name, name.startsWith("xl/worksheets/") ? withFrozenTitles(part) : part]);
  return new Uint8Array(zipSync(Object.fromEntries(files), { mtime: ENTRY_TIME, level: 6 }));
}

function worksheetOf({ titles, rows }: Sheet): sheetJs.WorkSheet {
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

/** The most characters that a cell may have. */
const LONGEST_TEXT = 32_767;

/** Text without what no XML may hold, cut to what a cell takes. */
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
  if (!text.includes(view)) throw new Error("Cannot find the view of a sheet");
  return new TextEncoder().encode(text.replace(view, FROZEN));
}
