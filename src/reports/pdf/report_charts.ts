import { withAssetColours } from "../charts/asset_colours.ts";
import { describeBacktestCharts } from "../charts/backtest_charts.ts";
import type { ChartDescription, LineChart, PanelChart } from "../charts/chart_description.ts";
import { describeRunCharts } from "../charts/run_charts.ts";
import type { BacktestSection } from "../../documents/backtest_section.ts";
import type { ReportFigures } from "./report_figures.ts";

/** Chart descriptions of a report by name; an asset has the same colour in all of them. */
export type ReportCharts = ReadonlyMap<string, ChartDescription>;

/** Largest number of curves that a reader can tell apart in one chart of a report. */
const CURVES_AT_MOST = 8;
/** Largest number of chart panels that fit on a page of a report. */
const PANELS_AT_MOST = 8;

/** Describes the charts that a run has figures for; those of its backtest begin with `backtest_`. */
export function chartsOf({ result }: ReportFigures): ReportCharts {
  const run = describeRunCharts({ ...result, monte_carlo: null });
  const inside = result.rolling_backtest === null ? [] : describeBacktestCharts(result.rolling_backtest);
  return mapOf([...run, ...inside.map(({ name, chart }) => ({ name: `backtest_${name}`, chart }))]);
}

/** Describes the charts of a backtest alone, under names that begin with `backtest_`. */
export function chartsOfBacktest(section: BacktestSection): ReportCharts {
  return mapOf(describeBacktestCharts(section).map(({ name, chart }) => ({ name: `backtest_${name}`, chart })));
}

/** Returns the description of a chart by name; null where the run has no figures for it. */
export function chartOf(charts: ReportCharts, name: string): ChartDescription | null {
  return charts.get(name) ?? null;
}

/**
 * Returns a chart in a form that is readable on paper. A chart of many curves is split into panels and pages; grouped
 * bars of too many series are left out, because a table shows them.
 */
export function readable(chart: ChartDescription): readonly ChartDescription[] {
  if (chart.kind === "bar" && chart.arrangement === "grouped" && chart.series.length > CURVES_AT_MOST + 1) return [];
  if (chart.kind === "panels") return pagesOf(chart);
  if (chart.kind !== "line") return [chart];
  const curves = chart.series.filter(({ isReference }) => !isReference);
  return curves.length <= CURVES_AT_MOST ? [chart] : pagesOf(panelsOf(chart));
}

function panelsOf({ series, title, subtitle, x, y }: LineChart): PanelChart {
  return {
    kind: "panels",
    title,
    subtitle,
    x,
    y: { ...y, isLogarithmic: false },
    panels: series.filter(({ isReference }) => !isReference).map(({ name, points }) => ({ name, points, note: null })),
    reference: series.find(({ isReference }) => isReference) ?? null,
  };
}

function pagesOf(chart: PanelChart): readonly PanelChart[] {
  const pages = Math.ceil(chart.panels.length / PANELS_AT_MOST);
  const each = Math.ceil(chart.panels.length / pages);
  return Array.from({ length: pages }, (_, page) => ({
    ...chart,
    title: pages === 1 ? chart.title : `${chart.title} (${page + 1} of ${pages})`,
    panels: chart.panels.slice(page * each, (page + 1) * each),
  }));
}

function mapOf(charts: readonly { readonly name: string; readonly chart: ChartDescription }[]): ReportCharts {
  return new Map(withAssetColours(charts).map(({ name, chart }) => [name, chart]));
}
