/**
 * Returns the compounded return of each calendar year as a map keyed by `YYYY` in date order. Dates are `YYYY-MM-DD`;
 * returns are simple, as fractions.
 */
export function returnsByYear(dates: readonly string[], returns: Float64Array): Record<string, number> {
  return compoundedBy(dates, returns, YEAR_LENGTH);
}

/** Returns the compounded return of each calendar month as a map keyed by `YYYY-MM` in date order. */
export function returnsByMonth(dates: readonly string[], returns: Float64Array): Record<string, number> {
  return compoundedBy(dates, returns, MONTH_LENGTH);
}

const YEAR_LENGTH = "YYYY".length, MONTH_LENGTH = "YYYY-MM".length;

function compoundedBy(dates: readonly string[], returns: Float64Array, length: number): Record<string, number> {
  const growth = new Map<string, number>();
  dates.forEach((date, t) => {
    const period = date.slice(0, length);
    growth.set(period, Math.min((growth.get(period) ?? 1) * (1 + returns[t]), Number.MAX_VALUE));
  });
  return Object.fromEntries(Array.from(growth, ([period, factor]) => [period, factor - 1]));
}
