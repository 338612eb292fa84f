import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { PlainNumber } from "./plain_number.ts";

const encoder = new TextEncoder();

/** Returns the value of a text and the text that is kept of it; null if the text is no number of JSON. */
function read(text: string): { readonly value: number; readonly text: string } | null {
  const number = new PlainNumber(), bytes = encoder.encode(`,${text},`);
  const end = number.read(bytes, 1), { value, isKept, keptFrom, keptTo } = number;
  if (end !== bytes.length - 1) return null;
  return { value, text: isKept ? new TextDecoder().decode(bytes.subarray(keptFrom, keptTo)) : String(value) };
}

Deno.test("a number is the double of JSON.parse, and its text the one of JSON.stringify, however it is written", () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  const written = fc.oneof(
    double.map(String),
    fc.tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.nat({ max: 20 })).map(([x, n]) => x.toFixed(n)),
    fc.tuple(double, fc.nat({ max: 20 })).map(([x, n]) => x.toExponential(n)),
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
    fc.tuple(fc.nat({ max: 10 }), fc.nat({ max: 999_999 })).map(([zeros, n]) => `0.${"0".repeat(zeros)}${n}`),
  );
  fc.assert(
    fc.property(written, (text) => {
      const value: unknown = JSON.parse(text);
      if (value === Infinity || value === -Infinity) return assert.equal(read(text), null);
      assert.deepEqual(read(text), { value, text: JSON.stringify(value) });
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("what is no number of JSON, or is no finite double, is not read", () => {
  for (const text of ["01", "-01", "1.", ".5", "+1", "-", "1e", "1e+", "NaN", "1_0", "1e400", "-1e400", "", "- 1"]) {
    assert.equal(read(text), null, text);
  }
});
