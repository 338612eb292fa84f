/**
 * Computes the compounded returns of calendar periods from cumulative returns. Dates that begin with the same `length`
 * characters (4 for a year, 7 for a month) form one period. A period after a total loss has none (null).
 */
export function returnsByPeriod(
  cumulative: readonly number[],
  dates: readonly string[],
  length: number,
): ReadonlyMap<string, number | null> {
  const returns = new Map<string, number | null>();
  let before = 1;
  dates.forEach((date, t) => {
    const period = date.slice(0, length), isLast = dates[t + 1]?.slice(0, length) !== period;
    if (!isLast) return;
    const wealth = 1 + cumulative[t];
    returns.set(period, before > 0 ? wealth / before - 1 : null);
    before = wealth;
  });
  return returns;
}
