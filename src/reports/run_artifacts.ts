import type { Artifact } from "../domain/artifact.ts";
import { artifactOf } from "../documents/document.ts";
import type { BacktestSection } from "../documents/backtest_section.ts";
import { type RunResult, runResult } from "../documents/run_result.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { runCharts } from "./charts/run_charts.ts";
import { metricsTable, weightsTable } from "./run_tables.ts";

/**
 * The files of a run: its result, `weights.csv`, `metrics.csv` and `charts/*.svg`, those of a backtest within it among
 * them. The same bytes for the same result and section.
 */
export function runArtifacts(result: RunResult, section: BacktestSection | null = null): readonly Artifact[] {
  return [
    artifactOf(runResult, result),
    textArtifact("weights.csv", "text/csv; charset=utf-8", weightsTable(result)),
    textArtifact("metrics.csv", "text/csv; charset=utf-8", metricsTable(result)),
    ...chartArtifacts(runCharts({ ...result, rolling_backtest: section })),
  ];
}
