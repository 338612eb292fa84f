import { MOST_DAYS_APART } from "../../domain/date_spacing.ts";
import type { Doubt } from "../../domain/doubt.ts";
import { type Frequency, periodsPerYear } from "../../domain/frequency.ts";
import { periodsOfYear } from "../../domain/longer_periods.ts";
import { contradictingYear } from "../../doubts/kinds/contradicting_year.ts";
import { unusualYear } from "../../doubts/kinds/unusual_year.ts";
import type { RequestFacts } from "./request_facts.ts";

/** Ratio of two numbers of periods from which they are told, and from which they contradict each other. */
const TOLD = 1.15, CONTRADICTS = 2;

/** Doubts a number of periods in a year that fits neither the frequency of the run nor the dates of its own history. */
export function yearDoubts({ request, calendar }: RequestFacts): readonly Doubt[] {
  const { periods_per_year: periods, frequency, history, listed } = request;
  // The period of moments and of scenarios may be any, and is what the number says of them.
  if (periods === undefined || (history === null ? !listed : history.kind === "scenarios")) return [];
  const { periods: usual, datesPerYear, daysApart } = calendar();
  const found = frequency === "daily" ? datesPerYear : ofLonger(daysApart);
  const nearest = found !== null && ratioOf(periods, found) < ratioOf(periods, usual) ? found : usual;
  const ratio = ratioOf(periods, nearest);
  if (ratio <= TOLD) return [];
  const kind = ratio >= CONTRADICTS ? contradictingYear : unusualYear;
  return [kind.about([], {
    pointer: "/periods_per_year",
    periods,
    usual,
    frequency,
    meant: frequencyOf(periods, daysApart ?? 0),
    factor: Number((periods / usual).toPrecision(4)),
  })];
}

/** Returns the number of periods in a year of dates farther apart than months, such as quarters; null of others. */
function ofLonger(apart: number | null): number | null {
  return apart !== null && apart > MOST_DAYS_APART.monthly ? periodsOfYear(apart) : null;
}

function ratioOf(one: number, other: number): number {
  return Math.max(one / other, other / one);
}

/** Returns the frequency that has as many periods in a year, if dates so many days apart are near enough for it. */
function frequencyOf(periods: number, apart: number): Frequency | null {
  const all = ["daily", "weekly", "monthly"] as const;
  return all.find((one) => ratioOf(periods, periodsPerYear(one)) <= TOLD && apart <= MOST_DAYS_APART[one]) ?? null;
}
