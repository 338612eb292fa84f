import assert from "node:assert/strict";
import { typedNumber } from "./typed_number.ts";

Deno.test("a field for a number reads what other fields read, is empty without a fault, and says what it cannot read", () => {
  assert.deepEqual(typedNumber("1000,50"), { value: 1000.5, fault: null });
  assert.deepEqual(typedNumber("1.000,50"), { value: 1000.5, fault: null });
  assert.deepEqual(typedNumber("  "), { value: undefined, fault: null });
  for (const text of ["₹5 lakh", "0.2x"]) {
    const { value, fault } = typedNumber(text);
    assert.equal(value, undefined);
    assert.match(fault ?? "", new RegExp(`^Cannot read "${text}" as a number`));
  }
});
