import type { Artifact } from "../domain/artifact.ts";
import { artifactOf } from "../documents/document.ts";
import type { BacktestSection } from "../documents/backtest_section.ts";
import { type RunResult, runResult } from "../documents/run_result.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { runCharts } from "./charts/run_charts.ts";
import { allocationTable, metricsTable, weightsTable } from "./run_tables.ts";
import { runSheets } from "./spreadsheet/run_sheets.ts";
import { spreadsheetArtifact } from "./spreadsheet/spreadsheet_artifact.ts";

const CSV = "text/csv; charset=utf-8";

/**
 * Returns the files of a run: its result, `weights.csv`, `metrics.csv`, `allocation.csv` where a capital was given,
 * `result.xlsx` and `charts/*.svg`. The last two include a backtest within the run. The bytes are the same for the same
 * result and section.
 */
export function runArtifacts(result: RunResult, section: BacktestSection | null = null): readonly Artifact[] {
  const lots = allocationTable(result);
  return [
    artifactOf(runResult, result),
    textArtifact("weights.csv", CSV, weightsTable(result)),
    textArtifact("metrics.csv", CSV, metricsTable(result)),
    ...lots === null ? [] : [textArtifact("allocation.csv", CSV, lots)],
    spreadsheetArtifact("result.xlsx", runSheets(result, section)),
    ...chartArtifacts(runCharts({ ...result, rolling_backtest: section })),
  ];
}
