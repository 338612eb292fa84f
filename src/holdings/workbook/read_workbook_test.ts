import assert from "node:assert/strict";
import { equitySheet } from "../../../tests/support/statement_sheets.ts";
import { archiveFile, type ArchivePart, workbookFile, workbookParts } from "../../../tests/support/workbook_file.ts";
import { fullTest } from "../../../tests/support/tier.ts";
import { UnreadableFile } from "../unreadable_file.ts";
import { readWorkbook } from "./read_workbook.ts";

const SHEETS = [equitySheet([{ symbol: "INFY", isin: "INE009A01021" }])];
const WORKBOOK = workbookFile(SHEETS);
const MIB = 1024 * 1024;

/** Test helper. Returns a workbook with some parts replaced or added. */
function workbookWith(...parts: readonly ArchivePart[]): Uint8Array {
  const names = new Set(parts.map(({ name }) => name));
  return archiveFile([...workbookParts(SHEETS).filter(({ name }) => !names.has(name)), ...parts]);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Test helper. Asserts that a file is refused with a message that matches and says what to do. */
function refuses(file: Uint8Array, sentence: RegExp, what?: string): void {
  assert.throws(() => readWorkbook(file), (error) => {
    assert.ok(error instanceof UnreadableFile, what);
    assert.match(error.message, sentence, what);
    assert.match(error.message, /; (download|save|send) |; an \.xlsx workbook of .* is needed$/, what);
    return true;
  });
}

Deno.test("a workbook is read with the row numbers that its rows state", () => {
  const [{ name, rows }] = readWorkbook(WORKBOOK);
  assert.equal(name, "Equity");
  assert.deepEqual(rows.map(({ row }) => row), [4, 7, 11, 13, 15, 23, 24]);
  assert.deepEqual([...rows[6].cells].slice(0, 3), [[1, "INFY"], [2, "INE009A01021"], [3, "SECTOR"]]);
});

Deno.test("a workbook that is cut off anywhere is refused", () => {
  for (let i = 0; i < 20; i++) {
    const file = WORKBOOK.subarray(0, Math.floor(WORKBOOK.length * i / 20));
    refuses(file, /^it is cut off or damaged; download it again$/, `at ${file.length}`);
  }
});

Deno.test("an archive without an .xlsx workbook in it is refused with what it looks like", () => {
  const files: readonly (readonly [Uint8Array, RegExp])[] = [
    [bytesOf("PK\x03\x04 and no archive"), /^it is cut off or damaged;/],
    [archiveFile([]), /^it is an archive without a workbook in it;/],
    [archiveFile([{ name: "holdings.xlsx", content: WORKBOOK }]), /^it is an archive without a workbook in it;/],
    [archiveFile([{ name: "holdings.csv", content: "Symbol,ISIN" }]), /^it is an archive without a workbook in it;/],
    [workbookWith({ name: "xl/workbook.bin", content: "binary" }), /^it is an \.xlsb workbook;/],
    [archiveFile([{ name: "META-INF/manifest.xml", content: "<x/>" }]), /^it is an OpenDocument spreadsheet;/],
  ];
  for (const [file, sentence] of files) refuses(file, sentence);
});

Deno.test("an archive that unpacks to more than 64 MiB is refused, whatever sizes it states", () => {
  const zeros = new Uint8Array(40 * MIB);
  const twice = [{ name: "xl/media/a.bin", content: zeros }, { name: "xl/media/b.bin", content: zeros }];
  refuses(workbookWith(...twice), /^it unpacks to more than 64 MiB;/);
  const once = { name: "xl/media/a.bin", content: new Uint8Array(65 * MIB), toldBytes: 10 };
  refuses(workbookWith(once), /^it unpacks to more than 64 MiB;/);
});

Deno.test("an archive with wrong sizes or checksums, a repeated part or an encrypted part is refused", () => {
  const told = (toldBytes: number): Uint8Array =>
    workbookWith({ name: "xl/media/a.bin", content: "0123456789", toldBytes });
  for (const bytes of [0, 9, 11, 0xffffffff]) refuses(told(bytes), /^it is damaged/);
  const part = { name: "xl/media/a.bin", content: "0123456789" };
  refuses(workbookWith(part, part), /^it is damaged/);
  refuses(workbookWith(part, { ...part, name: "XL/media/A.bin" }), /^it is damaged/);
  refuses(workbookWith({ ...part, flags: 1 }), /^it is protected by a password/);
  const other = workbookWith({ ...part, isStored: true });
  other[other.findLastIndex((byte, i) => byte === 0x35 && other[i - 1] === 0x34)] = 0x36;
  refuses(other, /^it is damaged/);
});

Deno.test("a workbook with sizes in ZIP64 fields is read, and refused if the sizes or the fields are wrong", () => {
  const long = workbookParts(SHEETS).map((part) => ({ ...part, hasLongNumbers: true }));
  const file = archiveFile(long);
  assert.equal(readWorkbook(file)[0].rows.length, 7);
  const media = { name: "xl/media/a.bin", content: "0123456789", hasLongNumbers: true };
  for (const toldBytes of [0, 9, 11]) refuses(archiveFile([...long, { ...media, toldBytes }]), /^it is damaged/);
  const field = file.findLastIndex((byte, i) => byte === 1 && file[i + 1] === 0 && file[i + 2] === 24);
  for (const [place, byte] of [[0, 2], [2, 8], [3, 255], [11, 255]]) {
    const changed = file.slice();
    changed[field + place] = byte;
    refuses(changed, /^it is damaged/, `byte ${place} of the field`);
  }
  const bomb = { name: "xl/media/a.bin", content: new Uint8Array(65 * MIB), toldBytes: 10, hasLongNumbers: true };
  refuses(archiveFile([...long, bomb]), /^it unpacks to more than 64 MiB;/);
});

Deno.test("parts of a workbook in UTF-16 are read under the same limits as those in UTF-8", () => {
  const name = "xl/worksheets/sheet1.xml",
    sheet = String(workbookParts(SHEETS).find((part) => part.name === name)?.content);
  const rows = `<worksheet><sheetData>${"<row><c><v>1</v></c></row>".repeat(20_001)}</sheetData></worksheet>`;
  for (const isLittle of [true, false]) {
    const written = (content: string): Uint8Array => workbookWith({ name, content: utf16(content, isLittle) });
    assert.deepEqual(readWorkbook(written(sheet)), readWorkbook(WORKBOOK));
    refuses(written(rows), /^it has a sheet of more than 20000 rows;/);
    refuses(written(`<!DOCTYPE x [<!ENTITY e "x">]>${sheet}`), /^one of its parts declares entities;/);
  }
});

/** Test helper. Encodes a text as UTF-16 with a byte order mark. */
function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  [..."\ufeff", ...text].forEach((letter, i) => view.setUint16(2 * i, letter.charCodeAt(0), isLittle));
  return new Uint8Array(view.buffer);
}

Deno.test("a workbook with a changed byte is either read or an error", () => {
  for (let at = 0; at < WORKBOOK.length; at += 7) {
    const changed = WORKBOOK.slice();
    changed[at] ^= 0xff;
    try {
      readWorkbook(changed);
    } catch (error) {
      assert.ok(error instanceof Error, `at ${at}`);
    }
  }
});

/** Test helper. Returns empty parts of an archive. */
function emptyParts(count: number): ArchivePart[] {
  return Array.from({ length: count }, (_, i) => ({ name: `xl/media/${i}`, content: "", isStored: true }));
}

Deno.test(fullTest("an archive of more parts than the number in its end can say is refused before any is unpacked", {
  heldBy: "an archive of more than 1,000 parts is refused",
}, () => refuses(workbookWith(...emptyParts(66_000)), /^it has 65535 parts, more than the limit of 1000;/)));

Deno.test("an archive of more than 1,000 parts is refused", () => {
  refuses(workbookWith(...emptyParts(1_001)), /^it has 1007 parts, more than the limit of 1000;/);
  assert.equal(readWorkbook(workbookWith(...emptyParts(900)))[0].rows.length, 7);
});

Deno.test("a part with a path that leads out of the workbook is refused", () => {
  for (const name of ["../../etc/passwd", "xl/../../x", "/etc/passwd", "C:\\x", "xl\\workbook.xml", "a\0b"]) {
    refuses(workbookWith({ name, content: "" }), /^one of its parts has a path that leads out of it;/, name);
  }
});

Deno.test("an embedded workbook, external links, relationships and comments in a workbook are ignored", () => {
  const beside = [
    { name: "xl/embeddings/a.xlsx", content: WORKBOOK },
    { name: "xl/externalLinks/externalLink1.xml", content: "<no xml" },
    { name: "xl/worksheets/_rels/sheet1.xml.rels", content: '<Relationships><Relationship Id="a" Target="../x"/>' },
    { name: "xl/comments1.xml", content: "<no xml" },
  ];
  assert.equal(readWorkbook(workbookWith(...beside))[0].rows.length, 7);
});

Deno.test("a workbook that declares XML entities is refused", () => {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
  const content = `<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY l0 "lol">${laughs}]><sst><si><t>&l9;</t></si></sst>`;
  refuses(workbookWith({ name: "xl/sharedStrings.xml", content }), /^one of its parts declares entities;/);
  const file = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet/>';
  refuses(workbookWith({ name: "xl/worksheets/sheet1.xml", content: file }), /^one of its parts declares entities;/);
});

Deno.test("a sheet of more than 20,000 rows or 200 columns is refused, and one with far apart rows is read", () => {
  const sheet = (data: string): Uint8Array =>
    workbookWith({
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${data}</sheetData></worksheet>`,
    });
  const cell = (place: string): string => `<c r="${place}"><v>1</v></c>`;
  const rows = (count: number): string =>
    Array.from({ length: count }, (_, i) => `<row r="${i + 1}">${cell(`A${i + 1}`)}</row>`).join("");
  assert.equal(readWorkbook(sheet(rows(20_000)))[0].rows.length, 20_000);
  refuses(sheet(rows(20_001)), /^it has a sheet of more than 20000 rows;/);
  refuses(sheet(rows(200_000)), /^it has a sheet of more than 20000 rows;/);
  const far = sheet(`<row r="1">${cell("A1")}</row><row r="1048576">${cell("B1048576")}</row>`);
  assert.deepEqual(readWorkbook(far)[0].rows.map(({ row }) => row), [1, 1_048_576]);
  refuses(sheet(`<row r="1">${cell("GS1")}</row>`), /^it has a sheet of more than 200 columns;/);
  refuses(sheet(`<row r="1">${cell("XFD1")}</row>`), /^it has a sheet of more than 200 columns;/);
  refuses(sheet(`<row r="1048577">${cell("A1048577")}</row>`), /^it has a row number that is not possible in a sheet;/);
  assert.equal(readWorkbook(sheet(`<row r="1">${cell("GR1")}</row>`))[0].rows.length, 1);
});

Deno.test("shared strings are read, plain, in several runs and with numeric character references", () => {
  const types = String(workbookParts(SHEETS)[0].content).replace(
    "</Types>",
    '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.' +
      'spreadsheetml.sharedStrings+xml"/></Types>',
  );
  const texts = "<si><t>Symbol</t></si><si><r><t>Quan</t></r><r><t>tity</t></r></si><si><t>L&amp;T &#8377;</t></si>";
  const cells = [0, 1, 2].map((index, i) => `<c r="${"ABC"[i]}1" t="s"><v>${index}</v></c>`).join("");
  const [{ rows }] = readWorkbook(workbookWith(
    { name: "[Content_Types].xml", content: types },
    { name: "xl/sharedStrings.xml", content: `<sst>${texts}</sst>` },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
    },
  ));
  assert.deepEqual([...rows[0].cells.values()], ["Symbol", "Quantity", "L&T ₹"]);
});

Deno.test("a reference to a missing shared string is an error", () => {
  const content = '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>7</v></c></row></sheetData></worksheet>';
  assert.throws(() => readWorkbook(workbookWith({ name: "xl/worksheets/sheet1.xml", content })));
});
