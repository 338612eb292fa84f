import assert from "node:assert/strict";
import { largestFirst } from "./largest_first.ts";

Deno.test("shares of more work come first, and those of the same work stay in their order", () => {
  assert.deepEqual(largestFirst([2, 7, 2, 9, 7]), [3, 1, 4, 0, 2]);
  assert.deepEqual(largestFirst([]), []);
});
