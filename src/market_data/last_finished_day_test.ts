import assert from "node:assert/strict";
import { lastFinishedDay } from "./last_finished_day.ts";

Deno.test("a trading day is finished at the close of its exchange in its own time zone", () => {
  // The Indian market closes at 15:30 in Kolkata, which is 10:00 UTC.
  assert.equal(lastFinishedDay("IN", "2024-06-05T09:59:59.999Z"), "2024-06-04");
  assert.equal(lastFinishedDay("IN", "2024-06-05T10:00:00.000Z"), "2024-06-05");
  // At half past midnight in Kolkata the UTC date is still the day before.
  assert.equal(lastFinishedDay("IN", "2024-06-05T19:00:00.000Z"), "2024-06-05");
});

Deno.test("the US close moves with daylight saving time", () => {
  assert.equal(lastFinishedDay("US", "2024-07-01T19:59:00.000Z"), "2024-06-30");
  assert.equal(lastFinishedDay("US", "2024-07-01T20:00:00.000Z"), "2024-07-01");
  assert.equal(lastFinishedDay("US", "2024-01-02T20:59:00.000Z"), "2024-01-01");
  assert.equal(lastFinishedDay("US", "2024-01-02T21:00:00.000Z"), "2024-01-02");
  assert.equal(lastFinishedDay("US", "2024-01-01T03:00:00.000Z"), "2023-12-31");
});

Deno.test("a day of fund values is finished at 23:00 Indian time", () => {
  assert.equal(lastFinishedDay("MF", "2024-06-05T17:29:00.000Z"), "2024-06-04");
  assert.equal(lastFinishedDay("MF", "2024-06-05T17:30:00.000Z"), "2024-06-05");
});
