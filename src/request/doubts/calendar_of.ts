import { usualDaysApart } from "../../domain/date_spacing.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { periodsFromDates } from "../../domain/trading_year.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { HistoryCalendar } from "../parts/history_facts.ts";

/** Number of dates below which they say nothing of a year. */
const LEAST_DATES = 20;

const YEAR_MS = 365.25 * DAY_MS;

/** Returns what the dates of a request's own history, from its first to its last day, say of a year. */
export function calendarOf(
  { history, frequency, start_date: from, end_date: to }: OptimizationRequest,
): HistoryCalendar {
  const dates = (history?.table.dates ?? []).filter((date) => date >= (from ?? date) && date <= (to ?? date));
  return {
    periods: periodsFromDates(dates, frequency),
    datesPerYear: datesPerYear(dates),
    daysApart: usualDaysApart(dates),
  };
}

function datesPerYear(dates: readonly string[]): number | null {
  const [first] = dates, last = dates.at(-1);
  if (first === undefined || last === undefined || dates.length < LEAST_DATES) return null;
  return (dates.length - 1) * YEAR_MS / (Date.parse(last) - Date.parse(first));
}
