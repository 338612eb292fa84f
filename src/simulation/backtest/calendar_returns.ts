/** Returns compounded within each calendar year, by `YYYY`, in the order of the dates (`YYYY-MM-DD`). */
export function returnsByYear(dates: readonly string[], returns: Float64Array): Record<string, number> {
  return compoundedBy(dates, returns, YEAR_LENGTH);
}

/** Returns compounded within each calendar month, by `YYYY-MM`. */
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
