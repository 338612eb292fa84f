import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { PlainRow } from "./plain_row.ts";
import type { ReadTable } from "./finished_table.ts";
import { TableReader } from "./table_reader.ts";
import { WrittenNumber } from "./written_number.ts";

const ENCODER = new TextEncoder();

/** Test helper. Returns the value and mark of a cell alone in a plain line; null where the line is not plain. */
function readCell(cell: string): { readonly value: number; readonly mark: number } | null {
  const row = new PlainRow([0], { assets: 1, separator: "," }), bytes = ENCODER.encode(`${cell}\n`);
  if (!row.read(bytes, 0, bytes.length - 1)) return null;
  assert.deepEqual([row.begins[0], row.ends[0]], [0, bytes.length - 1]);
  return { value: row.values[0], mark: row.marks[0] };
}

const digits = fc.stringMatching(/^\d{0,19}$/);
const written = fc.tuple(
  fc.constantFrom("", "", "-", "+"),
  digits,
  fc.constantFrom("", ".", "."),
  digits,
  fc.constantFrom("", "", "", "e5", "E-7", "e+12", "e-18", "e", "e999"),
).map((parts) => parts.join(""));

Deno.test("a plain cell has the value and mark that the reader of written numbers gives it", () => {
  const number = new WrittenNumber();
  fc.assert(
    fc.property(written, (cell) => {
      const read = readCell(cell);
      if (read === null) return;
      const value = number.read(cell);
      assert.ok(Object.is(read.value, value), `${cell}: ${read.value} in place of ${value}`);
      assert.equal(read.mark, number.mark, cell);
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("the numbers of price files and of programs are plain, and nothing else is", () => {
  const plain = ["1", "0.5", "-0.0123", "123.456", "+7.", ".25", "", "1.5e-05", "0.012345678901234567", "1E3"];
  const others = [
    " 1",
    "1 ",
    "1,234",
    "1'234",
    "5%",
    "$5",
    "(3)",
    "NaN",
    "-",
    "+",
    ".",
    "-.",
    "1.2.3",
    "1e",
    "--1",
    "x",
  ];
  assert.deepEqual(plain.filter((cell) => readCell(cell) === null), []);
  assert.deepEqual(others.filter((cell) => readCell(cell) !== null), []);
});

function read(text: string, kind: "prices" | "returns"): ReadTable {
  const reader = new TableReader({ kind, name: "FILE", limits: { assets: 20, rows: 200 } });
  reader.push(text);
  return reader.end();
}

/** Returns a table as text. Each line in `damaged` gets the damage in place of its last letter. */
function textOf(
  { days, cells, damaged, lineEnd, separator }: {
    readonly days: readonly string[];
    readonly cells: readonly (readonly string[])[];
    readonly damaged: ReadonlyMap<number, string>;
    readonly lineEnd: string;
    readonly separator: string;
  },
): string {
  const lines = cells.map((row, at) => {
    const line = [days[at], ...row].join(separator), damage = damaged.get(at);
    return damage === undefined ? line : line.slice(0, -1) + damage;
  });
  return [["Date", ...(cells[0] ?? []).map((_, at) => `A${at}`)].join(separator), ...lines].join(lineEnd) + lineEnd;
}

const COUNT = 90;
const table = fc.record({
  cells: fc.integer({ min: 1, max: 5 }).chain((width) =>
    fc.array(
      fc.array(
        fc.oneof({ weight: 9, arbitrary: fc.double({ min: 1e-4, max: 900, noNaN: true }).map(String) }, {
          weight: 1,
          arbitrary: written,
        }),
        { minLength: width, maxLength: width },
      ),
      { minLength: COUNT, maxLength: COUNT },
    )
  ),
  damaged: fc.array(
    fc.tuple(fc.integer({ min: 0, max: COUNT - 1 }), fc.constantFrom("", "x", ",", ",,", " ", "é", "1,5", "%", ".")),
    { maxLength: 3 },
  ).map((entries) => new Map(entries)),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  separator: fc.constantFrom(",", ";", "\t", "|"),
  kind: fc.constantFrom("prices", "returns"),
});

/** Days of the table, in quotes or without them. A line with a quote is not plain. */
function daysOf(quote: string): readonly string[] {
  const first = Date.UTC(2021, 0, 1);
  return Array.from({ length: COUNT }, (_, at) => {
    const day = new Date(first + at * 86_400_000).toISOString().slice(0, 10);
    return quote + day + quote;
  });
}

Deno.test("a table has the same values, faults and doubts whether or not quotes around its days slow the reader down", () => {
  fc.assert(
    fc.property(table, ({ kind, ...parts }) => {
      const plain = read(textOf({ ...parts, days: daysOf("") }), kind);
      const quoted = read(textOf({ ...parts, days: daysOf('"') }), kind);
      assert.deepEqual(plain, quoted);
    }),
    { numRuns: 300 },
  );
});
