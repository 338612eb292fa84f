import assert from "node:assert/strict";
import { hasWeekends, periodsFromDates } from "./trading_year.ts";

const DAY_MS = 86_400_000;

/** Test helper. Returns consecutive days from a day on, only those whose day of the week `trades` accepts. */
function days(first: string, count: number, trades: (weekday: number) => boolean = () => true): readonly string[] {
  const all = Array.from({ length: count }, (_, k) => new Date(Date.parse(first) + k * DAY_MS));
  return all.filter((day) => trades(day.getUTCDay())).map((day) => day.toISOString().slice(0, 10));
}

Deno.test("a year of daily dates with Saturdays and Sundays has 365 periods, even of eight dates", () => {
  assert.equal(periodsFromDates(days("2020-01-01", 900), "daily"), 365);
  assert.equal(periodsFromDates(days("2024-01-05", 8), "daily"), 365);
});

Deno.test("a year of daily dates without weekends, with Sundays alone or with few sessions on Saturdays has 252", () => {
  assert.equal(periodsFromDates(days("2020-01-01", 900, (weekday) => weekday % 6 !== 0), "daily"), 252);
  assert.equal(periodsFromDates(days("2020-01-01", 900, (weekday) => weekday < 5), "daily"), 252);
  const special = [...days("2020-01-01", 900, (weekday) => weekday % 6 !== 0), "2021-11-06", "2021-11-07"].sort();
  assert.equal(periodsFromDates(special, "daily"), 252);
});

Deno.test("a year has 52 weeks and 12 months, whatever the days of their dates", () => {
  assert.equal(periodsFromDates(days("2020-01-01", 900), "weekly"), 52);
  assert.equal(periodsFromDates(days("2020-01-01", 900), "monthly"), 12);
});

Deno.test("a market of Sunday to Thursday has no weekends, and no dates have none either", () => {
  assert.equal(hasWeekends(days("2020-01-01", 60, (weekday) => weekday < 5)), false);
  assert.equal(hasWeekends([]), false);
});
