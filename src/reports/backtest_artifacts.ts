import type { Artifact } from "../domain/artifact.ts";
import type { BacktestFigures } from "./backtest_figures.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { backtestCharts } from "./charts/backtest_charts.ts";

/** Its charts alone as `charts/<prefix><name>.svg`, for where they stand beside those of a run. */
export function backtestChartArtifacts(section: BacktestFigures, { prefix = "" } = {}): readonly Artifact[] {
  return chartArtifacts(backtestCharts(section).map(({ name, svg }) => ({ name: `${prefix}${name}`, svg })));
}

/** The files of a backtest: `section.json` as given and `charts/*.svg`. The same bytes for the same section. */
export function backtestArtifacts(
  section: BacktestFigures,
  { sectionJson }: { sectionJson: string },
): readonly Artifact[] {
  return [
    textArtifact("section.json", "application/json", sectionJson),
    ...backtestChartArtifacts(section),
  ];
}
