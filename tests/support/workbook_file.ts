import { crc32, deflateRawSync } from "node:zlib";

/**
 * Part of a zip archive that a test writes. `toldBytes` is a false size that the archive states for the unpacked
 * content instead of the true one.
 */
export interface ArchivePart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly toldBytes?: number;
  readonly isStored?: boolean;
  readonly flags?: number;
  /**
   * Whether the archive states the sizes of the part and its offset in ZIP64 fields of eight bytes instead of the
   * ordinary fields of four.
   */
  readonly hasLongNumbers?: boolean;
}

/**
 * Content of a workbook cell that a test writes: a text, a number, nothing, or XML in which `REF` stands for the cell's
 * reference.
 */
export type WrittenCell = string | number | null | { readonly xml: string };

/** Sheet of a workbook that a test writes. The first entry of `rows` is row 1 of the sheet. */
export interface WrittenSheet {
  readonly name: string;
  readonly rows: readonly (readonly WrittenCell[])[];
  readonly isHidden?: boolean;
  /** Merged cell ranges of the written workbook's sheet, each like `A1:B2`. */
  readonly merged?: readonly string[];
  /** Cell range, like `A1:B2`, that the written sheet states as its size. */
  readonly dimension?: string;
}

/** Test helper. Returns a zip archive of the given parts, valid or not. */
export function archiveFile(parts: readonly ArchivePart[]): Uint8Array<ArrayBuffer> {
  const written: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const part of parts) {
    const name = new TextEncoder().encode(part.name);
    const content = typeof part.content === "string" ? new TextEncoder().encode(part.content) : part.content;
    const stored = part.isStored ? content : deflateRawSync(content);
    const description = words(
      [2, 20],
      [2, part.flags ?? 0],
      [2, part.isStored ? 0 : 8],
      [4, 0],
      [4, crc32(content)],
      [4, part.hasLongNumbers ? STANDS_ELSEWHERE : stored.length],
      [4, part.hasLongNumbers ? STANDS_ELSEWHERE : part.toldBytes ?? content.length],
      [2, name.length],
    );
    const sizes = part.hasLongNumbers ? [part.toldBytes ?? content.length, stored.length] : [];
    const [ofLocal, ofDirectory] = [longNumbers(sizes), longNumbers(sizes.length === 0 ? [] : [...sizes, at])];
    directory.push(
      words([4, 0x02014b50], [2, 20]),
      description,
      words([2, ofDirectory.length], [2, 0], [2, 0], [2, 0], [4, 0], [4, part.hasLongNumbers ? STANDS_ELSEWHERE : at]),
      name,
      ofDirectory,
    );
    const local = [words([4, 0x04034b50]), description, words([2, ofLocal.length]), name, ofLocal, stored];
    written.push(...local);
    at += lengthOf(local);
  }
  const count = Math.min(parts.length, 0xffff);
  const end = words([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, lengthOf(directory)], [4, at], [2, 0]);
  return joined([...written, ...directory, end]);
}

const STANDS_ELSEWHERE = 0xffffffff;

/**
 * Returns the ZIP64 extra field of an archive part: a header and the given numbers in eight bytes each; empty without
 * numbers.
 */
function longNumbers(numbers: readonly number[]): Uint8Array {
  if (numbers.length === 0) return new Uint8Array();
  return words([2, 1], [2, 8 * numbers.length], ...numbers.flatMap((value) => [[4, value], [4, 0]] as const));
}

/** Test helper. Returns the archive parts of a workbook with the given sheets. */
export function workbookParts(sheets: readonly WrittenSheet[]): readonly ArchivePart[] {
  const each = <Text>(write: (sheet: WrittenSheet, number: number) => Text): readonly Text[] =>
    sheets.map((sheet, i) => write(sheet, i + 1));
  const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return [
    {
      name: "[Content_Types].xml",
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
        each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`).join(
          "",
        ) + "</Types>",
    },
    {
      name: "_rels/.rels",
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
        `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      content: `<workbook ${main} xmlns:r="${relations}"><sheets>` +
        each(({ name, isHidden }, n) =>
          `<sheet name="${escaped(name)}" sheetId="${n}"${isHidden ? ' state="hidden"' : ""} r:id="rId${n}"/>`
        ).join("") + "</sheets></workbook>",
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
        each((_, n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
          .join("") +
        "</Relationships>",
    },
    // The second cell format of the written workbook displays a number as a date.
    {
      name: "xl/styles.xml",
      content: `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    },
    ...each((sheet, n) => ({ name: `xl/worksheets/sheet${n}.xml`, content: sheetXml(sheet) })),
  ];
}

/** Test helper. Returns a workbook file with the given sheets. */
export function workbookFile(sheets: readonly WrittenSheet[]): Uint8Array<ArrayBuffer> {
  return archiveFile(workbookParts(sheets));
}

function sheetXml({ rows, merged = [], dimension }: WrittenSheet): string {
  const data = rows.map((cells, row) =>
    `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join("")}</row>`
  );
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join("");
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    (dimension === undefined ? "" : `<dimension ref="${dimension}"/>`) +
    `<sheetData>${data.join("")}</sheetData>` +
    (merges === "" ? "" : `<mergeCells>${merges}</mergeCells>`) + "</worksheet>";
}

function cellXml(cell: WrittenCell, place: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "string") return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  return cell.xml.replaceAll("REF", place);
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + column % 26);
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Returns numbers as little-endian bytes, each in the given width of 2 or 4 bytes. */
function words(...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
