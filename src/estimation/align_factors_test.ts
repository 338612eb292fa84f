import assert from "node:assert/strict";
import { alignFactors, type ReturnRows } from "./align_factors.ts";

const MONTHS: ReturnRows = {
  dates: ["2024-01-30", "2024-02-29", "2024-03-14"],
  frequency: "monthly",
  start: "2023-12-29",
  kind: "prices",
};

function aligned(dates: readonly string[], returns: readonly number[], rows: ReturnRows): number[] | readonly string[] {
  const { factors, missing } = alignFactors({ dates, series: { F: returns } }, rows);
  return factors === null ? missing : Array.from(factors.data);
}

Deno.test("factor returns on days of the run are taken as they are, and others are left out", () => {
  const rows: ReturnRows = {
    dates: ["2024-01-03", "2024-01-04"],
    frequency: "daily",
    start: "2024-01-02",
    kind: "prices",
  };
  const dates = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"];
  assert.deepEqual(aligned(dates, [9, 8, 0.1, 0.3, 7], rows), [0.1, 0.3]);
});

Deno.test("factor returns between two days of the run are compounded into the later day", () => {
  const rows: ReturnRows = {
    dates: ["2024-01-03", "2024-01-08"],
    frequency: "daily",
    start: "2024-01-02",
    kind: "prices",
  };
  const dates = ["2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"];
  assert.deepEqual(aligned(dates, [0.1, 1, 1, 0.5], rows), [0.1, 2 * 2 * 1.5 - 1]);
});

Deno.test("a monthly factor return counts for its month, wherever in the month it is dated", () => {
  const returns = [0.9, 0.1, 0.2, 0.3];
  assert.deepEqual(aligned(["2023-12-31", "2024-01-31", "2024-02-29", "2024-03-31"], returns, MONTHS), [0.1, 0.2, 0.3]);
  assert.deepEqual(aligned(["2023-12-01", "2024-01-01", "2024-02-01", "2024-03-01"], returns, MONTHS), [0.1, 0.2, 0.3]);
});

Deno.test("daily factor returns are compounded to weeks from Monday to Sunday", () => {
  const rows: ReturnRows = {
    dates: ["2024-01-12", "2024-01-18"],
    frequency: "weekly",
    start: "2024-01-05",
    kind: "prices",
  };
  const dates = ["2024-01-04", "2024-01-07", "2024-01-08", "2024-01-14", "2024-01-15", "2024-01-18"];
  assert.deepEqual(aligned(dates, [5, 5, 1, 1, 0.5, 1], rows), [3, 2]);
});

Deno.test("in a partial last month factor returns after the last date of the run do not count", () => {
  const dates = ["2024-01-30", "2024-02-29", "2024-03-13", "2024-03-14", "2024-03-15"];
  assert.deepEqual(aligned(dates, [0.5, 0.25, 1, 1, 7], MONTHS), [0.5, 0.25, 3]);
});

Deno.test("in a partial first month factor returns before the start do not count, unless there are no others", () => {
  const rows: ReturnRows = { dates: ["2024-01-31"], frequency: "monthly", start: "2024-01-20", kind: "returns" };
  assert.deepEqual(aligned(["2024-01-19", "2024-01-20", "2024-01-31"], [7, 1, 1], rows), [3]);
  assert.deepEqual(aligned(["2023-12-31", "2024-01-01"], [7, 0.5], rows), [0.5]);
});

Deno.test("the first day of a history of returns has a factor return, and that of a history of prices has none", () => {
  const rows: ReturnRows = {
    dates: ["2024-01-02", "2024-01-03"],
    frequency: "daily",
    start: "2024-01-02",
    kind: "returns",
  };
  assert.deepEqual(aligned(["2024-01-02", "2024-01-03"], [0.1, 0.2], rows), [0.1, 0.2]);
  assert.deepEqual(
    aligned(["2024-01-02", "2024-01-03"], [0.1, 0.2], { ...rows, kind: "prices", dates: rows.dates.slice(1) }),
    [
      0.2,
    ],
  );
});

Deno.test("all dates of the run without a factor return are named", () => {
  const rows: ReturnRows = { ...MONTHS, frequency: "daily" };
  assert.deepEqual(aligned(["2024-01-30", "2024-02-28"], [0.1, 0.2], rows), ["2024-02-29", "2024-03-14"]);
  assert.deepEqual(aligned(["2024-01-31", "2024-03-31"], [0.1, 0.2], MONTHS), ["2024-02-29"]);
  assert.deepEqual(aligned(["2020-01-31", "2020-02-28", "2020-03-31"], [1, 2, 3], MONTHS), MONTHS.dates);
  assert.deepEqual(aligned(["2030-01-31"], [1], MONTHS), MONTHS.dates);
});
