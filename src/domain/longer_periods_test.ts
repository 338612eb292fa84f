import assert from "node:assert/strict";
import { isYearOf, periodsOfYear } from "./longer_periods.ts";

Deno.test("quarters, half years and years have 4, 2 and 1 periods a year, and two years half a one", () => {
  assert.deepEqual([91, 92, 182, 366, 730].map(periodsOfYear), [4, 4, 2, 1, 0.5]);
});

Deno.test("a number of periods in a year fits dates if it is within a fifth of theirs", () => {
  assert.deepEqual([4, 4.5, 12, 1, undefined].map((periods) => isYearOf(periods, 91)), [
    true,
    true,
    false,
    false,
    false,
  ]);
});
