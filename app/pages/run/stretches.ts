/** A stretch of the history of a run over which a backtest may go, from its first day to its last. */
export interface Stretch {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

/** What is known of the history of a run: its days, and the drawdown of what it is compared with. */
export interface StretchedHistory {
  /** Days of the returns, ascending. */
  readonly dates: readonly string[];
  /** Drawdowns on these days, as positive fractions; null where there are none. */
  readonly drawdown: readonly number[] | null;
  /** Name of what has these drawdowns. */
  readonly of: string;
  /** Returns that a backtest learns from before its first day. */
  readonly trainWindow: number;
}

/** Fewest days of a stretch that is offered. */
const LEAST_DAYS = 5;
/** Lengths in years of the last stretches that are offered. */
const LAST_YEARS = [1, 3, 5, 10];

/**
 * Returns the stretches of a history that a person is likely to ask for: the deepest fall, the last years, and each
 * calendar year, the newest first. Each begins when there is enough before it to learn from.
 */
export function stretchesOf(history: StretchedHistory): readonly Stretch[] {
  const { dates, trainWindow } = history;
  const earliest = dates[trainWindow], last = dates.at(-1);
  if (earliest === undefined || last === undefined) return [];
  const years = [...new Set(dates.map((date) => date.slice(0, 4)))].toReversed();
  const wanted = [
    ...deepestFall(history),
    ...LAST_YEARS.map((count) => ({
      name: count === 1 ? "The last year" : `The last ${count} years`,
      start: yearsBefore(last, count),
      end: last,
    })).filter(({ start }) => start >= earliest),
    ...years.map((year) => ({ name: year, start: `${year}-01-01`, end: `${year}-12-31` })),
  ];
  return wanted.flatMap(({ name, start, end }): Stretch[] => {
    const days = dates.filter((date) => date >= start && date <= end && date >= earliest);
    const [first] = days, final = days.at(-1);
    return first === undefined || final === undefined || days.length < LEAST_DAYS
      ? []
      : [{ name, start: first, end: final }];
  });
}

/**
 * Returns the stretch from the high before the deepest drawdown to the day that it was made good, or to the end. What
 * fell in the days before which there is too little to learn from is not looked at.
 */
function deepestFall({ dates, drawdown, of, trainWindow }: StretchedHistory): readonly Stretch[] {
  if (drawdown === null) return [];
  const days = dates.slice(trainWindow), falls = fallsFrom(drawdown.slice(trainWindow));
  const deepest = Math.max(...falls), bottom = falls.indexOf(deepest);
  if (!(deepest > 0)) return [];
  const high = falls.findLastIndex((value, day) => day <= bottom && value <= 0);
  const healed = falls.findIndex((value, day) => day > bottom && value <= 0);
  const start = days[Math.max(0, high)], end = healed < 0 ? days.at(-1) : days[healed];
  if (start === undefined || end === undefined) return [];
  const isOfAll = drawdown.indexOf(Math.max(...drawdown)) === trainWindow + bottom;
  return [{ name: `The deepest fall of ${of}${isOfAll ? "" : " after its first year"}`, start, end }];
}

/** Returns drawdowns anew, as if the history began with the first of them: an earlier high does not count. */
function fallsFrom(drawdown: readonly number[]): readonly number[] {
  let high = 0;
  return drawdown.map((value) => {
    high = Math.max(high, 1 - value);
    return 1 - (1 - value) / high;
  });
}

/** Returns the day so many years before another one; 29 February becomes 1 March. */
function yearsBefore(day: string, years: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}
