import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { archiveFile, workbookFile, type WrittenCell } from "../../tests/support/workbook_file.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { locatorOf } from "../../src/request/parts/file_places.ts";
import { UsageError } from "./arguments.ts";
import type { FileHistory } from "../../src/request/files/history_bytes.ts";
import { readTableFile } from "./table_file.ts";

const OPTIONS = { kind: "prices", signal: new AbortController().signal } as const;

async function read(name: string, content: string | Uint8Array): Promise<FileHistory> {
  await using folder = await temporaryFolder({ [name]: content });
  return await readTableFile(`${folder.path}/${name}`, OPTIONS);
}

async function isRefused(name: string, content: string | Uint8Array, sentence: RegExp): Promise<void> {
  await assert.rejects(read(name, content), (error) => {
    assert.ok(error instanceof UsageError, String(error));
    assert.match(error.message, sentence);
    assert.ok(error.message.includes(`/${name}": `));
    return true;
  });
}

/** Cells of a sheet that a test writes. `45292` with the style of dates would need a part of styles. */
const ROWS: readonly (readonly WrittenCell[])[] = [
  ["Prices of two funds", null, null],
  ["Date", "A", "B"],
  [45292, 10.5, 20],
  [45293, "NA", 21],
  ["Total", 10.5, 41],
];

Deno.test("a sheet of a workbook is read like a CSV, whatever its file is called", async () => {
  for (const name of ["prices.xlsx", "prices.csv"]) {
    const { table, faults, places } = await read(name, workbookFile([{ name: "Prices", rows: ROWS }]));
    assert.deepEqual(faults, []);
    assert.deepEqual([table.dates, table.assets], [["2024-01-01", "2024-01-02"], ["A", "B"]]);
    assert.deepEqual(table.values.data, Float64Array.of(10.5, 20, NaN, 21));
    assert.equal(locatorOf(places)({ row: 1, column: 1 }), " (line 4, column 3)");
  }
});

Deno.test("a file with the fields of one asset gives it the name of the file", async () => {
  const { table, doubts } = await read("INFY.NS.csv.gz", gzipSync("Date,Open,Close\n2024-01-01,1,2\n2024-01-02,1,3\n"));
  assert.deepEqual([table.assets, [...table.values.data]], [["INFY.NS"], [2, 3]]);
  assert.match(doubts[0]?.detail ?? "", /^Took "Close" as the price of INFY\.NS: /);
});

Deno.test("the only sheet of a workbook that holds a table is taken, which is told", async () => {
  const cover: readonly (readonly WrittenCell[])[] = [["Prices of two funds", null], ["Year", 2024], ["Author", "A"]];
  const { table, faults, doubts } = await read(
    "prices.xlsx",
    workbookFile([{ name: "Cover", rows: cover }, { name: "Data", rows: ROWS }, { name: "Notes", rows: cover }]),
  );
  assert.deepEqual([table.assets, faults], [["A", "B"], []]);
  assert.equal(
    doubts[0]?.detail,
    'Read "Data" as the sheet that is meant (rows): no other of the 3 sheets with rows has days and numbers',
  );
});

Deno.test("a workbook of several sheets with a table is refused by their names", async () => {
  const sheets = [{ name: "Prices", rows: ROWS }, { name: "Other", rows: ROWS }];
  await isRefused(
    "prices.xlsx",
    workbookFile(sheets),
    /: 2 of its sheets hold a table \("Prices", "Other"\); keep one of them$/,
  );
});

Deno.test("text in Windows-1252 is read, which is told, and doubts name the field of the request", async () => {
  const text = Uint8Array.from("Date;Größe\n2024-01-01;1,5\n2024-01-02;2\n", (letter) => letter.charCodeAt(0));
  const { table, doubts } = await read("a.csv.gz", gzipSync(text));
  assert.deepEqual([table.assets, [...table.values.data]], [["Größe"], [1.5, 2]]);
  assert.deepEqual(doubts.map(({ code, evidence }) => [code, evidence.to]), [
    ["read_as", "1.5"],
    ["read_as", "Windows-1252"],
  ]);
  assert.equal(doubts[0]?.evidence.pointer, "/prices");
});

Deno.test("a file of another kind is refused with what it is", async () => {
  const archive = archiveFile([{ name: "prices.csv", content: "date,A\n" }]);
  await isRefused(
    "a.csv",
    archive,
    /: it is an archive without a workbook in it; an \.xlsx workbook or CSV is needed$/,
  );
  await isRefused("a.csv", workbookFile([{ name: "Empty", rows: [] }]), /: it is a workbook without a table; /);
  await isRefused("a.csv", "%PDF-1.7\n", /: it is a PDF document; save the table as CSV$/);
  await isRefused("a.csv", "\ufeff<!DOCTYPE html><table>", /: it is a page of HTML; save the table as CSV$/);
  await isRefused("a.csv", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /: it is an \.xls workbook; save it as \.xlsx/);
  await isRefused("a.csv", "date,A\n2024-01-01,\u00001\n", /: it is not text .*: line 2 has a NUL; save it as UTF-8$/);
});

Deno.test("a file of 2 GB is refused by its first bytes that are no table, and not read to its end", async () => {
  await using folder = await temporaryFolder({ "a.csv": "Date,A\n2024-01-01,1\n" });
  const path = `${folder.path}/a.csv`;
  using file = await Deno.open(path, { write: true });
  await file.truncate(2 * 1024 ** 3);
  await assert.rejects(readTableFile(path, OPTIONS), /a\.csv": it is not text .*: line 3 has a NUL; save it as UTF-8$/);
});
