import assert from "node:assert/strict";
import { UnreadableFile } from "../unreadable_file.ts";
import type { CellValue } from "../workbook/sheet.ts";
import { readCsv } from "./read_csv.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Test helper. Returns the rows of a text file, each as its number and its cells. */
function rowsOf(file: Uint8Array | string): readonly (readonly CellValue[])[] {
  const { rows } = readCsv(typeof file === "string" ? bytesOf(file) : file);
  return rows.map(({ row, cells }) => [row, ...cells.values()]);
}

function refuses(file: Uint8Array | string, sentence: RegExp): void {
  assert.throws(() => rowsOf(file), (error) => {
    assert.ok(error instanceof UnreadableFile, String(error));
    assert.match(error.message, sentence);
    return true;
  });
}

function utf16(text: string, { isLittle, hasMark }: { isLittle: boolean; hasMark: boolean }): Uint8Array {
  const marked = hasMark ? `\ufeff${text}` : text;
  const view = new DataView(new ArrayBuffer(2 * marked.length));
  [...marked].forEach((letter, i) => view.setUint16(2 * i, letter.charCodeAt(0), isLittle));
  return new Uint8Array(view.buffer);
}

Deno.test("values are read by comma, semicolon or tabulator, with the row numbers of a spreadsheet program", () => {
  for (const delimiter of [",", ";", "\t"]) {
    const text = [["Name", "Qty", "Price"], [], ["A", "1", "2.50"], ['"B, C; D"', "3", "4.75"]]
      .map((cells) => cells.join(delimiter)).join("\r\n");
    assert.deepEqual(rowsOf(text), [[1, "Name", "Qty", "Price"], [3, "A", "1", "2.50"], [4, "B, C; D", "3", "4.75"]]);
  }
});

Deno.test("UTF-8 with and without a mark, UTF-16 in both orders and Windows-1252 are decoded", () => {
  const text = "Name,Qty\nMüller & Söhne,5\nOther,7\n";
  const expected = [[1, "Name", "Qty"], [2, "Müller & Söhne", "5"], [3, "Other", "7"]];
  assert.deepEqual(rowsOf(text), expected);
  assert.deepEqual(rowsOf(`\ufeff${text}`), expected);
  for (const isLittle of [true, false]) {
    for (const hasMark of [true, false]) assert.deepEqual(rowsOf(utf16(text, { isLittle, hasMark })), expected);
  }
  assert.deepEqual(rowsOf(Uint8Array.from(text, (letter) => letter.charCodeAt(0))), expected);
});

Deno.test("decimal commas are read as such where the numbers of the file decide it, and refused where they do not", () => {
  assert.deepEqual(rowsOf("Name;Qty;Price\nA;1.000;2,5\nB;7;1.234,56\n"), [
    [1, "Name", "Qty", "Price"],
    [2, "A", "1000", "2.5"],
    [3, "B", "7", "1234.56"],
  ]);
  assert.deepEqual(rowsOf('Name,Qty,Price\nA,"7,68,000",2.50\nB,"1,234",3'), [
    [1, "Name", "Qty", "Price"],
    [2, "A", "7,68,000", "2.50"],
    [3, "B", "1,234", "3"],
  ]);
  refuses("Name;Qty;Price\nA;100,500;7\n", /^100,500 \(row 2\) may have decimals or be in thousands, .*; save it with/);
  refuses(
    "Name;Qty;Price\nA;2,5;7\nB;1;2.5\n",
    /^its numbers have both decimal commas \(row 2: 2,5\) and decimal points/,
  );
});

Deno.test("a text that is kept from being changed and a formula are read as texts", () => {
  assert.deepEqual(rowsOf("Name,Code\n=\"007\",=cmd|' /C calc'!A0\n+1+1,@SUM(A1)\n"), [
    [1, "Name", "Code"],
    [2, "007", "=cmd|' /C calc'!A0"],
    [3, "+1+1", "@SUM(A1)"],
  ]);
});

Deno.test("a quote that never closes, a control character, and a file that is too large are refused", () => {
  refuses('Name,Qty\n"A,1\nB,2\n', /^a quote in it.* never closes; download it again$/);
  refuses("Name,Qty\nA\0,1\n", /^it is not a text file: its line 2 has the control character U\+0000;/);
  refuses(`"${"x,".repeat(200_000)}`, /^it has a row of more than 200000 characters, or a quote that never closes;/);
  refuses(",".repeat(5_000_000), /^it has a row of more than 200000 characters/);
  refuses("a\n".repeat(20_001), /^it has more than 20000 rows;/);
  refuses(`${"1,".repeat(201)}1\n`, /^it has a row of more than 200 columns;/);
  assert.equal(rowsOf("a\n".repeat(20_000)).length, 20_000);
  assert.equal(rowsOf(`${",".repeat(199)}1\n`).length, 1);
});

Deno.test("bytes of any kind are either read or refused", () => {
  let seed = 7;
  for (let times = 0; times < 300; times++) {
    const file = Uint8Array.from({ length: 200 }, () => (seed = (seed * 48_271) % 2_147_483_647) % 256);
    try {
      readCsv(file);
    } catch (error) {
      assert.ok(error instanceof UnreadableFile, String(error));
    }
  }
});
