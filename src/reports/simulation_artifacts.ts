import type { Artifact } from "../domain/artifact.ts";
import { chartArtifacts, textArtifact } from "./chart_artifacts.ts";
import { simulationCharts } from "./charts/simulation_charts.ts";
import type { SimulationFigures } from "./simulation_figures.ts";

/** The files of a simulation: `detail.json` as given and `charts/*.svg`. The same bytes for the same figures. */
export function simulationArtifacts(
  figures: SimulationFigures,
  { detailJson }: { detailJson: string },
): readonly Artifact[] {
  return [
    textArtifact("detail.json", "application/json", detailJson),
    ...chartArtifacts(simulationCharts(figures)),
  ];
}
