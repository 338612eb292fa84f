import type { Artifact } from "../domain/artifact.ts";
import { artifactOf } from "../documents/document.ts";
import { simulationDetail } from "../documents/simulation_detail.ts";
import { type SimulationSummary, simulationSummary } from "../documents/simulation_summary.ts";
import { chartArtifacts } from "./chart_artifacts.ts";
import { type ChartedSimulation, simulationCharts } from "./charts/simulation_charts.ts";

/** A simulation of a method: its summary and the figures of its charts. */
export interface SimulatedMethod extends ChartedSimulation {
  readonly summary: SimulationSummary;
}

/**
 * Returns the files of a simulation: its figures as JSON, `charts/*.svg` and its summary. The bytes are the same for
 * the same simulation.
 */
export function simulationArtifacts(simulated: SimulatedMethod): readonly Artifact[] {
  return [
    artifactOf(simulationDetail, simulated.detail),
    ...chartArtifacts(simulationCharts(simulated)),
    artifactOf(simulationSummary, simulated.summary),
  ];
}
