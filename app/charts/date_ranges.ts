/** A part of a list of dates: the indexes of its first and last one. */
export interface DateRange {
  readonly from: number;
  readonly to: number;
}

/** A stretch of time that a reader chooses with one press. */
export interface NamedRange extends DateRange {
  readonly name: string;
}

const MONTHS = [
  ["1 month", 1],
  ["6 months", 6],
  ["1 year", 12],
  ["3 years", 36],
  ["5 years", 60],
  ["10 years", 120],
] as const;

/**
 * Returns the stretches of time that end with the last of some dates (ascending, `YYYY-MM-DD`) and are shorter than the
 * whole, and the whole itself.
 */
export function namedRanges(dates: readonly string[]): readonly NamedRange[] {
  const to = dates.length - 1, last = dates[to];
  if (last === undefined) return [];
  const all: NamedRange = { name: "All", from: 0, to };
  return [
    ...MONTHS.flatMap(([name, months]): readonly NamedRange[] => {
      const from = indexFrom(dates, monthsBefore(last, months));
      return from > 0 && from < to ? [{ name, from, to }] : [];
    }),
    all,
  ];
}

/** Returns the index of the first date that is not before a day, or the number of dates where all are before it. */
export function indexFrom(dates: readonly string[], day: string): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] ?? "") < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the range of dates from one day to another, both included, widened to two dates where it has fewer. Days in
 * the wrong order are taken in the other one.
 */
export function rangeBetween(dates: readonly string[], first: string, last: string): DateRange {
  const [early, late] = first <= last ? [first, last] : [last, first];
  const to = Math.max(0, indexFrom(dates, `${late}~`) - 1);
  return widened({ from: indexFrom(dates, early), to }, dates.length);
}

/** Returns a range with its ends in order, within the dates, and two of them at least where there are two. */
export function widened({ from, to }: DateRange, count: number): DateRange {
  const last = Math.max(0, count - 1);
  const low = Math.min(last, Math.max(0, Math.min(from, to)));
  const high = Math.min(last, Math.max(from, to, 0));
  if (low < high) return { from: low, to: high };
  return high < last ? { from: low, to: low + 1 } : { from: Math.max(0, low - 1), to: high };
}

/** Returns the day some months before another one; the last day of the month where it has no such day. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const before = new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastOfMonth)));
  return before.toISOString().slice(0, day.length);
}
