import assert from "node:assert/strict";
import { commonNumbers } from "./common_numbers.ts";
import { packedNumbers, unpackedNumbers } from "./packed_numbers.ts";

Deno.test("commonNumbers returns the numbers that are in all of the ascending lists, in order", () => {
  assert.deepEqual(commonNumbers([[1, 3, 4, 7, 9], [0, 3, 7, 8, 9], [3, 7, 10]]), [3, 7]);
  assert.deepEqual(commonNumbers([[1, 2]]), [1, 2]);
  assert.deepEqual(commonNumbers([[1, 2], []]), []);
  assert.deepEqual(commonNumbers([[1], [2]]), []);
  assert.deepEqual(commonNumbers([]), []);
});

Deno.test("packed numbers are unpacked bit for bit", () => {
  const numbers = [0, -0, 0.1, -1e300, 5e-324, Number.MAX_VALUE];
  assert.ok(numbers.every((number, i) => Object.is(unpackedNumbers(packedNumbers(numbers))[i], number)));
  assert.deepEqual(unpackedNumbers(packedNumbers([])), new Float64Array());
});
