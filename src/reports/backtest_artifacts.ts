import type { Artifact } from "../domain/artifact.ts";
import { type BacktestSection, backtestSection } from "../documents/backtest_section.ts";
import { backtestSummary, summaryOf } from "../documents/backtest_summary.ts";
import { artifactOf } from "../documents/document.ts";
import { chartArtifacts } from "./chart_artifacts.ts";
import { backtestCharts } from "./charts/backtest_charts.ts";

/** The files of a backtest: its section, `charts/*.svg` and its summary. The same bytes for the same section. */
export function backtestArtifacts(section: BacktestSection): readonly Artifact[] {
  return [
    artifactOf(backtestSection, section),
    ...backtestChartArtifacts(section),
    artifactOf(backtestSummary, summaryOf(section)),
  ];
}

/** Its charts alone as `charts/<prefix><name>.svg`, for where they stand beside those of a run. */
export function backtestChartArtifacts(section: BacktestSection, { prefix = "" } = {}): readonly Artifact[] {
  return chartArtifacts(backtestCharts(section).map(({ name, svg }) => ({ name: `${prefix}${name}`, svg })));
}
