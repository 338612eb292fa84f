import assert from "node:assert/strict";
import { decimalMarkOf, writtenNumber } from "./written_number.ts";

Deno.test("a number is taken as people write it: with a comma, as percent, with groups of thousands", () => {
  const cases: [text: string, value: number | null][] = [
    ["0.1", 0.1],
    [" 0,1 ", 0.1],
    ["10 %", 0.1],
    ["12,5%", 0.125],
    ["1,234.5", 1234.5],
    ["1.234,5", 1234.5],
    ["12,34,567", 1234567],
    ["1\u202f000", 1000],
    ["\u22120.5", -0.5],
    ["1e-8", 1e-8],
    ["7%", 0.07],
    ["", null],
    ["abc", null],
    ["1.2.3", null],
    ["--1", null],
    ["1e999", null],
  ];
  for (const [text, value] of cases) assert.equal(writtenNumber(text), value, text);
});

Deno.test("one comma before three digits groups thousands, unless the reader's decimal mark is a comma", () => {
  const cases: [text: string, byPoint: number, byComma: number][] = [
    ["1,500", 1500, 1.5],
    ["50,000", 50_000, 50],
    ["-950,000", -950_000, -950],
    ["0,125", 0.125, 0.125],
    ["1500,000", 1500, 1500],
    ["12,50", 12.5, 12.5],
    ["1.500", 1.5, 1.5],
  ];
  for (const [text, byPoint, byComma] of cases) {
    assert.equal(writtenNumber(text, { decimalMark: "." }), byPoint, text);
    assert.equal(writtenNumber(text, { decimalMark: "," }), byComma, text);
  }
});

Deno.test("what the decimal mark of a column is, is told by those of its numbers that can be meant in one way only", () => {
  assert.equal(decimalMarkOf(["1,500", "12,5"]), ",");
  assert.equal(decimalMarkOf(["1.500", "1.234,50"]), ",");
  assert.equal(decimalMarkOf(["1,500", "12.5", "12,50,000"]), ".");
  assert.equal(decimalMarkOf(["950", "1,500"]), null);
  assert.equal(decimalMarkOf(["12,5", "12.5"]), null);
  assert.equal(decimalMarkOf(["1.500"]), null);
});
