import type { Curve, OptimizationResult } from "../../documents/run_result.ts";
import type { LineChart } from "./chart_description.ts";
import type { Notation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";
import { dayOf } from "./ticks.ts";

/** The part of a run's result that its curves are drawn from. */
export type CurvedResult = Pick<OptimizationResult, "curves" | "benchmark" | "data" | "methods">;

/**
 * Describes the chart of the cumulative return of each method's portfolio and the benchmark since the first day; null
 * where the run has no history, or its history has no curve or fewer than two dates.
 */
export function cumulativeReturnChart(
  result: CurvedResult,
  notation: Notation = REPORT_NOTATION,
): LineChart | null {
  return curveChart(result, {
    title: "Cumulative return",
    kindOf: () => "line",
    valuesOf: ({ cumulative_return }) => cumulative_return,
    notation,
  });
}

/**
 * Describes the chart of the drawdowns of each method's portfolio and the benchmark, drawn downwards; null where the
 * run has no history, or its history has no curve or fewer than two dates.
 */
export function drawdownChart(result: CurvedResult, notation: Notation = REPORT_NOTATION): LineChart | null {
  return curveChart(result, {
    title: "Drawdown",
    kindOf: (curves) => curves === 1 ? "area" : "line",
    valuesOf: ({ drawdown }) => drawdown.map((depth) => -depth),
    notation,
  });
}

interface CurveChartOptions {
  readonly title: string;
  readonly kindOf: (curves: number) => LineChart["kind"];
  readonly valuesOf: (curve: Curve) => readonly number[];
  readonly notation: Notation;
}

function curveChart(
  { curves, benchmark, data, methods }: CurvedResult,
  { title, kindOf, valuesOf, notation }: CurveChartOptions,
): LineChart | null {
  if (curves === null || curves.dates.length < 2) return null;
  const days = curves.dates.map(dayOf);
  const seriesOf = (name: string, curve: Curve, isReference: boolean) => {
    const values = valuesOf(curve);
    return { name, points: days.map((x, index) => ({ x, y: values[index] })), isReference };
  };
  const placeOf = new Map(methods.map(({ key }, index) => [key, index]));
  const series = [
    ...Object.entries(curves.methods).map(([key, curve], index) => ({
      ...seriesOf(key, curve, false),
      colour: placeOf.get(key) ?? index,
    })),
    ...curves.benchmark === null ? [] : [seriesOf(benchmark?.id ?? "benchmark", curves.benchmark, true)],
  ];
  if (series.length === 0) return null;
  const period = `${notation.day(curves.dates[0])} to ${notation.day(curves.dates[curves.dates.length - 1])}`;
  const frequency = data === null ? "" : `, ${data.frequency}`;
  return {
    kind: kindOf(series.length),
    title: series.length === 1 ? `${title} of ${series[0].name}` : title,
    subtitle: `${period}${frequency}`,
    x: { format: "date", label: null },
    y: { format: "percent", label: null },
    series,
  };
}
