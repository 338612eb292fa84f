import assert from "node:assert/strict";
import { DAY_MS } from "./instant.ts";
import { noticeMs, retentionDaysOf } from "./retention.ts";

Deno.test("days of retention are one number for all plans, or one for each named plan", () => {
  assert.deepEqual(retentionDaysOf("90"), { free: 90, pro: 90, enterprise: 90 });
  assert.deepEqual(retentionDaysOf("free:30, pro:365"), { free: 30, pro: 365, enterprise: null });
  assert.deepEqual(retentionDaysOf("36500")?.free, 36_500);
});

Deno.test("a retention of 0 days, of unknown plans or of other texts is none", () => {
  for (
    const text of ["0", "free:0", "-1", "1.5", "36501", "gold:3", "free", "free:", "free:1,free:2", "", "30d", "1e3"]
  ) {
    assert.equal(retentionDaysOf(text), null, text);
  }
});

Deno.test("a notice comes a week before a deletion, or half the retention where that is shorter", () => {
  assert.deepEqual([1, 14, 365].map((days) => noticeMs(days) / DAY_MS), [0.5, 7, 7]);
});
