import assert from "node:assert/strict";
import { shortAmount } from "./amount_unit.ts";

Deno.test("an amount on a chart is labelled with about four digits and a unit", () => {
  const cases = [0, 0.98765, 1.25, 9999.4, 10_000, 226_000, 1.5e6, 2.34567e9, -45_678];
  assert.deepEqual(cases.map(shortAmount), [
    "0",
    "0.9877",
    "1.25",
    "9999",
    "10k",
    "226k",
    "1.5M",
    "2.346bn",
    "-45.68k",
  ]);
});
