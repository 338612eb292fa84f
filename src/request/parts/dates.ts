import { z } from "zod";
import { MOST_DAYS_APART, usualDaysApart } from "../../domain/date_spacing.ts";
import { FREQUENCIES, type Frequency } from "../../domain/frequency.ts";
import { PARTIAL_PERIODS } from "../../domain/partial_periods.ts";
import { isYearOf, periodsOfYear } from "../../domain/longer_periods.ts";
import { HISTORY_USES, type HistoryUse } from "../../domain/history_use.ts";
import { calendarDay } from "./calendar_day.ts";
import type { HistoryTable } from "./history.ts";
import type { Part } from "./part.ts";

/** Largest number of periods in a year: the days of a leap year. */
const MOST_PERIODS = 366;

const schema = z.strictObject({
  start_date: calendarDay.optional().meta({
    description: "First day of the history that is used, as YYYY-MM-DD; all days that there are if absent",
  }),
  end_date: calendarDay.optional().meta({
    description: "Last day of the history that is used, as YYYY-MM-DD; the last one that there is if absent",
  }),
  frequency: z.enum(FREQUENCIES).default("daily").meta({
    description: "Length of the periods of the returns: prices of shorter periods are thinned to it",
  }),
  partial_periods: z.enum(PARTIAL_PERIODS).optional().meta({
    description:
      "Whether a first or last week or month of which the history lacks days is left out or counts with the days there " +
      "are. Left out, months are left out and weeks count",
  }),
  history: z.enum(HISTORY_USES).default("common").meta({
    description:
      "Which returns estimates use: `common`, those on days that all assets have, or `available`, all that " +
      "each asset and each pair of assets has. `available` is for the estimators and methods that need no returns of " +
      "all assets on the same days; metrics and curves still use the days that all have. In a backtest of such a run an asset takes part once " +
      "it has a whole train window, and is sold at its last price when its series ends",
  }),
  periods_per_year: z.number().gt(0).max(MOST_PERIODS).optional().meta({
    description:
      "Number of periods in a year by which figures are annualised. Left out, it follows from the dates: 252 for days " +
      "of a market that trades on five days of the week, 365 for one that trades on all seven, 52 for weeks, 12 for " +
      "months. Own dates farther apart than months, such as quarters, need it: 4, with the frequency `monthly`. " +
      "Moments and scenarios have no dates: there it follows from the frequency, 252 for `daily`, which is taken " +
      "where none is sent, 52, 12, and 1 for `yearly`",
  }),
});
type DateFields = z.output<typeof schema>;

/** Sentence that refuses years as the period of a history. */
export const YEARLY_HISTORY = 'Cannot take frequency "yearly" for a history: only moments and scenarios may be yearly';

/** Type of the fields of a request body that say whether its data have dates. */
interface Undated {
  readonly moments?: unknown;
  readonly scenarios?: unknown;
}

/** Whether a request body asks for yearly returns of a history, which no estimate can use. */
export function isYearlyHistory({ frequency, ...sent }: Undated & { readonly frequency?: unknown }): boolean {
  return frequency === "yearly" && inputWithoutDates(sent) === null;
}

/** Returns the input of a request body that has no dates; null if it has none of these. */
function inputWithoutDates({ moments, scenarios }: Undated): "moments" | "scenarios" | null {
  if (moments !== undefined) return "moments";
  return scenarios === undefined ? null : "scenarios";
}

/** Why a request field that needs dates cannot be used, by the input. */
const WHY_NOT = { moments: "they have no history", scenarios: "they have no dates" } as const;

/** Request fields of this part that mean nothing without dates. */
const OF_DATES = ["start_date", "end_date", "partial_periods"] as const;

/**
 * Definition of the request fields for the first and last day of a run's history, for the period of its returns, and
 * for which of them estimates use.
 */
export const datesPart = {
  schema,
  rules(
    { start_date: start, end_date: end, frequency, periods_per_year, history: use, ...sent },
    { history },
    faults,
  ) {
    const undated = history?.kind === "scenarios" ? history.kind : inputWithoutDates(sent);
    if (use === "available" && undated !== null) {
      faults.add("/history", `Cannot take history "available" with ${undated}: ${WHY_NOT[undated]}`);
    }
    if (frequency === "yearly" && undated === null) faults.add("/frequency", YEARLY_HISTORY);
    if (start !== undefined && end !== undefined && start > end) {
      faults.add("/start_date", `Cannot start on ${start}: it is after the end, ${end}`);
      return;
    }
    if (undated !== null) {
      const fields = { ...sent, start_date: start, end_date: end };
      for (const field of OF_DATES) {
        if (fields[field] === undefined || (field === "partial_periods" && undated === "moments")) continue;
        faults.add(`/${field}`, `Cannot use "${field}" with ${undated}: ${WHY_NOT[undated]}`);
      }
      return;
    }
    const dates = history?.table.dates ?? [];
    const contradiction = contradictionOf(dates, { frequency, periods: periods_per_year });
    if (contradiction !== null) faults.add("/frequency", contradiction);
    const [first] = dates, last = dates.at(-1);
    if (first === undefined || last === undefined) return;
    if (start !== undefined && start > last) {
      faults.add("/start_date", `Cannot start on ${start}: the history ends on ${last}`);
    }
    if (end !== undefined && end < first) {
      faults.add("/end_date", `Cannot end on ${end}: the history starts on ${first}`);
    }
  },
  config: ({ end_date, frequency, partial_periods, periods_per_year, historyUse }) => ({
    ...end_date === undefined ? {} : { end_date },
    frequency,
    history: historyUse,
    ...partial_periods === undefined ? {} : { partial_periods },
    ...periods_per_year === undefined ? {} : { periods_per_year },
  }),
} satisfies Part<
  DateFields & Undated,
  { readonly history: { readonly kind: string; readonly table: HistoryTable } | null },
  Omit<DateFields, "start_date" | "history"> & { readonly historyUse: HistoryUse }
>;

/** A history of fewer dates is too short to tell its frequency. */
const LEAST_DATES = 3;

/**
 * Returns why the dates of a history contradict its frequency: half of them or more are farther apart than a period.
 * Null if they do not, or are too few to tell. Dates that are nearer than a period are no contradiction, nor are dates
 * farther apart than months where the number of periods in a year says the same of them.
 */
function contradictionOf(
  dates: readonly string[],
  { frequency, periods }: { readonly frequency: Frequency; readonly periods: number | undefined },
): string | null {
  const usual = usualDaysApart(dates);
  if (dates.length < LEAST_DATES || usual === null || usual <= MOST_DAYS_APART[frequency]) return null;
  const meant = (["weekly", "monthly"] as const).find((other) => usual <= MOST_DAYS_APART[other]);
  if (meant === undefined && frequency === "monthly" && isYearOf(periods, usual)) return null;
  const advice = `send "frequency": "${meant ?? "monthly"}"` +
    (meant === undefined
      ? ` and "periods_per_year": ${periodsOfYear(usual)}, so that each return is that of such a period`
      : "");
  return `Cannot take frequency "${frequency}": the dates are about ${Math.round(usual)} days apart, ${advice}`;
}
