import { z } from "zod";
import type { Artifact } from "../domain/artifact.ts";
import { assetId, currencyOf } from "../domain/asset.ts";
import type { Documentation } from "../domain/documentation.ts";
import type { JobId } from "../domain/identifier.ts";
import { type Instant, isoTimestamp } from "../domain/instant.ts";
import { periodsOf } from "../domain/frequency.ts";
import { REPORT_KINDS, reportFileName, type ReportKind } from "../domain/report.ts";
import { rollingBacktest } from "../documents/backtest_section.ts";
import { simulationDetail } from "../documents/simulation_detail.ts";
import { readStoredResult, type StoredResult } from "../documents/stored_result.ts";
import { FaultList } from "../faults/fault_list.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import type { ChartedSimulation } from "../reports/charts/simulation_charts.ts";
import type { ReportFigures } from "../reports/pdf/report_figures.ts";
import { scenariosOf } from "../request/parts/history.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { readFinishedRun } from "../request/read_run_config.ts";
import { readSimulation, simulationPlanOf } from "../request/parts/simulation.ts";
import { cashFlowsOf } from "../simulation/monte_carlo/cash_flows.ts";
import { storedJson } from "./stored_json.ts";

export interface ReportInputs {
  /** Config of the report job (the kind of report to write), as JSON bytes. */
  readonly config: Uint8Array;
  readonly run: {
    readonly id: JobId;
    readonly name: string | null;
    readonly finishedAt: Instant | null;
    /** Stored files of the run as bytes: its config, its result and its backtest. */
    readonly config: Uint8Array;
    readonly result: StoredResult;
    readonly section: Uint8Array | null;
    readonly simulations: readonly { readonly config: Uint8Array; readonly detail: Uint8Array }[];
  };
}

const configSchema = z.object({ kind: z.enum(REPORT_KINDS) });

/** Writes a report of a run as a PDF file from stored figures only. The PDF code is loaded only when it is needed. */
export const report = {
  async compute({ config, run }: ReportInputs): Promise<readonly Artifact[]> {
    const { kind } = configSchema.parse(storedJson(config));
    const content = await writtenReport(kind, figuresOf(run));
    return [{ name: reportFileName(kind), mediaType: "application/pdf", content }];
  },
};

async function writtenReport(kind: ReportKind, figures: ReportFigures): Promise<Uint8Array<ArrayBuffer>> {
  const { writeBacktestReport, writeFullReport, writeSummaryReport } = await import("../reports/pdf/write_report.ts");
  if (kind === "full") return await writeFullReport(figures);
  if (kind === "summary") return await writeSummaryReport(figures);
  const { name, result: { rolling_backtest: section, data } } = figures;
  if (section === null) throw new Error("Cannot report on the backtest of a run that has no backtest");
  return await writeBacktestReport({ name, section: { ...section, doubts: section.doubts ?? data?.doubts } });
}

function figuresOf(
  { name, finishedAt, config, result: stored, section, simulations }: ReportInputs["run"],
): ReportFigures {
  const result = readStoredResult(stored);
  const request = readFinishedRun(storedJson(config), result.estimates.covariance.assets.map(assetId));
  const periods_per_year = request.periods_per_year ?? result.data?.periods_per_year ?? undefined;
  const hasHistory = result.curves !== null || request.history?.kind === "scenarios";
  const run = { ...request, periods_per_year, hasHistory, ...scenariosOf(request) };
  return {
    name,
    result: { ...result, rolling_backtest: section === null ? null : rollingBacktest.read(section) },
    simulations: simulations.map((simulation) => chartedSimulation(run, simulation)),
    documentation: documentationOf(),
    finishedAt: finishedAt === null ? null : isoTimestamp(finishedAt),
  };
}

function chartedSimulation(
  run: Parameters<typeof readSimulation>[1] & Pick<OptimizationRequest, "market" | "frequency"> & {
    readonly periods_per_year: number | undefined;
  },
  { config, detail: stored }: ReportInputs["run"]["simulations"][number],
): ChartedSimulation {
  const faults = new FaultList();
  const simulation = readSimulation(storedJson(config), run, faults);
  if (simulation === null) throw new Error(`Cannot read the config of a simulation: ${JSON.stringify(faults.told)}`);
  const detail = simulationDetail.read(stored);
  const plan = simulationPlanOf(simulation);
  const { paidInBy } = cashFlowsOf(plan, periodsOf(run));
  return {
    method: simulation.method ?? "",
    currency: currencyOf(run.market),
    frequency: run.frequency,
    periodsPerYear: periodsOf(run),
    plan,
    detail,
    paidIn: detail.fan.steps.map((step) => paidInBy[step]),
  };
}

function documentationOf(): ReadonlyMap<string, Documentation> {
  return new Map([...METHODS].map(({ id, documentation }) => [id, documentation]));
}
