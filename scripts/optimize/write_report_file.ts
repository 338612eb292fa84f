import type { Documentation } from "../../src/domain/documentation.ts";
import type { OptimizationResult } from "../../src/documents/run_result.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import type { ChartedSimulation } from "../../src/reports/charts/simulation_charts.ts";
import { writeFullReport } from "../../src/reports/pdf/write_report.ts";
import { writeWhole } from "./write_whole.ts";

/** Documentation of each method, by method id, for the PDF report. */
const DOCUMENTATION: ReadonlyMap<string, Documentation> = new Map(
  [...METHODS].map(({ id, documentation }) => [id, documentation]),
);

/** Writes the full report of a result as a PDF file. Throws `OutputError`. */
export async function writeReportFile(
  path: string,
  result: OptimizationResult,
  { simulation }: { readonly simulation: ChartedSimulation | null },
): Promise<void> {
  const simulations = simulation === null ? [] : [simulation];
  const figures = { name: null, result, simulations, documentation: DOCUMENTATION, finishedAt: null };
  await writeWhole(path, await writeFullReport(figures));
}
