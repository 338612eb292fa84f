import assert from "node:assert/strict";
import { rangeCuts } from "./range_cuts.ts";

const DATES = Array.from({ length: 10 }, (_, k) => `2024-01-${String(k + 1).padStart(2, "0")}`);

Deno.test("the one asset that starts last is told, with the rows of the common range with and without it", () => {
  const spans = [{ name: "A", from: 0, to: 10 }, { name: "B", from: 1, to: 10 }, { name: "NEW", from: 7, to: 10 }];
  assert.deepEqual(rangeCuts(spans, DATES), [
    { name: "NEW", side: "starts_later", date: "2024-01-08", rows: 3, rowsWithout: 9 },
  ]);
});

Deno.test("the one asset that ends first is told, and one asset may cut both ends", () => {
  const cuts = rangeCuts([{ name: "A", from: 0, to: 10 }, { name: "B", from: 3, to: 6 }], DATES);
  assert.deepEqual(cuts.map(({ name, side, date }) => [name, side, date]), [
    ["B", "starts_later", "2024-01-04"],
    ["B", "ends_earlier", "2024-01-06"],
  ]);
  assert.deepEqual(cuts.map(({ rows, rowsWithout }) => [rows, rowsWithout]), [[3, 10], [3, 10]]);
});

Deno.test("assets that decide together, and a single asset, are not told", () => {
  assert.deepEqual(rangeCuts([{ name: "A", from: 0, to: 10 }], DATES), []);
  const together = ["B", "C"].map((name) => ({ name, from: 5, to: 10 }));
  assert.deepEqual(rangeCuts([{ name: "A", from: 0, to: 10 }, ...together], DATES), []);
});
