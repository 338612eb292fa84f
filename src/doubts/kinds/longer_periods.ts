import { doubtKind } from "../doubt_kind.ts";

/** Note that the dates of a history are farther apart than months, as its number of periods in a year says. */
export const longerPeriods = doubtKind<{ days_apart: number; frequency: string; periods_per_year: number }>({
  id: "longer_periods",
  severity: "note",
  meaning:
    "The dates are farther apart than months, and `periods_per_year` says so: each return is that of such a period.",
  detail: (_assets, { days_apart, frequency, periods_per_year }) =>
    `The dates are about ${days_apart} days apart: each return called ${frequency} is that of such a period, and figures ` +
    `are annualised by ${periods_per_year} a year`,
});
