import assert from "node:assert/strict";
import { shortNumber } from "./short_number.ts";

Deno.test("a number of any size has at most six digits, as the reader's languages write them", () => {
  for (
    const [value, english, german] of [
      [0, "0", "0"],
      [0.25, "0.25", "0,25"],
      [1 / 3, "0.333333", "0,333333"],
      [-1.25e-9, "-1.3E-9", "-1,3E-9"],
      [1234567, "1,234,570", "1.234.570"],
    ] as const
  ) {
    assert.deepEqual([shortNumber(value, ["en-US"]), shortNumber(value, ["de-DE"])], [english, german]);
  }
});
