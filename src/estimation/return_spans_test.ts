import assert from "node:assert/strict";
import type { Frequency } from "../domain/frequency.ts";
import type { PartialPeriods } from "../domain/partial_periods.ts";
import { returnSpans } from "./return_spans.ts";

const DAY_MS = 86_400_000;

/** Test helper. Returns the weekdays from one day to another, inclusive. */
function weekdays(first: string, last: string): readonly string[] {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, k) => new Date(Date.parse(first) + k * DAY_MS))
    .filter((day) => day.getUTCDay() % 6 !== 0).map((day) => day.toISOString().slice(0, 10));
}

/** Test helper. Returns the dates at which returns stop, and the first and last date of each period left out. */
function spans(
  kind: "prices" | "returns",
  frequency: Frequency,
  dates: readonly string[],
  partialPeriods?: PartialPeriods,
) {
  const options = { kind, frequency, dates, weekends: false, partialPeriods };
  const { stops, partial } = returnSpans(dates.map((_, row) => row), options);
  return { stops: stops.map((row) => dates[row]), partial: partial.map((rows) => rows.map((row) => dates[row])) };
}

Deno.test("a last month that ends in its middle is left out, and the first month of prices is only where they start", () => {
  const { stops, partial } = spans("prices", "monthly", weekdays("2024-01-17", "2024-05-15"));
  assert.deepEqual(stops, ["2024-02-29", "2024-03-29", "2024-04-30"]);
  assert.deepEqual(partial, [["2024-05-01", "2024-05-15"]]);
});

Deno.test("of returns a first month that begins in its middle is left out too", () => {
  const { stops, partial } = spans("returns", "monthly", weekdays("2024-01-17", "2024-05-15"));
  assert.deepEqual(stops, ["2024-02-29", "2024-03-29", "2024-04-30"]);
  assert.deepEqual(partial.map(([from]) => from), ["2024-01-17", "2024-05-01"]);
});

Deno.test("a month whose last weekday lacks a row counts as whole, since that day may be a holiday", () => {
  const { stops, partial } = spans("prices", "monthly", weekdays("2024-01-01", "2024-05-30"));
  assert.equal(stops.at(-1), "2024-05-30");
  assert.deepEqual(partial, []);
});

Deno.test("a last week without its Friday counts and is told, or is left out where that is asked for", () => {
  const dates = weekdays("2024-01-01", "2024-01-25"), told = [["2024-01-22", "2024-01-25"]];
  const stops = ["2024-01-12", "2024-01-19", "2024-01-25"];
  assert.deepEqual(spans("prices", "weekly", dates), { stops, partial: told });
  assert.deepEqual(spans("prices", "weekly", dates, "leave_out"), { stops: stops.slice(0, 2), partial: told });
  assert.deepEqual(spans("prices", "weekly", weekdays("2024-01-01", "2024-01-26"), "leave_out").partial, []);
});

Deno.test("a partial month counts where that is asked for", () => {
  const { stops } = spans("returns", "monthly", weekdays("2024-01-17", "2024-05-15"), "count");
  assert.deepEqual([stops[0], stops.at(-1)], ["2024-01-31", "2024-05-15"]);
});

Deno.test("months that all have one row on their first day are whole", () => {
  const dates = ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"];
  assert.deepEqual(spans("prices", "monthly", dates), { stops: dates.slice(1), partial: [] });
  assert.deepEqual(spans("returns", "monthly", dates), { stops: dates, partial: [] });
});

Deno.test("a partial period is kept where fewer than two returns would be left", () => {
  const { stops, partial } = spans("prices", "monthly", weekdays("2024-01-01", "2024-03-15"));
  assert.deepEqual([stops, partial], [["2024-02-29", "2024-03-15"], []]);
});

Deno.test("days are never partial", () => {
  const dates = weekdays("2024-01-01", "2024-01-10");
  assert.deepEqual(spans("returns", "daily", dates), { stops: dates, partial: [] });
});
