/** Type of the length of the period that one return covers. */
export type Frequency = "daily" | "weekly" | "monthly";
export const FREQUENCIES: readonly Frequency[] = ["daily", "weekly", "monthly"];

/** Type of the number of periods in a year, by which figures are annualised. */
export type PeriodsPerYear = 252 | 52 | 12;

const PERIODS_PER_YEAR: Record<Frequency, PeriodsPerYear> = { daily: 252, weekly: 52, monthly: 12 };

/** Returns the number of periods in a year: 252 daily, 52 weekly or 12 monthly. */
export function periodsPerYear(frequency: Frequency): PeriodsPerYear {
  return PERIODS_PER_YEAR[frequency];
}
