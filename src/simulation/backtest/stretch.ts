import type { WalkForwardPlan } from "./walk_forward_plan.ts";

/** First and last day whose returns a backtest earns. Without one, the stretch reaches as far as the history does. */
export interface Stretch {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Rows of a history, from `first` up to `end` (exclusive). */
export interface Rows {
  readonly first: number;
  readonly end: number;
}

type Trained = Stretch & Pick<WalkForwardPlan, "trainWindow">;

/**
 * Returns the rows of a history that a backtest of a stretch reads: those of the stretch, and as many before it as the
 * train window has. `dates` ascend. A backtest over these rows is that of a run whose history has no others.
 */
export function rowsOfStretch(dates: readonly string[], { trainWindow, startDate, endDate }: Trained): Rows {
  const begin = startDate === undefined ? trainWindow : rowsBefore(dates, (date) => date < startDate);
  const end = endDate === undefined ? dates.length : rowsBefore(dates, (date) => date <= endDate);
  return { first: Math.max(0, begin - trainWindow), end };
}

/** Returns why a history cannot be backtested over a stretch, with the day that is at fault; null if it can. */
export function whyNotStretched(
  dates: readonly string[],
  { trainWindow, startDate, endDate }: Trained,
): { readonly day: "start" | "end"; readonly detail: string } | null {
  const [firstDay] = dates, lastDay = dates.at(-1);
  if (firstDay === undefined || lastDay === undefined || (startDate ?? endDate) === undefined) return null;
  if (startDate !== undefined && startDate > lastDay) {
    return { day: "start", detail: `Cannot start on ${startDate}: the last return is of ${lastDay}` };
  }
  const begin = startDate === undefined ? trainWindow : rowsBefore(dates, (date) => date < startDate);
  if (startDate !== undefined && begin < trainWindow) {
    const earliest = dates[trainWindow];
    const advice = earliest === undefined ? "" : `; start on ${earliest} or later, or train on fewer`;
    const detail = `Cannot start on ${startDate}: ${counted(begin)} before it, and ${trainWindow} are needed to train`;
    return { day: "start", detail: detail + advice };
  }
  const { end } = rowsOfStretch(dates, { trainWindow, endDate });
  if (endDate === undefined || end > begin) return null;
  if (startDate !== undefined) {
    return { day: "end", detail: `Cannot end on ${endDate}: no return is of a day from ${startDate} to it` };
  }
  const detail = `Cannot end on ${endDate}: ${counted(end)} up to it, and ${trainWindow} are needed to train and one ` +
    "after them";
  return { day: "end", detail };
}

function counted(returns: number): string {
  return returns === 1 ? "one return is" : `${returns === 0 ? "no" : returns} returns are`;
}

/** Returns the number of the first dates for which a condition holds that later ones do not meet. */
function rowsBefore(dates: readonly string[], isBefore: (date: string) => boolean): number {
  const row = dates.findIndex((date) => !isBefore(date));
  return row < 0 ? dates.length : row;
}
