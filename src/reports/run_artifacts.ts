import type { Artifact } from "../domain/artifact.ts";
import { artifactOf } from "../documents/document.ts";
import { type RunResult, runResult } from "../documents/run_result.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { runCharts } from "./charts/run_charts.ts";
import { metricsTable, weightsTable } from "./run_tables.ts";

/**
 * The files of a run: its result, `weights.csv`, `metrics.csv` and `charts/*.svg`. The same bytes for the same result.
 */
export function runArtifacts(result: RunResult): readonly Artifact[] {
  return [
    artifactOf(runResult, result),
    textArtifact("weights.csv", "text/csv; charset=utf-8", weightsTable(result)),
    textArtifact("metrics.csv", "text/csv; charset=utf-8", metricsTable(result)),
    ...chartArtifacts(runCharts(result)),
  ];
}
