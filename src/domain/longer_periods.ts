const DAYS_OF_YEAR = 365.25;
/** How far a number of periods may be from the one that follows from the dates, as a share of it. */
const MOST_OFF = 0.2;

/** Whether a number of periods in a year is that of dates so many days apart. */
export function isYearOf(periods: number | undefined, daysApart: number): boolean {
  return periods !== undefined && Math.abs(periods * daysApart / DAYS_OF_YEAR - 1) <= MOST_OFF;
}

/** Returns how many periods of so many days a year has: a whole number, or below 1 a fraction. */
export function periodsOfYear(daysApart: number): number {
  const periods = DAYS_OF_YEAR / daysApart;
  return periods < 1 ? Number(periods.toPrecision(2)) : Math.round(periods);
}
