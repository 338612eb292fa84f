import assert from "node:assert/strict";
import { pastedPairs } from "./pasted_pairs.ts";

Deno.test("two pasted columns are names with numbers, and the whole column is read by one decimal mark", () => {
  const numbers = (text: string): readonly (number | null)[] => pastedPairs(text).map(({ number }) => number);
  assert.deepEqual(numbers("A\t12.5\nB\t1,500"), [12.5, 1500]);
  assert.deepEqual(numbers("A;12,5\nB;1,500\nC;1.500\nD;many"), [12.5, 1.5, 1500, null]);
  assert.deepEqual(pastedPairs("A\t10 %\nB\nC\t"), [{ name: "A", text: "10 %", number: 0.1 }]);
  assert.deepEqual(pastedPairs("A"), []);
});
