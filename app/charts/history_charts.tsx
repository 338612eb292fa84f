import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { cumulativeReturnChart, type CurvedResult, drawdownChart } from "../../src/reports/charts/curve_charts.ts";
import { TimeFigures } from "./time_figures.tsx";

/** The cumulative return and the drawdown of each method and the benchmark; nothing for a run without curves. */
export function HistoryCharts({ result }: { readonly result: CurvedResult }): JSX.Element | null {
  const charts = useMemo(() => {
    const [earned, fallen] = [cumulativeReturnChart(result), drawdownChart(result)];
    return earned === null || fallen === null
      ? null
      : [{ chart: earned, isCumulative: true, height: 340 }, { chart: fallen, height: 220 }];
  }, [result]);
  if (charts === null) return null;
  return <TimeFigures title="the history" charts={charts} dates={result.curves?.dates ?? []} />;
}
