import assert from "node:assert/strict";
import { fullDigits, shortDigits } from "./full_digits.ts";

const EN = ["en-US"];

Deno.test("a fraction is written as percent with every digit that it has, without those that a product would add", () => {
  assert.equal(fullDigits(0.07, "percent", EN), "7%");
  assert.equal(fullDigits(0.57, "percent", EN), "57%");
  assert.equal(fullDigits(0.1234567890123456, "percent", EN), "12.34567890123456%");
  assert.equal(fullDigits(-0.000012, "percent", EN), "-0.0012%");
  assert.equal(fullDigits(1.5e-12, "percent", EN), "0.00000000015%");
  assert.equal(fullDigits(3.2e-30, "percent", EN), "3.2e-28%");
  assert.equal(fullDigits(12345.6, "percent", EN), "1,234,560%");
});

Deno.test("the digits of every fraction are those of the number itself, moved by two places", () => {
  for (const value of [0.1, 1 / 3, 2 / 3, 0.29, 1e-7, 123.456, 5e-324 * 2 ** 60]) {
    const written = fullDigits(value, "percent", EN).replaceAll(/[,%]/g, "");
    assert.equal(
      Number(`${written}${written.includes("e") ? "" : "e0"}`),
      Number(`${value}`) === 0 ? 0 : Number(shiftedText(value)),
    );
  }
});

Deno.test("numbers and amounts are written in the reader's way, and days as dates of no zone", () => {
  assert.equal(fullDigits(1234567.25, "amount", ["de-DE"]), "1.234.567,25");
  assert.equal(shortDigits(1234567.25, "amount", EN), "1,234,567");
  assert.equal(shortDigits(0.12345, "percent", EN), "12.35%");
  assert.equal(fullDigits(19_723, "date", EN), "Jan 1, 2024");
  assert.equal(fullDigits(NaN, "number", EN), "–");
});

/** Returns the decimal text of a number times 100, by its exponent. */
function shiftedText(value: number): string {
  const [digits, exponent = "0"] = String(value).split("e");
  return `${digits}e${Number(exponent) + 2}`;
}
