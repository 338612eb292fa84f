import type { BacktestedSeries, BacktestSection } from "../../documents/backtest_section.ts";
import { withAssetColours } from "./asset_colours.ts";
import type { BarChart, ChartDescription, LineChart, PanelChart } from "./chart_description.ts";
import { drawChart } from "./draw_chart.ts";
import type { Notation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";
import { svgOf } from "./svg.ts";
import { dayOf } from "./ticks.ts";
import { weightsOverTimeChart } from "./weights_over_time_chart.ts";

/** The part of a backtest that its charts are drawn from. */
export type ChartedBacktest = Pick<BacktestSection, "dates" | "methods" | "benchmark"> & {
  readonly config: Pick<
    BacktestSection["config"],
    "train_window" | "rebalance_every" | "expanding" | "cost_bps" | "slippage_bps" | "initial_capital"
  >;
};

/** A finished SVG chart with its name, which is unique within its backtest or simulation. */
export interface NamedChart {
  readonly name: string;
  readonly svg: string;
}

/**
 * Draws the charts of a backtest as SVG, with one colour per asset in the charts of weights. The bytes are the same for
 * the same backtest.
 */
export function backtestCharts(section: BacktestSection): readonly NamedChart[] {
  return withAssetColours(describeBacktestCharts(section)).map(({ name, chart }) => ({
    name,
    svg: svgOf(drawChart(chart)),
  }));
}

/** Describes the charts of a backtest; returns none where it has fewer than two dates. */
export function describeBacktestCharts(
  section: ChartedBacktest,
  notation: Notation = REPORT_NOTATION,
): readonly { readonly name: string; readonly chart: ChartDescription }[] {
  if (section.dates.length < 2) return [];
  const nameOf = weightChartNames(section.methods.map(({ key }) => key));
  return [
    { name: "equity", chart: equityChart(section, notation) },
    { name: "drawdown", chart: drawdownChart(section, notation) },
    { name: "rolling_volatility", chart: rollingVolatilityChart(section, notation) },
    { name: "rolling_sharpe_ratio", chart: rollingSharpeRatioChart(section, notation) },
    { name: "returns_by_year", chart: returnsByYearChart(section) },
    ...section.methods.map((method, index) => ({
      name: nameOf(index),
      chart: weightsOverTimeChart(method, section.dates, notation),
    })),
  ];
}

/** Decimals of the worst drawdown beside the name of a panel. */
const NOTE_DECIMALS = { least: 1, most: 1 } as const;
/** Ratio of the highest to the lowest equity above which the equity chart uses a logarithmic axis. */
const WIDE_RANGE = 3;

function equityChart(section: ChartedBacktest, notation: Notation): LineChart {
  const { config: { initial_capital: initial }, methods, benchmark } = section;
  const values = [...methods, ...benchmark === null ? [] : [benchmark]].flatMap(({ equity }) => equity);
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [
    initial,
    initial,
  ]);
  return {
    ...lineChart(section, { title: "Equity", valuesOf: ({ equity }) => equity, notation }),
    y: { format: "amount", label: null, isLogarithmic: low > 0 && high > WIDE_RANGE * low },
    baseline: initial,
  };
}

/**
 * Describes the drawdown chart. Several methods get a panel each, because their drawdowns come at the same times and
 * would hide one another.
 */
function drawdownChart(section: ChartedBacktest, notation: Notation): LineChart | PanelChart {
  const valuesOf = ({ drawdown }: BacktestedSeries) => drawdown.map((depth) => -depth);
  const chart = lineChart(section, { title: "Drawdown", valuesOf, notation });
  const y = { format: "percent", label: null } as const;
  const { methods } = section;
  if (methods.length < 2) return { ...chart, kind: chart.series.length === 1 ? "area" : "line", y };
  return {
    ...chart,
    kind: "panels",
    y,
    panels: methods.map(({ key, drawdown }, index) => ({
      name: key,
      note: `at worst ${
        notation.percent(-drawdown.reduce((worst, depth) => Math.max(worst, depth), 0), NOTE_DECIMALS)
      }`,
      points: chart.series[index].points,
    })),
    reference: chart.series.find(({ isReference }) => isReference) ?? null,
  };
}

function rollingVolatilityChart(section: ChartedBacktest, notation: Notation): LineChart {
  const chart = lineChart(section, {
    title: "Rolling volatility",
    valuesOf: ({ rolling }) => rolling.volatility.map(orGap),
    notation,
  });
  return { ...chart, subtitle: rollingSubtitle(section, notation), y: { format: "percent", label: null } };
}

function rollingSharpeRatioChart(section: ChartedBacktest, notation: Notation): LineChart {
  const chart = lineChart(section, {
    title: "Rolling Sharpe ratio",
    valuesOf: ({ rolling }) => rolling.sharpe_ratio.map(orGap),
    notation,
  });
  return { ...chart, subtitle: rollingSubtitle(section, notation), y: { format: "number", label: null } };
}

function returnsByYearChart({ methods, benchmark }: ChartedBacktest): BarChart {
  const all = [
    ...methods.map(({ key, returns_by_year }) => ({ name: key, returns: returns_by_year, isRest: false })),
    ...benchmark === null ? [] : [{ name: benchmark.id, returns: benchmark.returns_by_year, isRest: true }],
  ];
  const years = [...new Set(all.flatMap(({ returns }) => Object.keys(returns)))].sort();
  return {
    kind: "bar",
    arrangement: "grouped",
    title: "Returns by year",
    subtitle: "The first and the last year as far as they were walked through",
    categories: years,
    value: { format: "percent", label: null },
    series: all.map(({ name, returns, isRest }) => ({
      name,
      isRest,
      values: years.map((year) => returns[year] ?? NaN),
    })),
  };
}

interface LineOptions {
  readonly title: string;
  readonly valuesOf: (series: BacktestedSeries) => readonly number[];
  readonly notation: Notation;
}

/** Describes a chart with one line per method, and a reference line for the benchmark. */
function lineChart(
  section: ChartedBacktest,
  { title, valuesOf, notation }: LineOptions,
): Omit<LineChart, "y"> & { kind: "line" } {
  const { dates, methods, benchmark } = section;
  const days = dates.map(dayOf);
  const seriesOf = (name: string, figures: BacktestedSeries, isReference: boolean) => {
    const values = valuesOf(figures);
    return { name, isReference, points: days.map((x, index) => ({ x, y: values[index] })) };
  };
  const series = [
    ...methods.map((method) => seriesOf(method.key, method, false)),
    ...benchmark === null ? [] : [seriesOf(benchmark.id, benchmark, true)],
  ];
  return {
    kind: "line",
    title: series.length === 1 ? `${title} of ${series[0].name}` : title,
    subtitle: subtitleOf(section, notation),
    x: { format: "date", label: null },
    series,
  };
}

function subtitleOf({ dates, config }: ChartedBacktest, notation: Notation): string {
  const { train_window, rebalance_every, expanding, cost_bps, slippage_bps } = config;
  const bps = cost_bps + slippage_bps;
  return [
    stretchOf(dates, notation),
    `rebalanced every ${periods(rebalance_every, notation)}`,
    `${expanding ? "on at least" : "on the last"} ${notation.number(train_window)}`,
    bps > 0 ? `net of costs of ${notation.number(bps)} basis points` : "without costs",
  ].join(", ");
}

function stretchOf(dates: readonly string[], { day }: Notation): string {
  return `${day(dates[0])} to ${day(dates[dates.length - 1])}`;
}

function periods(count: number, { number }: Notation): string {
  return count === 1 ? "period" : `${number(count)} periods`;
}

function rollingSubtitle({ dates, methods }: ChartedBacktest, notation: Notation): string {
  const period = stretchOf(dates, notation);
  return methods.length === 0
    ? period
    : `${period}, annual, of the last ${periods(methods[0].rolling.window, notation)}`;
}

function orGap(value: number | null): number {
  return value ?? NaN;
}

/**
 * Returns a function that names the weight chart of a method: `weights_<key>` if every key suits a file name, otherwise
 * `weights_1`, `weights_2` and so on.
 */
function weightChartNames(keys: readonly string[]): (index: number) => string {
  const areFit = keys.every((key) => /^[A-Za-z0-9_-]{1,80}$/.test(key));
  return (index) => `weights_${areFit ? keys[index] : index + 1}`;
}
