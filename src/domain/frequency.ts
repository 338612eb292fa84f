/** How often a return is observed. */
export type Frequency = "daily" | "weekly" | "monthly";
export const FREQUENCIES: readonly Frequency[] = ["daily", "weekly", "monthly"];

/** Periods of a frequency in a year: the factor of annualisation. */
export type PeriodsPerYear = 252 | 52 | 12;

const PERIODS_PER_YEAR: Record<Frequency, PeriodsPerYear> = { daily: 252, weekly: 52, monthly: 12 };

/** 252, 52 or 12. */
export function periodsPerYear(frequency: Frequency): PeriodsPerYear {
  return PERIODS_PER_YEAR[frequency];
}
