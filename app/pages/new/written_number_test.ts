import assert from "node:assert/strict";
import { writtenNumber } from "./written_number.ts";

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
