import assert from "node:assert/strict";
import { rowsOfStretch, whyNotStretched } from "./stretch.ts";

/** Ten weekdays in two weeks. */
const DATES = [4, 5, 6, 7, 8, 11, 12, 13, 14, 15].map((day) => `2021-01-${String(day).padStart(2, "0")}`);

Deno.test("a backtest of a stretch reads its returns and as many before it as its train window has", () => {
  const rows = (startDate?: string, endDate?: string) => rowsOfStretch(DATES, { trainWindow: 3, startDate, endDate });
  assert.deepEqual(rows(), { first: 0, end: 10 });
  assert.deepEqual(rows("2021-01-12"), { first: 3, end: 10 });
  assert.deepEqual(rows("2021-01-09", "2021-01-13"), { first: 2, end: 8 });
  assert.deepEqual(rows(undefined, "2021-01-10"), { first: 0, end: 5 });
  assert.deepEqual(rows("2021-01-07", "2031-01-01"), { first: 0, end: 10 });
});

Deno.test("a stretch before its train window, after the history or without a return is refused with the day at fault", () => {
  const why = (startDate?: string, endDate?: string) => whyNotStretched(DATES, { trainWindow: 3, startDate, endDate });
  for (const [start, end] of [[], ["2021-01-07"], ["2021-01-07", "2021-01-07"], [undefined, "2021-01-07"]] as const) {
    assert.equal(why(start, end), null, `${start} to ${end}`);
  }
  assert.deepEqual(why("2021-01-16"), {
    day: "start",
    detail: "Cannot start on 2021-01-16: the last return is of 2021-01-15",
  });
  assert.deepEqual(why("2021-01-06"), {
    day: "start",
    detail: "Cannot start on 2021-01-06: 2 returns are before it, and 3 are needed to train; start on 2021-01-07 or " +
      "later, or train on fewer",
  });
  assert.deepEqual(why("2021-01-09", "2021-01-10"), {
    day: "end",
    detail: "Cannot end on 2021-01-10: no return is of a day from 2021-01-09 to it",
  });
  assert.deepEqual(why(undefined, "2021-01-06"), {
    day: "end",
    detail: "Cannot end on 2021-01-06: 3 returns are up to it, and 3 are needed to train and one after them",
  });
  assert.equal(why("2020-01-01")?.day, "start");
  assert.equal(why(undefined, "2020-01-01")?.day, "end");
});
