import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { readDays } from "./read_days.ts";

/** Test helper. Returns the days of some texts and half a sentence for each way in which they were taken. */
function read(...texts: readonly string[]): readonly [days: readonly (string | null)[], why: readonly string[]] {
  const { days, notes } = readDays(texts);
  return [days, notes.map(({ why, isUnsure }) => isUnsure ? `unsure: ${why}` : why)];
}

Deno.test("a day that says its own order is read in every usual form, and nothing is told", () => {
  const forms = [
    "2024-04-29",
    "2024/4/29",
    "2024.04.29",
    "20240429",
    "29-April-2024",
    "29-Apr-2024",
    "29APR2024",
    "29 Apr 2024",
    "Apr 29, 2024",
    "April 29, 2024",
    "29th April 2024",
    "2024-Apr-29",
    "Mon, 29 Apr 2024",
    "Monday, April 29, 2024",
    "2024-04-29 15:30:00",
    "2024-04-29T00:00",
  ];
  for (const form of forms) assert.deepEqual(read(form), [["2024-04-29"], []], form);
});

Deno.test("the order of day and month follows from all days of a column", () => {
  assert.deepEqual(read("05/01/2024", "13/01/2024"), [
    ["2024-01-05", "2024-01-13"],
    ['day first, because "13/01/2024" can be nothing else'],
  ]);
  assert.deepEqual(read("1/5/2024 16:00:00", "1/31/2024 16:00:00")[0], ["2024-01-05", "2024-01-31"]);
  const ordered = ["01/02/2024", "02/02/2024", "05/02/2024", "06/02/2024", "07/02/2024", "08/02/2024"];
  assert.deepEqual(read(...ordered)[1], ["day first, because only so no day is of a weekend"]);
  const months = ["02/01/2024", "03/01/2024", "04/01/2024", "05/01/2024", "08/01/2024", "01/02/2024"];
  assert.deepEqual(read(...months)[1], ["day first, because only so the rows are in the order of their days"]);
});

Deno.test("days whose order nothing tells are refused, or with a dot or a dash read day first and doubted", () => {
  const { problem } = readDays(["01/02/2024", "02/02/2024"]);
  assert.match(problem ?? "", /^Cannot tell which day "01\/02\/2024" is: day first \(2024-02-01\) and month first/);
  for (const separator of ["-", "."]) {
    const [days, why] = read(`01${separator}02${separator}2024`, `02${separator}02${separator}2024`);
    assert.deepEqual([days, why], [["2024-02-01", "2024-02-02"], [
      "unsure: day first, although another order fits too",
    ]]);
  }
});

Deno.test("days of which some have no day first and others no month first are refused with one of each", () => {
  const { problem } = readDays(["13/01/2024", "01/14/2024", "02/03/2024"]);
  assert.match(problem ?? "", /"01\/14\/2024" has no day first and "13\/01\/2024" no month first/);
});

Deno.test("years of two digits are of this century up to 69, which is told", () => {
  assert.deepEqual(read("29-Apr-24", "30-Apr-24"), [
    ["2024-04-29", "2024-04-30"],
    ["day first, although another order fits too; years 00 to 69 are of this century"].map((why) => `unsure: ${why}`),
  ]);
  assert.deepEqual(read("31/12/99")[0], ["1999-12-31"]);
});

Deno.test("numbers of days in a spreadsheet, and instants since 1970, are days", () => {
  assert.deepEqual(read("45292", "45293"), [["2024-01-01", "2024-01-02"], ["the number of a day in a spreadsheet"]]);
  for (const [text, unit] of [["1704067200", "seconds"], ["1704067200000", "milliseconds"]]) {
    assert.deepEqual(read(text), [["2024-01-01"], [`${unit} since 1970, midnight in UTC`]]);
  }
});

Deno.test("an instant is the day of its exchange: at midnight of its zone, of UTC or of India", () => {
  assert.deepEqual(read("2024-01-01T00:00:00+05:30"), [["2024-01-01"], ["midnight of its zone"]]);
  assert.deepEqual(read("2024-01-01T00:00:00Z"), [["2024-01-01"], ["midnight of its zone"]]);
  // Midnight in UTC, shown by a clock in New York on the evening before.
  assert.deepEqual(read("2023-12-31 19:00:00-05:00"), [["2024-01-01"], ["midnight in UTC"]]);
  const week = ["2023-12-31T18:30:00Z", "2024-01-01T18:30:00Z", "2024-01-02T18:30:00Z"];
  assert.deepEqual(read(...week), [
    ["2024-01-01", "2024-01-02", "2024-01-03"],
    ["the day that begins then at its exchange, none of a weekend"],
  ]);
  assert.deepEqual(read("2024-01-02T21:00:00Z", "2024-01-05T21:00:00Z"), [
    ["2024-01-02", "2024-01-05"],
    ["the day in UTC, none of a weekend"],
  ]);
});

Deno.test("a day in another form than the others is a fault, as Excel leaves days that it could not read", () => {
  const { days, faults } = readDays(["45292", "45323", "13/01/2024"]);
  assert.deepEqual(days, ["2024-01-01", "2024-02-01", null]);
  assert.deepEqual(faults.map(({ at, why }) => [at, why]), [
    [2, 'most days are written like "45292"; write all of them in one form, as YYYY-MM-DD'],
  ]);
});

Deno.test("a text that is no day, and a month alone, are faults", () => {
  for (const text of ["2024-02-30", "31-Feb-2024", "Total", "1", "12.5", "5-Foo-2024"]) {
    assert.deepEqual(readDays([text]).faults.map(({ why }) => why), ["a day as YYYY-MM-DD is needed"], text);
  }
  for (const text of ["Jan 2024", "Jan-24", "2024-01", "202413"]) {
    assert.match(readDays([text]).faults[0].why, /^it names a month and no day/, text);
  }
});

Deno.test("months of six digits are their last days, and years behind them are rows of another table", () => {
  const { days, faults, years, notes } = readDays(["202401", "202402", "202412", "2024"]);
  assert.deepEqual([days, faults, years], [["2024-01-31", "2024-02-29", "2024-12-31", null], [], [3]]);
  assert.deepEqual(notes.map(({ why }) => why), ["a month of six digits counts as its last day"]);
});

Deno.test("no texts make the reader of days throw", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("01/02/2024", "45292", "29-Apr-24", "2024-01-01T00:00:00Z", "1e9"),
  );
  fc.assert(fc.property(fc.array(text), (texts) => {
    for (const day of readDays(texts).days) assert.ok(day === null || /^\d{4}-\d{2}-\d{2}$/.test(day));
  }));
});

Deno.test("numbers of days that fall on weekends unless they count from 1904 are told as unsure", () => {
  const weekdays = [43_830, 43_831, 43_832, 43_833, 43_834, 43_837];
  const { days, notes: [note] } = readDays(weekdays.map(String));
  assert.deepEqual([days[0], note?.isUnsure], ["2019-12-31", true]);
  assert.match(note?.why ?? "", /counts from 1904 means 2024-01-01$/);
  assert.equal(readDays(["45292", "45293", "45294", "45295", "45296"]).notes[0]?.isUnsure, false);
});

Deno.test("a day of eight digits may have a decimal that a program has added", () => {
  assert.deepEqual(readDays(["20240101.0", "20240102.0"]).days, ["2024-01-01", "2024-01-02"]);
});

Deno.test("days that cannot be told are refused with one that differs by the order", () => {
  const days = Array.from({ length: 6 }, (_, k) => `01/0${k + 1}/2023`);
  assert.match(
    readDays(days).problem ?? "",
    /^Cannot tell which day "01\/02\/2023" is: day first \(2023-02-01\) and month/,
  );
});
