import { equitySheet } from "./statement_sheets.ts";
import { archiveFile, type ArchivePart, workbookFile, workbookParts } from "./workbook_file.ts";

/** A file that is meant to break or exhaust the workbook parser. It is created on demand. */
export interface HostileWorkbook {
  readonly name: string;
  file(): Uint8Array;
}

const MIB = 1024 * 1024;
const SHEETS = [equitySheet([{ symbol: "EXMANGO" }])];
const SHEET = "xl/worksheets/sheet1.xml";

/** Twenty hostile workbooks, each with a name that says how it attacks the parser. */
export const HOSTILE_WORKBOOKS: readonly HostileWorkbook[] = [
  { name: "a workbook cut in half", file: () => cutInHalf(workbookFile(SHEETS)) },
  { name: "5 MiB of noise", file: () => noise(5 * MIB) },
  { name: "5 MiB that unpack to 5 GiB", file: () => workbookWith(...media(80, 64 * MIB)) },
  { name: "a part that says it is small", file: () => workbookWith({ ...media(1, 65 * MIB)[0], toldBytes: 10 }) },
  { name: "50,000 parts", file: () => workbookWith(...nothings(50_000)) },
  { name: "a path that leads out", file: () => workbookWith({ name: "../../x", content: "" }) },
  {
    name: "a workbook within a workbook",
    file: () => archiveFile([{ name: "a.xlsx", content: workbookFile(SHEETS) }]),
  },
  { name: "a billion laughs", file: () => workbookWith({ name: "xl/sharedStrings.xml", content: laughs() }) },
  { name: "one shared text of 60 MiB", file: () => sharing(`<si><t>${"x".repeat(60 * MIB)}</t></si>`) },
  { name: "3.5 million shared texts", file: () => sharing("<si><t>x</t></si>".repeat(3_500_000)) },
  { name: "200,000 rows", file: () => sheetOf("<row><c><v>1</v></c></row>".repeat(200_000)) },
  { name: "16,384 columns", file: () => sheetOf(`<row r="1">${"<c><v>1</v></c>".repeat(16_384)}</row>`) },
  { name: "4 million cells", file: () => sheetOf(`<row>${"<c><v>1</v></c>".repeat(200)}</row>`.repeat(20_000)) },
  { name: "4 million cells in a row", file: () => sheetOf(`<row>${"<c><v>1</v></c>".repeat(4_000_000)}</row>`) },
  {
    name: "2.5 million times one cell",
    file: () => sheetOf(`<row>${'<c r="A1"><v>1</v></c>'.repeat(2_500_000)}</row>`),
  },
  { name: "3 million forms", file: () => workbookWith({ name: "xl/styles.xml", content: forms(3_000_000) }) },
  {
    name: "900 sheets of 100 lines",
    file: () => workbookFile(Array.from({ length: 900 }, (_, i) => sheetOfLines(i, 100))),
  },
  { name: "1.5 million merged cells", file: () => workbookWith({ name: SHEET, content: merged(1_500_000) }) },
  { name: "10 million open tags", file: () => sheetOf("<a>".repeat(10_000_000)) },
  {
    name: "10 million open tags in a cell",
    file: () => sheetOf(`<row><c t="inlineStr"><is>${"<t>".repeat(10_000_000)}`),
  },
];

function workbookWith(...parts: readonly ArchivePart[]): Uint8Array {
  const names = new Set(parts.map(({ name }) => name));
  return archiveFile([...workbookParts(SHEETS).filter(({ name }) => !names.has(name)), ...parts]);
}

function sheetOf(data: string): Uint8Array {
  return workbookWith({ name: SHEET, content: `<worksheet><sheetData>${data}</sheetData></worksheet>` });
}

function sheetOfLines(number: number, lines: number) {
  return equitySheet(Array.from({ length: lines }, (_, i) => ({ symbol: `S${number}X${i}` })), `Sheet ${number}`);
}

function sharing(texts: string): Uint8Array {
  const types = String(workbookParts(SHEETS)[0].content).replace(
    "</Types>",
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.' +
      'spreadsheetml.sharedStrings+xml"/></Types>',
  );
  return workbookWith(
    { name: "[Content_Types].xml", content: types },
    { name: "xl/sharedStrings.xml", content: `<sst>${texts}</sst>` },
  );
}

/**
 * Test helper. Returns the given number of archive parts for a hostile workbook, each with the given number of zero
 * bytes. All parts share one buffer.
 */
function media(count: number, bytes: number): readonly ArchivePart[] {
  const content = new Uint8Array(bytes);
  return Array.from({ length: count }, (_, i) => ({ name: `xl/media/${i}`, content }));
}

/** Test helper. Returns empty archive parts for a hostile workbook. 50,000 of them almost fill a file of 5 MiB. */
function nothings(count: number): readonly ArchivePart[] {
  return Array.from({ length: count }, (_, i) => ({ name: `a/${i}`, content: "", isStored: true }));
}

function laughs(): string {
  const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
  return `<!DOCTYPE sst [<!ENTITY l0 "lol">${levels}]><sst><si><t>&l9;</t></si></sst>`;
}

function forms(count: number): string {
  return `<styleSheet><cellXfs>${'<xf numFmtId="14"/>'.repeat(count)}</cellXfs></styleSheet>`;
}

function merged(count: number): string {
  const cells = '<mergeCell ref="A1:XFD1048576"/>'.repeat(count);
  return `<worksheet><sheetData/><mergeCells>${cells}</mergeCells></worksheet>`;
}

function cutInHalf(file: Uint8Array): Uint8Array {
  return file.subarray(0, file.length >> 1);
}

function noise(bytes: number): Uint8Array {
  const file = new Uint8Array(bytes);
  let state = 1;
  for (let i = 0; i < bytes; i++) file[i] = (state = Math.imul(state, 1_664_525) + 1_013_904_223) >>> 24;
  return file;
}
