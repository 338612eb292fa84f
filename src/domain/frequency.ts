/**
 * Type of the length of the period that one return covers. A history has days, weeks or months; `yearly` is for moments
 * alone.
 */
export type Frequency = "daily" | "weekly" | "monthly" | "yearly";
export const FREQUENCIES: readonly Frequency[] = ["daily", "weekly", "monthly", "yearly"];

const PERIODS_PER_YEAR: Readonly<Record<Frequency, number>> = { daily: 252, weekly: 52, monthly: 12, yearly: 1 };

/** Returns the usual number of periods in a year, on an exchange that trades on five days of the week. */
export function periodsPerYear(frequency: Frequency): number {
  return PERIODS_PER_YEAR[frequency];
}

/** Returns the number of periods in a year by which a run's figures are annualised: its own, or the usual number. */
export function periodsOf(
  { frequency, periods_per_year }: { readonly frequency: Frequency; readonly periods_per_year?: number | undefined },
): number {
  return periods_per_year ?? periodsPerYear(frequency);
}
