import { Buffer } from "node:buffer";
import { type CellObject, parse_zip, type WorkSheet } from "@e965/xlsx";
import { unlikeAnyStatement, UnreadableFile } from "../unreadable_file.ts";
import type { CellValue, MergedCells, Sheet, SheetRow } from "./sheet.ts";
import { zipEntries, type ZipEntry } from "./zip_entries.ts";

/** Largest number of rows of a workbook sheet, and of columns where none is given. A larger sheet is refused. */
const MOST_ROWS = 20_000;
const MOST_COLUMNS = 200;
/** Last row number that the .xlsx format allows. */
const LAST_ROW = 1_048_576;
const MOST_MERGED = 1_000;

/**
 * Options of the workbook library: take the last results of formulas, and produce only the values of cells, no
 * formatted text.
 */
const READING = {
  dense: true,
  cellDates: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
  /** Option that makes the workbook library throw for a part that it cannot read, instead of dropping a sheet. */
  WTF: true,
} as const;

/**
 * Reads the visible sheets of a workbook. Throws `UnreadableFile`, and any error that damage to the file causes in the
 * workbook library.
 */
export function readWorkbook(
  file: Uint8Array,
  { columns = MOST_COLUMNS }: { readonly columns?: number } = {},
): readonly Sheet[] {
  const entries = zipEntries(file);
  requireWorkbook(new Set(entries.map(({ name }) => name)));
  const parts = entries.filter(({ name }) => isRead(name)).map(partOf);
  parts.forEach(refuseHostilePart);
  const workbook = parse_zip({ files: Object.fromEntries(parts.map((part) => [part.name, part])) }, { ...READING });
  const described = workbook.Workbook?.Sheets ?? [];
  const shown = workbook.SheetNames.filter((_, i) => (described[i]?.Hidden ?? 0) === 0);
  return shown.map((name) => sheetOf(name, workbook.Sheets[name], columns));
}

/** Type of a part (file in the archive) of a workbook as the library takes it, with one character for each byte. */
interface Part {
  readonly name: string;
  readonly data: string;
}

declare module "@e965/xlsx" {
  /**
   * Reads a workbook from an archive that is already unpacked. The workbook library exports the function but does not
   * declare its type.
   */
  export function parse_zip(
    archive: { readonly files: Readonly<Record<string, Part>> },
    options: ParsingOptions,
  ): WorkBook;
}

function requireWorkbook(names: ReadonlySet<string>): void {
  if (names.has("xl/workbook.bin")) throw new UnreadableFile("it is an .xlsb workbook; save it as .xlsx");
  if (names.has("META-INF/manifest.xml")) {
    throw new UnreadableFile("it is an OpenDocument spreadsheet; save it as .xlsx");
  }
  if (!names.has("[Content_Types].xml") || !names.has("xl/workbook.xml")) {
    throw unlikeAnyStatement("it is an archive without a workbook in it");
  }
}

/**
 * Whether a part of the workbook is read, by its name: the list of content types, the workbook and its relationships,
 * and the XML files in `xl/` outside folders of external links, themes, comments, drawings, persons and relationships.
 */
function isRead(name: string): boolean {
  return name === "[Content_Types].xml" || name === "xl/workbook.xml" || name === "xl/_rels/workbook.xml.rels" ||
    (/^xl\/.*\.xml$/.test(name) && !/\/(_rels|externalLinks|theme|comments|drawings|persons)\//.test(name));
}

/**
 * Converts a part of the workbook to UTF-8, so that the check for hostile content sees the same text as the workbook
 * library.
 */
function partOf({ name, bytes }: ZipEntry): Part {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe
    ? "utf-16le"
    : bytes[0] === 0xfe && bytes[1] === 0xff
    ? "utf-16be"
    : null;
  const written = encoding === null ? bytes : new TextEncoder().encode(new TextDecoder(encoding).decode(bytes));
  return { name, data: Buffer.from(written.buffer, written.byteOffset, written.byteLength).toString("latin1") };
}

function refuseHostilePart({ name, data }: Part): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(data)) throw unlikeAnyStatement("one of its parts declares entities");
  if (!name.startsWith("xl/worksheets/")) return;
  let rows = 0;
  for (const _ of data.matchAll(/<(?:\w+:)?row[\s>\/]/g)) {
    if (++rows > MOST_ROWS) throw unlikeAnyStatement(`it has a sheet of more than ${MOST_ROWS} rows`);
  }
}

function sheetOf(name: string, sheet: WorkSheet | undefined, columns: number): Sheet {
  const data = Object.entries(sheet?.["!data"] ?? []);
  return { name, rows: data.flatMap(([at, cells]) => rowOf(Number(at) + 1, cells, columns)), merged: mergedOf(sheet) };
}

function rowOf(row: number, data: readonly CellObject[], columns: number): readonly SheetRow[] {
  const cells = new Map<number, CellValue>();
  for (const [at, cell] of Object.entries(data)) {
    const column = Number(at);
    const value = valueOf(cell);
    if (value === null) continue;
    if (!(row >= 1 && row <= LAST_ROW)) throw unlikeAnyStatement("it has a row number that is not possible in a sheet");
    if (!(column < columns)) throw unlikeAnyStatement(`it has a sheet of more than ${columns} columns`);
    cells.set(column, value);
  }
  return cells.size === 0 ? [] : [{ row, cells }];
}

function valueOf({ t, v }: CellObject): CellValue | null {
  if (typeof v === "string" && t === "s") return v.trim() === "" ? null : v;
  if (typeof v === "number" && t === "n") return v;
  if (t === "d") return { what: "a date", ...v instanceof Date ? { text: dateText(v) } : {} };
  if (t === "e") return { what: "an error", ...typeof v === "number" ? { text: ERRORS.get(v) ?? "#ERROR" } : {} };
  if (t === "b") return { what: "true or false" };
  return null;
}

/** Errors of formulas by the codes that the workbook library gives them. */
const ERRORS: ReadonlyMap<number, string> = new Map([
  [0, "#NULL!"],
  [7, "#DIV/0!"],
  [15, "#VALUE!"],
  [23, "#REF!"],
  [29, "#NAME?"],
  [36, "#NUM!"],
  [42, "#N/A"],
]);

/** Returns a date of a cell as text. The library gives it in UTC, whatever the zone of the machine is. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return "no date";
  return date.toISOString().replace(/T00:00:00\.000Z$/, "").replace(/\.\d+Z$/, "");
}

function mergedOf(sheet: WorkSheet | undefined): readonly MergedCells[] {
  const merged = sheet?.["!merges"] ?? [];
  if (merged.length > MOST_MERGED) throw unlikeAnyStatement(`it has more than ${MOST_MERGED} groups of merged cells`);
  return merged.map(({ s, e }) => ({ rows: [s.r + 1, e.r + 1], columns: [s.c, e.c] }));
}
