import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { isCalendarDate } from "./calendar_date.ts";

Deno.test("a day that exists, in the form YYYY-MM-DD, is a calendar date", () => {
  for (const day of ["2024-02-29", "2000-02-29", "1999-12-31", "2023-02-28"]) assert(isCalendarDate(day), day);
});

Deno.test("a day that does not exist, or that has another form, is not a calendar date", () => {
  const none = ["2023-02-29", "1900-02-29", "2024-04-31", "2024-00-10", "2024-13-01", "2024-01-00", "24-01-01"];
  for (const day of [...none, "2024-1-1", "2024-01-01T00:00", " 2024-01-01", "", "2024/01/01"]) {
    assert(!isCalendarDate(day), day);
  }
});

Deno.test("every day of the years 1 to 9999 is a calendar date", () => {
  const days = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(fc.property(days, (day) => isCalendarDate(day.toISOString().slice(0, 10))));
});
