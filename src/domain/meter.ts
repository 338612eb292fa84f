import type { Instant } from "./instant.ts";
import type { MeterName } from "./job_kinds.ts";

/** What an account has used of a meter in the current month. */
export interface Meter {
  readonly name: MeterName;
  readonly used: number;
  /** Null is unlimited. */
  readonly limit: number | null;
  readonly resetsAt: Instant;
}

/** A calendar month, UTC: `[start, end)`. */
export interface BillingPeriod {
  /** `YYYY-MM` */
  readonly id: string;
  readonly start: Instant;
  readonly end: Instant;
}

/** The calendar month, UTC, that a moment lies in. */
export function billingPeriodOf(now: Instant): BillingPeriod {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    id: date.toISOString().slice(0, 7),
    start: Date.UTC(year, month),
    end: Date.UTC(year, month + 1),
  };
}
