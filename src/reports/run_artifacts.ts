import type { Artifact } from "../domain/artifact.ts";
import { artifactOf } from "../documents/document.ts";
import type { BacktestSection } from "../documents/backtest_section.ts";
import { covarianceArtifact } from "../documents/covariance_file.ts";
import { runResult, type WrittenResult } from "../documents/run_result.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { runCharts } from "./charts/run_charts.ts";
import { allocationTable, metricsTable, weightsTable } from "./run_tables.ts";
import { noteWhereLeftOut } from "./spreadsheet/left_out.ts";
import { runSheets } from "./spreadsheet/run_sheets.ts";
import { SPREADSHEETS } from "../domain/spreadsheets.ts";

const CSV = "text/csv; charset=utf-8";

/**
 * Returns the files of a run: its result, `covariance.bin` where the result names it, `weights.csv`, `metrics.csv`,
 * `allocation.csv` where a capital was given, a note where its spreadsheet is left out, and `charts/*.svg`, with those
 * of a backtest within the run. The bytes are the same for the same result and section.
 */
export function runArtifacts(result: WrittenResult, section: BacktestSection | null = null): readonly Artifact[] {
  const lots = allocationTable(result),
    note = noteWhereLeftOut(SPREADSHEETS.optimization.name, runSheets(result, section));
  const { covariance } = result.estimates;
  return [
    artifactOf(runResult, result),
    ...covariance.file === null ? [] : [covarianceArtifact(covariance.matrix)],
    textArtifact("weights.csv", CSV, weightsTable(result)),
    textArtifact("metrics.csv", CSV, metricsTable(result)),
    ...lots === null ? [] : [textArtifact("allocation.csv", CSV, lots)],
    ...note === null ? [] : [note],
    ...chartArtifacts(runCharts({ ...result, rolling_backtest: section })),
  ];
}
