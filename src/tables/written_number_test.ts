import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { MARK, WrittenNumber } from "./written_number.ts";

function read(cell: string): readonly [value: number, mark: number] {
  const written = new WrittenNumber();
  return [written.read(cell), written.mark];
}

Deno.test("a decimal number is read as the nearest double, however many digits it has", () => {
  const number = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.nat(30)).map(([digits, places]) => {
      const text = String(digits).padStart(places + 1, "0");
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    }),
  );
  fc.assert(fc.property(number, (text) => {
    const [value] = read(text);
    assert.ok(Object.is(value, Number(text)), text);
    assert.ok(Object.is(read(` ${text}\t`)[0], value));
  }));
});

Deno.test("a number is read with any usual marks of thousands, decimals, currency and percent", () => {
  const cells: readonly (readonly [cell: string, value: number, mark: number])[] = [
    ["1,234.50", 1234.5, MARK.point],
    ["1.234,50", 1234.5, MARK.comma],
    ["1 234,50", 1234.5, MARK.comma],
    ["1\u00a0234\u00a0567", 1234567, MARK.whole],
    ["1'234.5", 1234.5, MARK.point],
    ["1,23,456.78", 123456.78, MARK.point],
    ["1.234.567", 1234567, MARK.comma],
    ["12,5", 12.5, MARK.comma],
    ["0,123", 0.123, MARK.comma],
    ["1,234", 1.234, MARK.eitherComma],
    ["1.234", 1.234, MARK.eitherPoint],
    ["0.123", 0.123, MARK.point],
    ["₹1,234.5", 1234.5, MARK.point],
    ["Rs. 12", 12, MARK.whole],
    ["-$12.5", -12.5, MARK.point],
    ["12.5 €", 12.5, MARK.point],
    ["(1,234.5)", -1234.5, MARK.point],
    ["\u22125", -5, MARK.whole],
    ["1.3%", 0.013, MARK.point],
    ["-2,5 %", -0.025, MARK.comma],
    ["1e-3", 0.001, MARK.point],
  ];
  for (const [cell, value, mark] of cells) assert.deepEqual(read(cell), [value, mark], cell);
});

Deno.test("a cell without a value is missing, and any other text is no number", () => {
  for (const cell of ["", " ", "-", "NA", "NaN", "n/a", "#N/A", "null", "None", "N.A."]) {
    assert.deepEqual(read(cell), [NaN, MARK.missing], cell);
  }
  for (const cell of ["x", "=1+1", "0x10", "1_000", "inf", "--1", "1 2", "1,234,56", "1.2.3", "1e", "$", "%", "(-1)"]) {
    assert.deepEqual(read(cell), [NaN, MARK.none], cell);
  }
});

Deno.test("no text makes the reader of numbers throw", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const [value, mark] = read(text);
    assert.equal(Number.isNaN(value), mark === MARK.missing || mark === MARK.none);
  }));
});
