import type { Curves } from "../../../documents/run_result.ts";
import { chartOf, readable, type ReportCharts } from "../report_charts.ts";
import type { ReportFigures } from "../report_figures.ts";
import { type ReportPages, ROOM_OF_CHAPTER } from "../report_pages.ts";
import { addReturns, type PeriodReturns } from "./period_returns.ts";

/**
 * Adds the sections with cumulative return and drawdown on the run's history, and with its returns by year and month.
 */
export function addCurves(pages: ReportPages, { result }: ReportFigures, charts: ReportCharts): void {
  const { curves, benchmark } = result;
  if (curves === null) return;
  const shown = ["cumulative_return", "drawdown"].flatMap((name) => {
    const chart = chartOf(charts, name);
    return chart === null ? [] : readable(chart);
  });
  pages.chapter("Cumulative return and drawdown", shown);
  pages.paragraph("The portfolios on the same history from which they were computed, before costs.", { isMuted: true });
  pages.charts(shown, { below: ROOM_OF_CHAPTER });
  pages.heading("Returns by year and month");
  addReturns(pages, [
    ...Object.entries(curves.methods).map(([key, { cumulative_return }]) =>
      returnsOf(key, curves.dates, cumulative_return)
    ),
    ...curves.benchmark === null
      ? []
      : [returnsOf(benchmark?.id ?? "Benchmark", curves.dates, curves.benchmark.cumulative_return)],
  ]);
}

/** Computes compounded returns by calendar year and month from a curve of cumulative returns. */
export function returnsOf(name: string, dates: Curves["dates"], cumulative: readonly number[]): PeriodReturns {
  return { name, byYear: compounded(dates, cumulative, 4), byMonth: compounded(dates, cumulative, 7) };
}

function compounded(
  dates: readonly string[],
  cumulative: readonly number[],
  digits: 4 | 7,
): Readonly<Record<string, number>> {
  const ends = new Map<string, number>();
  dates.forEach((date, index) => ends.set(date.slice(0, digits), 1 + cumulative[index]));
  let before = 1;
  return Object.fromEntries(
    [...ends].map(([period, wealth]) => {
      const earned = before === 0 ? 0 : wealth / before - 1;
      before = wealth;
      return [period, earned];
    }),
  );
}
