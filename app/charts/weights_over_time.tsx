import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { inAssetColours } from "../../src/reports/charts/asset_colours.ts";
import { dayOf } from "../../src/reports/charts/ticks.ts";
import { weightsOverTimeChart } from "../../src/reports/charts/weights_over_time_chart.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import type { BacktestSection } from "./documents.ts";
import type { ChartTable } from "./interactive_chart.ts";
import { MethodChoice } from "./method_choice.tsx";
import { READERS_NOTATION } from "./readers_notation.ts";

export interface WeightsOverTimeProps {
  readonly section: BacktestSection;
  /** Colour of each asset on the page, from `assetColours`. */
  readonly colours: ReadonlyMap<string, number>;
}

/** The weights that a method of a backtest held after each rebalance. */
export function WeightsOverTime({ section, colours }: WeightsOverTimeProps): JSX.Element | null {
  const keys = section.methods.map(({ key }) => key);
  const [chosen, setChosen] = useState(keys[0] ?? "");
  const shown = useMemo(() => {
    const method = section.methods.find(({ key }) => key === chosen);
    if (method === undefined || section.dates.length < 2) return null;
    const chart = inAssetColours(weightsOverTimeChart(method, section.dates, READERS_NOTATION), colours);
    return chart.kind === "stack" ? describedChart(chart, { table: () => rebalanceTable(method.rebalances) }) : null;
  }, [section, colours, chosen]);
  if (shown === null) return null;
  return <ChartFigure chart={shown} controls={<MethodChoice keys={keys} chosen={chosen} onChoose={setChosen} />} />;
}

/** Returns the weights of all assets after each rebalance, with its turnover and cost. */
function rebalanceTable(rebalances: BacktestSection["methods"][number]["rebalances"]): ChartTable {
  const assets = [...new Set(rebalances.flatMap(({ weights }) => Object.keys(weights)))];
  return {
    columns: [
      { name: "Date", format: "date" },
      { name: "Turnover", format: "percent" },
      { name: "Cost", format: "percent" },
      ...assets.map((name) => ({ name, format: "percent" } as const)),
    ],
    rows: rebalances.map(({ date, turnover, cost, weights }) => [
      dayOf(date),
      turnover,
      cost,
      ...assets.map((asset) => weights[asset] ?? 0),
    ]),
  };
}
