import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { decimalValue } from "./decimal_value.ts";

/** Returns the value of a whole number of at most 18 digits times a power of ten. */
function valueOf(whole: bigint, exponent: number): number {
  const digits = String(whole), first = digits.slice(0, 9), others = digits.slice(9);
  const parts = { first: Number(first), others: Number(others), otherDigits: others.length };
  return decimalValue(parts, exponent);
}

const whole = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });
const exponent = fc.integer({ min: -25, max: 25 });

Deno.test("a decimal number is the double that the runtime reads, or is left undecided", () => {
  fc.assert(
    fc.property(whole, exponent, (whole, exponent) => {
      const value = valueOf(whole, exponent);
      if (!Number.isNaN(value)) assert.equal(value, Number(`${whole}e${exponent}`));
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("numbers halfway between two doubles, or next to halfway, are right or undecided", () => {
  const double = fc.bigInt({ min: 2n ** 53n, max: 2n ** 58n }), power = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(double, power, fc.integer({ min: -2, max: 2 }), (double, power, step) => {
      const spacing = BigInt(2 ** Math.max(0, double.toString(2).length - 53));
      const halfway = double - double % spacing + spacing / 2n + BigInt(step);
      for (const [whole, exponent] of [[halfway, 0], [halfway * 10n ** BigInt(power) % 10n ** 18n, -power]] as const) {
        const value = valueOf(whole, exponent);
        if (!Number.isNaN(value)) assert.equal(value, Number(`${whole}e${exponent}`));
      }
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("the doubles that programs write with 17 digits are all decided", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-5, max: 1e5, noNaN: true }), (double) => {
      const [digits = "", power = ""] = double.toExponential(16).split("e");
      assert.equal(valueOf(BigInt(digits.replace(".", "")), Number(power) - 16), double);
    }),
    { numRuns: 20_000 },
  );
});
