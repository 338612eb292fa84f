import type { Artifact } from "../domain/artifact.ts";
import type { BacktestFigures } from "./backtest_figures.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { backtestCharts } from "./charts/backtest_charts.ts";

/** The artifact that holds a section. */
export const SECTION_NAME = "section.json";

/** The files of a backtest: `section.json` as given and `charts/*.svg`. The same bytes for the same section. */
export function backtestArtifacts(
  section: BacktestFigures,
  { sectionJson }: { sectionJson: string },
): readonly Artifact[] {
  return [
    textArtifact(SECTION_NAME, "application/json", sectionJson),
    ...chartArtifacts(backtestCharts(section)),
  ];
}
