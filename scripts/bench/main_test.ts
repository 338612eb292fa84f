import assert from "node:assert/strict";
import { areProven, main } from "./main.ts";
import type { Promised } from "./row.ts";
import { type RowResult, RowTable } from "./row_table.ts";
import { isMet, serviceLines } from "./service_lines.ts";

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

Deno.test("the benchmark fails if an answer is not proven optimal, but not if there is nothing to prove", () => {
  assert.equal(areProven([PROVEN, WITHOUT_PROOF]), true);
  assert.equal(areProven([PROVEN, UNPROVEN]), false);
});

Deno.test("the benchmark table shows the times, the objective and whether it is proven optimal", () => {
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

Deno.test("the benchmark times a row and proves its optimum", async () => {
  const folder = await Deno.makeTempDir();
  const json = `${folder}/table.json`;
  try {
    const short = { warmUpMs: 10, leastMs: 10 };
    assert.equal(await main(["--only", "rules min_volatility none n=100", "--json", json], short), 0);
    const { rows } = JSON.parse(await Deno.readTextFile(json));
    assert.ok(rows.length > 0);
    for (const { proven_optimal, runs } of rows) assert.ok(proven_optimal && runs > 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const SHARE: Promised = { name: "share", value: 0.4, unit: "fraction", at_least: 0.4 };
const SPREAD: Promised = { name: "medians apart", value: 0.1, unit: "fraction", at_most: 0.1 };

Deno.test("a bound of the service benchmark is met at the bound itself and missed beyond it", () => {
  assert.deepEqual([SHARE, SPREAD].map(isMet), [true, true]);
  assert.deepEqual([{ ...SHARE, value: 0.399 }, { ...SPREAD, value: 0.101 }].map(isMet), [false, false]);
});

Deno.test("a row of the service benchmark shows its figures with their units, and whether its bound is met", () => {
  const figures = [
    { name: "bare route", value: 9_876.4, unit: "requests/s" },
    { name: "sign-in", value: 61.204, unit: "ms" },
  ] as const;
  const row = "http: a row";
  assert.equal(
    serviceLines({ row, figures, promises: [SHARE] }),
    [
      "http: a row",
      "  bare route   9876 requests/s",
      "  sign-in     61.20 ms",
      "  share        40.0 %, at least 40 %: yes",
      "",
    ].join("\n"),
  );
  const missed = serviceLines({ row, figures: [], promises: [{ ...SPREAD, value: 0.25 }] });
  assert.equal(missed, "http: a row\n  medians apart  25.0 %, at most 10 %: NO\n");
});

Deno.test("the benchmark refuses an unknown row and an unknown option", async () => {
  assert.equal(await main(["--only", "no such row"]), 2);
  assert.equal(await main(["--rows", "2"]), 2);
});
