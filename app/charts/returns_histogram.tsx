import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import type { RunResult } from "./documents.ts";
import { MethodChoice } from "./method_choice.tsx";
import { periodReturns, returnsHistogram } from "./period_returns.ts";

/** The histogram of the returns of one method's portfolio, or of the benchmark; nothing for a run without curves. */
export function ReturnsHistogram(
  { result: { curves, benchmark, data } }: { readonly result: Pick<RunResult, "curves" | "benchmark" | "data"> },
): JSX.Element | null {
  const cumulative = useMemo(() => {
    const methods = Object.entries(curves?.methods ?? {});
    const own = methods.map(([key, { cumulative_return }]) => [key, cumulative_return] as const);
    const compared = curves?.benchmark?.cumulative_return;
    return new Map([...own, ...compared === undefined ? [] : [[benchmark?.id ?? "benchmark", compared] as const]]);
  }, [curves, benchmark]);
  const keys = [...cumulative.keys()];
  const [chosen, setChosen] = useState(keys[0] ?? "");
  const shown = useMemo(() => {
    const options = { name: chosen, frequency: data?.frequency ?? null };
    const chart = returnsHistogram(periodReturns(cumulative.get(chosen) ?? []), options);
    return chart === null ? null : describedChart(chart);
  }, [cumulative, chosen, data]);
  if (shown === null) return null;
  return <ChartFigure chart={shown} controls={<MethodChoice keys={keys} chosen={chosen} onChoose={setChosen} />} />;
}
