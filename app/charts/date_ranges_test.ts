import assert from "node:assert/strict";
import { indexFrom, namedRanges, rangeBetween, widened } from "./date_ranges.ts";

const DAYS = Array.from(
  { length: 800 },
  (_, index) => new Date(Date.UTC(2022, 0, 1 + index)).toISOString().slice(0, 10),
);

Deno.test("usual stretches end with the last day, are shorter than the whole, and the whole is among them", () => {
  const ranges = namedRanges(DAYS);
  assert.deepEqual(ranges.map(({ name }) => name), ["1 month", "6 months", "1 year", "All"]);
  for (const { from, to } of ranges) assert.ok(from < to && to === DAYS.length - 1);
  assert.equal(DAYS[ranges[2].from], "2023-03-10");
  assert.equal(DAYS[DAYS.length - 1], "2024-03-10");
});

Deno.test("a month before the 31st is the last day of a shorter month", () => {
  const days = ["2024-02-28", "2024-02-29", "2024-03-15", "2024-03-31"];
  assert.equal(namedRanges(days)[0].from, 1);
});

Deno.test("two days give the range of the dates between them, in either order, and always two dates", () => {
  const days = ["2024-01-02", "2024-01-03", "2024-01-08", "2024-01-09"];
  assert.deepEqual(rangeBetween(days, "2024-01-03", "2024-01-08"), { from: 1, to: 2 });
  assert.deepEqual(rangeBetween(days, "2024-01-08", "2024-01-03"), { from: 1, to: 2 });
  assert.deepEqual(rangeBetween(days, "2024-01-04", "2024-01-05"), { from: 1, to: 2 });
  assert.deepEqual(rangeBetween(days, "1990-01-01", "2090-01-01"), { from: 0, to: 3 });
  assert.deepEqual(rangeBetween(days, "2090-01-01", "2091-01-01"), { from: 2, to: 3 });
});

Deno.test("a range stays within the dates and has at least two of them", () => {
  assert.deepEqual(widened({ from: 5, to: -3 }, 4), { from: 0, to: 3 });
  assert.deepEqual(widened({ from: 3, to: 3 }, 4), { from: 2, to: 3 });
  assert.deepEqual(widened({ from: 0, to: 0 }, 1), { from: 0, to: 0 });
});

Deno.test("the first date from a day on is found among many", () => {
  assert.equal(indexFrom(DAYS, "2022-01-01"), 0);
  assert.equal(indexFrom(DAYS, "2022-02-01"), 31);
  assert.equal(indexFrom(DAYS, "2090-01-01"), DAYS.length);
  assert.equal(indexFrom([], "2022-01-01"), 0);
});
