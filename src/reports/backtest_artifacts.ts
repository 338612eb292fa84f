import type { Artifact } from "../domain/artifact.ts";
import { type BacktestSection, backtestSection } from "../documents/backtest_section.ts";
import { backtestSummary, summaryOf } from "../documents/backtest_summary.ts";
import { artifactOf } from "../documents/document.ts";
import { chartArtifacts } from "./chart_artifacts.ts";
import { backtestCharts } from "./charts/backtest_charts.ts";
import { backtestSheets } from "./spreadsheet/backtest_sheets.ts";
import { noteWhereLeftOut } from "./spreadsheet/left_out.ts";
import { SPREADSHEETS } from "../domain/spreadsheets.ts";

/**
 * Returns the files of a backtest: its result as `section.json`, a note where its spreadsheet is left out,
 * `charts/*.svg` and its summary. The bytes are the same for the same result.
 */
export function backtestArtifacts(section: BacktestSection): readonly Artifact[] {
  const note = noteWhereLeftOut(SPREADSHEETS.backtest.name, backtestSheets(section));
  return [
    artifactOf(backtestSection, section),
    ...note === null ? [] : [note],
    ...chartArtifacts(backtestCharts(section)),
    artifactOf(backtestSummary, summaryOf(section)),
  ];
}
