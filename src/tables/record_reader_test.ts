import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "../../tests/support/fast_check.ts";
import { CsvError, MOST_RECORD_LETTERS, RecordReader } from "./record_reader.ts";

function read(pieces: readonly string[], separator: "," | ";" = ","): readonly (readonly string[])[] {
  const records: (readonly string[])[] = [];
  const reader = new RecordReader({ separator, lineEnd: "\n" }, (cells) => records.push(cells) > 0);
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return records;
}

const cell = fc.oneof(fc.string(), fc.constantFrom('"', "a,b", "two\nlines", "₹1,234", ""));
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });

Deno.test("any cells are read back as a general parser reads them, in pieces of any size", () => {
  fc.assert(fc.property(rows, fc.integer({ min: 1, max: 9 }), (written, size) => {
    const text = written.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(",")).join("\n");
    const clean = text.replaceAll("\r", "");
    const pieces = clean.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    const options = { relax_column_count: true, record_delimiter: "\n", skip_empty_lines: true };
    assert.deepEqual(read(pieces), parse(clean, options));
  }));
});

Deno.test("a record tells the line on which it ends, also where a quoted cell has several lines", () => {
  const lines: number[] = [];
  const reader = new RecordReader({ separator: ",", lineEnd: "\n" }, (_, line) => lines.push(line) > 0);
  reader.push('a,b\r\n"1\n2",3\n4,5');
  reader.end();
  assert.deepEqual(lines, [1, 3, 4]);
});

Deno.test("a quote in a wrong place and a record that is too long are errors with their line", () => {
  const errors: readonly (readonly [string, RegExp])[] = [
    ['a\nb"c,d', /^at line 2: a quote stands in the middle of a cell$/],
    ['a\n"b"c,d', /^at line 2: a cell goes on after its closing quote$/],
    ['a\n"b,c\nd', /^to its end: a quote is never closed, that of line 2$/],
    [`a\n"${"b\n".repeat(MOST_RECORD_LETTERS)}`, /^at line \d+: the quote of line 2 is not closed within 1 MiB$/],
    [`a\n${"b".repeat(MOST_RECORD_LETTERS + 1)}`, /^at line 2: a line is longer than 1 MiB$/],
  ];
  for (const [text, message] of errors) {
    assert.throws(() => read([text]), (error) => error instanceof CsvError && message.test(error.message));
  }
});

Deno.test("a line of 16 MiB is refused after its first mebibyte", () => {
  const reader = new RecordReader({ separator: ",", lineEnd: "\n" }, () => true);
  const piece = "1".repeat(65_536);
  let given = 0;
  assert.throws(() => {
    for (; given < 256; given++) reader.push(piece);
  }, CsvError);
  assert.ok(given < 18);
});
