import assert from "node:assert/strict";
import { returnsByMonth, returnsByYear } from "./calendar_returns.ts";

const DATES = ["2022-12-29", "2022-12-30", "2023-01-02", "2023-02-01", "2023-02-02"];
const RETURNS = Float64Array.of(0.5, 0.5, -0.5, 1, 0.25);

Deno.test("returns compound within calendar years and months", () => {
  // The test's returns are halves and quarters, so every product is exact in floating point.
  assert.deepEqual(returnsByYear(DATES, RETURNS), { 2022: 1.25, 2023: 0.25 });
  assert.deepEqual(returnsByMonth(DATES, RETURNS), { "2022-12": 1.25, "2023-01": -0.5, "2023-02": 1.5 });
});

Deno.test("calendar returns are finite even where growth overflows", () => {
  const vast = new Float64Array(5).fill(1e200);
  assert.deepEqual(returnsByYear(DATES, vast), { 2022: Number.MAX_VALUE, 2023: Number.MAX_VALUE });
});
