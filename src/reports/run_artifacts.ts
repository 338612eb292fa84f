import type { Artifact } from "../domain/artifact.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { runCharts } from "./charts/run_charts.ts";
import { metricsTable, weightsTable } from "./run_tables.ts";
import type { RunFigures } from "./run_figures.ts";

/** The artifact that holds a result. */
export const RESULT_NAME = "result.json";

/**
 * The files of an optimization run: `result.json` as given, `weights.csv`, `metrics.csv` and `charts/*.svg`. The same bytes for the
 * same result.
 */
export function runArtifacts(result: RunFigures, { resultJson }: { resultJson: string }): readonly Artifact[] {
  return [
    textArtifact(RESULT_NAME, "application/json", resultJson),
    textArtifact("weights.csv", "text/csv; charset=utf-8", weightsTable(result)),
    textArtifact("metrics.csv", "text/csv; charset=utf-8", metricsTable(result)),
    ...chartArtifacts(runCharts(result)),
  ];
}
