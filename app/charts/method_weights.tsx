import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { inAssetColours } from "../../src/reports/charts/asset_colours.ts";
import { type SharedResult, weightsChart } from "../../src/reports/charts/share_charts.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import { READERS_NOTATION } from "./readers_notation.ts";
import { shareTable } from "./share_table.ts";

export interface MethodWeightsProps {
  readonly result: SharedResult;
  /** Colour of each asset on the page, from `assetColours`. */
  readonly colours: ReadonlyMap<string, number>;
}

/** The weights of all methods of a run side by side: bars of up to three methods, a stack a method of more. */
export function MethodWeights({ result, colours }: MethodWeightsProps): JSX.Element | null {
  const shown = useMemo(() => {
    const chart = weightsChart(result, READERS_NOTATION);
    if (chart === null) return null;
    const coloured = inAssetColours(chart, colours);
    return coloured.kind === "bar" ? describedChart(coloured, { table: () => shareTable(portfoliosOf(result)) }) : null;
  }, [result, colours]);
  return shown === null ? null : <ChartFigure chart={{ ...shown, title: "Weights of all methods" }} />;
}

function portfoliosOf({ methods }: SharedResult): Parameters<typeof shareTable>[0] {
  return methods.flatMap(({ key, weights }, colour) =>
    weights === null ? [] : [{ name: key, shares: weights, colour }]
  );
}
