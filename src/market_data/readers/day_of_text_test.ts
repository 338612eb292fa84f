import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { dayOfText } from "./day_of_text.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

Deno.test("every day of four centuries is read in each supported format", () => {
  const day = fc.date({ min: new Date("1800-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
  fc.assert(fc.property(day, (date) => {
    const iso = date.toISOString().slice(0, 10);
    const named = `${iso.slice(8)}-${MONTHS[Number(iso.slice(5, 7)) - 1]}-${iso.slice(0, 4)}`;
    for (
      const text of [
        iso,
        iso.replaceAll("-", ""),
        named,
        named.toUpperCase(),
        `${iso} 00:00:00+05:30`,
        date.toISOString(),
      ]
    ) {
      assert.equal(dayOfText(text), iso, text);
    }
  }));
});

Deno.test("a text that is not a day of the calendar is not read as a date", () => {
  for (
    const text of [
      "",
      "2024-02-30",
      "2023-02-29",
      "2024-13-01",
      "20240231",
      "31-Feb-2024",
      "1-Foo-2024",
      "2024-1-2",
      "45321",
      "Total",
    ]
  ) {
    assert.equal(dayOfText(text), null, text);
  }
});

Deno.test("no text makes the reader of dates throw", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const day = dayOfText(text);
    assert.ok(day === null || /^\d{4}-\d{2}-\d{2}$/.test(day));
  }));
});
