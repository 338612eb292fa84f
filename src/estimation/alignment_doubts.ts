import type { Doubt } from "../domain/doubt.ts";
import { periodsPerYear } from "../domain/frequency.ts";
import { isYearOf } from "../domain/longer_periods.ts";
import { datesFarApart } from "../doubts/kinds/dates_far_apart.ts";
import { fewReturns } from "../doubts/kinds/few_returns.ts";
import { longerPeriods } from "../doubts/kinds/longer_periods.ts";
import { mixedCalendar } from "../doubts/kinds/mixed_calendar.ts";
import { partialPeriod } from "../doubts/kinds/partial_period.ts";
import { seriesTooShort } from "../doubts/kinds/series_too_short.ts";
import { sevenDayYear } from "../doubts/kinds/seven_day_year.ts";
import { shortSeries } from "../doubts/kinds/short_series.ts";
import type { Alignment, DataReport } from "./alignment.ts";
import type { RangeCut } from "./range_cuts.ts";

/** Share of the rows below which the common history counts as cut by one asset. */
const HALF = 0.5;
/** Shares of the rows that an asset lacks if its days are those of another calendar. */
const LEAST_ON_OTHER_DAYS = 0.15, MOST_ON_OTHER_DAYS = 0.5;
const DAYS_PER_YEAR = 365.25, DAY_MS = 86_400_000;
/**
 * Largest mean distance between the dates of a history, as a multiple of its frequency's period, without a doubt.
 * Beyond it almost half of the periods are missing.
 */
const MOST_APART = 1.9;
/** Fewest returns whose mean distance tells a frequency; of fewer, a weekend more or less decides. */
const LEAST_SPACED = 10;
/** Fewest returns of which longer periods are told, which the request itself names. */
const LEAST_OF_LONGER = 2;

/** Returns the doubts about the dates that the assets of a history have in common, and about its calendar. */
export function alignmentDoubts(
  { report, cuts, counted, weekends, available }: Pick<
    Alignment,
    "report" | "cuts" | "counted" | "weekends" | "available"
  >,
): readonly Doubt[] {
  const short = available === undefined ? shortnessDoubts(report, cuts) : { ofCuts: [], ofLength: [] };
  const partial = counted.map((span) => partialPeriod.about([], { frequency: report.frequency, ...span }));
  return [
    ...short.ofCuts,
    ...partial,
    ...short.ofLength,
    ...calendarDoubts(report, weekends),
    ...spacingDoubts(report),
  ];
}

/** Returns the doubts about assets that cut the common history, and else about its length. */
function shortnessDoubts(
  report: DataReport,
  cuts: readonly RangeCut[],
): { readonly ofCuts: readonly Doubt[]; readonly ofLength: readonly Doubt[] } {
  const ofCuts = cuts.flatMap((cut) => cutDoubt(cut, report));
  return { ofCuts, ofLength: lengthDoubts(report, ofCuts.length > 0) };
}

function cutDoubt({ name, side, date, rows, rowsWithout }: RangeCut, report: DataReport): readonly Doubt[] {
  const facts = { side, date, rows, rows_without: rowsWithout };
  const losesMost = rows < HALF * rowsWithout, { observations: returns, assets } = report;
  if (returns < assets) return [seriesTooShort.about([name], { ...facts, returns, assets })];
  return losesMost || side === "ends_earlier" ? [shortSeries.about([name], facts)] : [];
}

function lengthDoubts({ observations: returns, assets }: DataReport, isTold: boolean): readonly Doubt[] {
  return returns < assets && !isTold ? [fewReturns.about([], { returns, assets })] : [];
}

function calendarDoubts(
  { frequency, periods_per_year, observations, filled }: DataReport,
  weekends: boolean,
): readonly Doubt[] {
  if (!weekends || frequency !== "daily" || periods_per_year <= periodsPerYear(frequency) * (1 + LEAST_ON_OTHER_DAYS)) {
    return [];
  }
  const others = filled.filter(({ days }) =>
    days >= LEAST_ON_OTHER_DAYS * observations && days <= MOST_ON_OTHER_DAYS * observations
  );
  const filledDays = others.reduce((sum, { days }) => sum + days, 0);
  return [
    sevenDayYear.about([], { periods_per_year }),
    ...others.length === 0
      ? []
      : [mixedCalendar.about(others.map(({ asset }) => asset), { filled: filledDays, rows: observations })],
  ];
}

function spacingDoubts(
  { start_date, end_date, observations, frequency, periods_per_year, dropped }: DataReport,
): readonly Doubt[] {
  if (start_date === null || end_date === null || observations < LEAST_OF_LONGER) return [];
  const between = dropped.filter(({ first, last }) => first > start_date && last < end_date);
  const rows = between.reduce((sum, one) => sum + one.days, observations);
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS / (rows - 1);
  if (days * periodsPerYear(frequency) <= MOST_APART * DAYS_PER_YEAR) return [];
  if (frequency === "monthly" && isYearOf(periods_per_year, days)) {
    const days_apart = Math.round(DAYS_PER_YEAR / periods_per_year);
    return [longerPeriods.about([], { days_apart, frequency, periods_per_year })];
  }
  if (observations < LEAST_SPACED) return [];
  return [datesFarApart.about([], { days_apart: Math.round(days), frequency, periods_per_year })];
}
