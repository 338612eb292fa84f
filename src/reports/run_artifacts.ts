import type { Artifact } from "../domain/artifact.ts";
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
    artifact(RESULT_NAME, "application/json", resultJson),
    artifact("weights.csv", "text/csv; charset=utf-8", weightsTable(result)),
    artifact("metrics.csv", "text/csv; charset=utf-8", metricsTable(result)),
    ...runCharts(result).map(({ name, svg }) => artifact(`charts/${name}.svg`, "image/svg+xml", svg)),
  ];
}

function artifact(name: string, mediaType: string, text: string): Artifact {
  return { name, mediaType, content: new TextEncoder().encode(text) };
}
