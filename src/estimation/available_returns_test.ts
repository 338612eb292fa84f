import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import type { Frequency } from "../domain/frequency.ts";
import { matrix } from "../domain/matrix.ts";
import { alignReturns } from "./align_returns.ts";
import type { AvailableReturns } from "./alignment.ts";

type Cells = readonly (number | null)[];

/** Days from Monday 2024-01-01 on, without weekends. */
function weekdays(count: number): readonly string[] {
  return Array.from({ length: 2 * count }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)))
    .filter((day) => day.getUTCDay() % 6 !== 0).slice(0, count).map((day) => day.toISOString().slice(0, 10));
}

/** Test helper. Aligns columns of equal length and returns what is available. */
function available(
  columns: Readonly<Record<string, Cells>>,
  { kind = "prices", frequency = "daily", benchmark }: {
    kind?: "prices" | "returns";
    frequency?: Frequency;
    benchmark?: Cells;
  } = {},
): AvailableReturns {
  const lists = Object.values(columns), rows = lists[0].length;
  const cells = Array.from({ length: rows }, (_, t) => lists.map((list) => list[t] ?? NaN)).flat();
  const table = {
    dates: weekdays(rows),
    assets: Object.keys(columns).map(assetId),
    values: matrix(rows, lists.length, Float64Array.from(cells)),
  };
  const prices = benchmark && Float64Array.from(benchmark, (value) => value ?? NaN);
  const { available: found } = alignReturns(table, {
    ...{ kind, frequency, source: "request", use: "available" as const },
    ...prices && { benchmark: { prices } },
  });
  assert.ok(found);
  return found;
}

function columnOf({ returns: { rows, columns, data } }: AvailableReturns, j: number): readonly (number | null)[] {
  return Array.from({ length: rows }, (_, t) => data[t * columns + j])
    .map((value) => Number.isNaN(value) ? null : Number(value.toFixed(6)));
}

Deno.test("each asset has the returns between its own prices, from its first day to its last", () => {
  const A = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
  const found = available({
    A,
    NEW: [null, null, 4, 5, 4, 5, 4, 5, 4, 5],
    OLD: [...[8, 4, 8], ...Array(7).fill(null)],
  });
  assert.deepEqual(found.dates, weekdays(10).slice(1));
  assert.deepEqual(columnOf(found, 0), [1, -0.5, 1, -0.5, 1, -0.5, 1, -0.5, 1]);
  assert.deepEqual(columnOf(found, 1), [null, null, 0.25, -0.2, 0.25, -0.2, 0.25, -0.2, 0.25]);
  assert.deepEqual(columnOf(found, 2), [-0.5, 1, ...Array(7).fill(null)]);
});

Deno.test("a gap of up to five rows is filled as on common days, and a longer one has no return in it nor over it", () => {
  const A = Array.from({ length: 12 }, (_, t) => 1 + t % 2);
  const short = available({ A, B: [4, 5, null, null, 4, 5, 4, 5, 4, 5, 4, 5] });
  assert.deepEqual(columnOf(short, 1).slice(0, 5), [0.25, 0, 0, -0.2, 0.25]);
  const long = available({ A, B: [4, 5, null, null, null, null, null, null, null, 10, 5, 10] });
  assert.deepEqual(columnOf(long, 1), [0.25, ...Array(8).fill(null), -0.5, 1]);
});

Deno.test("a return of a week needs each day of a history of returns, and the ends of one of prices", () => {
  const days = 15, ones = Array.from({ length: days }, () => 1);
  const late = ones.map((_, t) => t < 6 ? null : 1);
  const prices = available({ A: ones, B: late }, { frequency: "weekly" });
  assert.deepEqual([columnOf(prices, 0), columnOf(prices, 1)], [[0, 0], [null, 0]]);
  const halves = ones.map(() => 0.5);
  const returns = available({ A: halves, B: halves.map((value, t) => t < 6 ? null : value) }, {
    ...{ kind: "returns", frequency: "weekly" },
  });
  const week = Number((1.5 ** 5 - 1).toFixed(6));
  assert.deepEqual([columnOf(returns, 0), columnOf(returns, 1)], [[week, week, week], [null, null, week]]);
});

Deno.test("days before a benchmark begins are no rows", () => {
  const found = available({ A: [1, 2, 1, 2, 1], B: [null, null, null, 1, 2] }, { benchmark: [null, 1, 2, 1, 2] });
  assert.deepEqual(found.dates, weekdays(5).slice(2));
  assert.deepEqual(Array.from(found.benchmark ?? []), [1, -0.5, 1]);
  assert.deepEqual(columnOf(found, 1), [null, null, 1]);
});
