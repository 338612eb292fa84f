import type { Artifact } from "../domain/artifact.ts";
import { type BacktestSection, backtestSection } from "../documents/backtest_section.ts";
import { backtestSummary, summaryOf } from "../documents/backtest_summary.ts";
import { artifactOf } from "../documents/document.ts";
import { chartArtifacts } from "./chart_artifacts.ts";
import { backtestCharts } from "./charts/backtest_charts.ts";
import { backtestSheets } from "./spreadsheet/backtest_sheets.ts";
import { spreadsheetArtifact } from "./spreadsheet/spreadsheet_artifact.ts";

/**
 * Returns the files of a backtest: its result as `section.json` and `section.xlsx`, `charts/*.svg` and its summary. The
 * bytes are the same for the same result.
 */
export function backtestArtifacts(section: BacktestSection): readonly Artifact[] {
  return [
    artifactOf(backtestSection, section),
    spreadsheetArtifact("section.xlsx", backtestSheets(section)),
    ...chartArtifacts(backtestCharts(section)),
    artifactOf(backtestSummary, summaryOf(section)),
  ];
}
