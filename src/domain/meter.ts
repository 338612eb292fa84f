import type { Instant } from "./instant.ts";
import type { MeterName } from "./job_kinds.ts";

/** Type of an account's usage on one meter (such as runs submitted) in the current calendar month, with its limit. */
export interface Meter {
  readonly name: MeterName;
  readonly used: number;
  /** Largest usage that the plan allows in a month; null if unlimited. */
  readonly limit: number | null;
  readonly resetsAt: Instant;
}

/** Type of a calendar month in UTC, from `start` up to, but not including, `end`. */
export interface BillingPeriod {
  /** Id of the month, `YYYY-MM`. */
  readonly id: string;
  readonly start: Instant;
  readonly end: Instant;
}

/** Returns the UTC calendar month that contains a moment. */
export function billingPeriodOf(now: Instant): BillingPeriod {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    id: date.toISOString().slice(0, 7),
    start: Date.UTC(year, month),
    end: Date.UTC(year, month + 1),
  };
}
