import assert from "node:assert/strict";
import { figureOf } from "./figures.ts";

function read(cell: Parameters<typeof figureOf>[0]): number | string | null {
  const figure = figureOf(cell, "quantity");
  return figure === null ? null : "value" in figure ? figure.value : figure.fault;
}

Deno.test("figures are read from numbers, and from texts in the formats that statements use", () => {
  const forms: readonly (readonly [string, number])[] = [
    ["1,23,456.78", 123_456.78],
    ["12,34,56,789", 123_456_789],
    ["123,456.5", 123_456.5],
    ["7,68,000", 768_000],
    ["₹ 1,250.50", 1_250.5],
    ["₹1250", 1_250],
    ["Rs. 12", 12],
    ["(12.5)", -12.5],
    ["(₹ 12.5)", -12.5],
    ["-₹12.5", -12.5],
    ["+3", 3],
    ["1.5E+03", 1_500],
    ["  8 ", 8],
    [".5", 0.5],
    ["１２", 12],
    ["\u00a042\u00a0", 42],
  ];
  for (const [text, value] of forms) assert.equal(read(text), value, text);
  assert.equal(read(16_769.899999999998), 16_769.899999999998);
});

Deno.test("a blank, a dash, NA and nil are read as no figure", () => {
  for (const text of ["-", "–", "--", "NA", "n/a", "Nil", " "]) assert.equal(read(text), null, text);
  assert.equal(read(undefined), null);
});

Deno.test("a text that is not a number and a figure beyond all bounds are refused with the reason", () => {
  for (
    const text of ["1.234,56", "12,34", "1,2,3", "twelve", "NaN", "Infinity", "5%", "1 2x", "--5", "(5", "0x10", "१२"]
  ) {
    assert.equal(read(text), `its quantity ${JSON.stringify(text)} is not a number`, text);
  }
  for (const beyond of [1e300, -1e300, "1e300", Infinity, NaN, 1e-300]) {
    assert.equal(read(beyond), "its quantity is too large or too small", String(beyond));
  }
  assert.equal(read({ what: "a date" }), "its quantity is a date");
});
