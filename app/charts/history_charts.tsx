import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { LineChart } from "../../src/reports/charts/chart_description.ts";
import { cumulativeReturnChart, type CurvedResult, drawdownChart } from "../../src/reports/charts/curve_charts.ts";
import { READERS_NOTATION } from "./readers_notation.ts";
import { type TimeChart, TimeFigures } from "./time_figures.tsx";

/** The cumulative return and the drawdown of each method and the benchmark; nothing for a run without curves. */
export function HistoryCharts({ result }: { readonly result: CurvedResult }): JSX.Element | null {
  const { curves } = result;
  const charts = useMemo((): readonly TimeChart[] => [
    {
      key: "return",
      describe: () => found(cumulativeReturnChart(result, READERS_NOTATION)),
      isCumulative: true,
      height: 340,
    },
    { key: "drawdown", describe: () => found(drawdownChart(result, READERS_NOTATION)), height: 220 },
  ], [result]);
  const hasLines = curves !== null && (Object.keys(curves.methods).length > 0 || curves.benchmark !== null);
  if (!hasLines || curves.dates.length < 2) return null;
  return <TimeFigures title="the history" charts={charts} dates={curves.dates} />;
}

function found(chart: LineChart | null): LineChart {
  if (chart === null) throw new Error("Cannot draw the curves of a run without curves");
  return chart;
}
