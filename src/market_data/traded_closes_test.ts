import assert from "node:assert/strict";
import { tradedCloses } from "./traded_closes.ts";

const dates = ["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-06"];
const closes = Float64Array.of(1, 2, 3, 4);

Deno.test("closes before a split are multiplied by its ratio, and closes from its day on are not", () => {
  const actions = [{ date: "2020-01-03", kind: "split" as const, amount: 5 }];
  assert.deepEqual([...tradedCloses({ dates, closes, actions })], [5, 10, 3, 4]);
});

Deno.test("the ratios of several splits multiply in any order, and one after the last day applies to all closes", () => {
  const actions = [
    { date: "2020-01-07", kind: "split" as const, amount: 2 },
    { date: "2020-01-02", kind: "split" as const, amount: 0.1 },
    { date: "2020-01-06", kind: "dividend" as const, amount: 7 },
  ];
  assert.deepEqual([...tradedCloses({ dates, closes, actions })], [1 * 2 * 0.1, 4, 6, 8]);
  assert.deepEqual([...closes], [1, 2, 3, 4]);
});
