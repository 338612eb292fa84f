import type { Instant } from "./instant.ts";

export const METER_NAMES = ["optimization_runs", "monte_carlo_runs", "backtest_runs"] as const;
export type MeterName = typeof METER_NAMES[number];

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
