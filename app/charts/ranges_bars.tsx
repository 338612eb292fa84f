import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { ChartFigure } from "./chart_figure.tsx";
import type { PreflightRanges, Shares } from "./documents.ts";
import type { RangeChart } from "./draw_ranges.ts";
import { FIRST_ASSETS, MoreAssets } from "./more_assets.tsx";
import { pointedRanges, rangeCharts } from "./range_charts.ts";

export interface RangesBarsProps {
  readonly ranges: PreflightRanges;
  /** What is held now, marked among the weights that the rules allow; null where nothing is. */
  readonly held: Shares | null;
}

/** The ranges that a preflight found: of weights, of groups, of rules, of return and volatility. */
export function RangesBars({ ranges, held }: RangesBarsProps): JSX.Element {
  const charts = useMemo(() => rangeCharts(ranges, held), [ranges, held]);
  return <>{charts.map((chart) => <RangesFigure key={chart.title} chart={chart} />)}</>;
}

function RangesFigure({ chart }: { readonly chart: RangeChart }): JSX.Element {
  const [rowsAtMost, setRowsAtMost] = useState(FIRST_ASSETS);
  const pointed = useMemo(() => pointedRanges(chart, rowsAtMost), [chart, rowsAtMost]);
  return (
    <ChartFigure chart={pointed}>
      <MoreAssets shown={Math.min(rowsAtMost, chart.rows.length)} all={chart.rows.length} onShow={setRowsAtMost} />
    </ChartFigure>
  );
}
