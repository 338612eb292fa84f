import assert from "node:assert/strict";
import { areProven, main } from "./main.ts";
import { type RowResult, RowTable } from "./row_table.ts";

const PROVEN: RowResult = {
  row: "a row",
  median_ms: 0.0704,
  min_ms: 0.0649,
  max_ms: 123.4,
  runs: 7,
  objective: 0.0043600074,
  proven_optimal: true,
  conic_median_ms: 48.6,
};
const UNPROVEN: RowResult = { ...PROVEN, row: "another", proven_optimal: false };
const WITHOUT_PROOF: RowResult = { ...PROVEN, row: "a third", proven_optimal: null, conic_median_ms: null };

Deno.test("the bench fails where one answer is not proven, not where there is nothing to prove", () => {
  assert.equal(areProven([PROVEN, WITHOUT_PROOF]), true);
  assert.equal(areProven([PROVEN, UNPROVEN]), false);
});

Deno.test("the table shows the times, the objective and whether it is proven", () => {
  const results = [PROVEN, UNPROVEN, WITHOUT_PROOF];
  const table = new RowTable(results.map(({ row }) => row));
  const lines = [table.header(), ...results.map((result) => table.line(result))];
  assert.equal(new Set(lines.map((line) => line.length)).size, 1);
  assert.deepEqual(lines.map((line) => line.trimEnd().split(/ {2,}/)), [
    ["row", "median ms", "min", "max", "runs", "objective", "proven", "conic ms"],
    ["a row", "0.070", "0.065", "123", "7", "0.00436000740", "yes", "48.60"],
    ["another", "0.070", "0.065", "123", "7", "0.00436000740", "NO", "48.60"],
    ["a third", "0.070", "0.065", "123", "7", "0.00436000740", "-", "-"],
  ]);
});

Deno.test("a row that is not there and an unknown option are refused", async () => {
  assert.equal(await main(["--only", "no such row"]), 2);
  assert.equal(await main(["--rows", "2"]), 2);
});
