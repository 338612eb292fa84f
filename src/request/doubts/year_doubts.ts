import { MOST_DAYS_APART, usualDaysApart } from "../../domain/date_spacing.ts";
import type { Doubt } from "../../domain/doubt.ts";
import { type Frequency, periodsPerYear } from "../../domain/frequency.ts";
import { DAY_MS } from "../../domain/instant.ts";
import { periodsOfYear } from "../../domain/longer_periods.ts";
import { periodsFromDates } from "../../domain/trading_year.ts";
import { contradictingYear } from "../../doubts/kinds/contradicting_year.ts";
import { unusualYear } from "../../doubts/kinds/unusual_year.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Ratio of two numbers of periods from which they are told, and from which they contradict each other. */
const TOLD = 1.15, CONTRADICTS = 2;
/** Number of dates below which they say nothing of a year. */
const LEAST_DATES = 20;

const YEAR_MS = 365.25 * DAY_MS;

/** Doubts a number of periods in a year that fits neither the frequency of the run nor the dates of its own history. */
export function yearDoubts({ request }: RequestFacts): readonly Doubt[] {
  const { periods_per_year: periods, frequency, history, listed, start_date: from, end_date: to } = request;
  // The period of moments and of scenarios may be any, and is what the number says of them.
  if (periods === undefined || (history === null ? !listed : history.kind === "scenarios")) return [];
  const dates = (history?.table.dates ?? []).filter((date) => date >= (from ?? date) && date <= (to ?? date));
  const usual = periodsFromDates(dates, frequency),
    found = frequency === "daily" ? datesPerYear(dates) : ofLonger(dates);
  const nearest = found !== null && ratioOf(periods, found) < ratioOf(periods, usual) ? found : usual;
  const ratio = ratioOf(periods, nearest);
  if (ratio <= TOLD) return [];
  const kind = ratio >= CONTRADICTS ? contradictingYear : unusualYear;
  return [kind.about([], {
    pointer: "/periods_per_year",
    periods,
    usual,
    frequency,
    meant: frequencyOf(periods, dates),
    factor: Number((periods / usual).toPrecision(4)),
  })];
}

/** Returns the number of periods in a year of dates farther apart than months, such as quarters; null of others. */
function ofLonger(dates: readonly string[]): number | null {
  const apart = usualDaysApart(dates);
  return apart !== null && apart > MOST_DAYS_APART.monthly ? periodsOfYear(apart) : null;
}

function ratioOf(one: number, other: number): number {
  return Math.max(one / other, other / one);
}

/** Returns how many dates a year has on average; null of too few dates. */
function datesPerYear(dates: readonly string[]): number | null {
  const [first] = dates, last = dates.at(-1);
  if (first === undefined || last === undefined || dates.length < LEAST_DATES) return null;
  return (dates.length - 1) * YEAR_MS / (Date.parse(last) - Date.parse(first));
}

/** Returns the frequency that has as many periods in a year, if dates are near enough for it. */
function frequencyOf(periods: number, dates: readonly string[]): Frequency | null {
  const apart = usualDaysApart(dates) ?? 0;
  const all = ["daily", "weekly", "monthly"] as const;
  return all.find((one) => ratioOf(periods, periodsPerYear(one)) <= TOLD && apart <= MOST_DAYS_APART[one]) ?? null;
}
