import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { billingPeriodOf } from "./meter.ts";

Deno.test("a billing period is the calendar month in UTC", () => {
  assert.deepEqual(billingPeriodOf(Date.UTC(2026, 11, 31, 23, 59, 59, 999)), {
    id: "2026-12",
    start: Date.UTC(2026, 11, 1),
    end: Date.UTC(2027, 0, 1),
  });
  assert.equal(billingPeriodOf(Date.UTC(2028, 1, 29)).end, Date.UTC(2028, 2, 1));
});

Deno.test("every moment lies in its billing period, and the next period begins where it ends", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) }), (now) => {
    const period = billingPeriodOf(now);
    assert.ok(period.start <= now && now < period.end);
    assert.equal(billingPeriodOf(period.end).start, period.end);
    assert.equal(billingPeriodOf(period.end - 1).id, period.id);
  }));
});
