import { backtestTable } from "../optimize/backtest_table.ts";
import { dataNotes } from "../../src/reports/data_notes.ts";
import { ProgressBar } from "../optimize/progress_bar.ts";
import { resultTable } from "../optimize/result_table.ts";
import { simulationTable } from "../optimize/simulation_table.ts";
import { type DemoRun, demoRun } from "./demo_run.ts";
import { type DemoSimulation, demoSimulation, type DemoSimulationOptions } from "./demo_simulation.ts";
import { demoReport } from "./demo_report.ts";
import type { DemoService } from "./demo_service.ts";
import { cookiesOfSession, firstAccount } from "./first_account.ts";
import {
  accountLines,
  fileLines,
  frontierLines,
  invitation,
  lifeLines,
  reportLines,
  serviceLines,
  simulationLines,
  submissionLines,
} from "./lines.ts";
import { serveSignInLink } from "./sign_in_link.ts";
import { waiting } from "./waiting.ts";

const TABLE_WIDTH = 100;

export interface ShowOptions {
  /** Whether the demo ends after the run, its simulation and its report, rather than serve until the signal aborts. */
  readonly once: boolean;
  /** Signal that ends the demo when it aborts. */
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

/** Error for a run or simulation of the demo that did not succeed. Its message gives the reason. */
export class RunFailed extends Error {
  constructor({ status, error }: DemoRun["job"]) {
    super(`The run is ${status}${error === null ? "" : `, ${error.code}: ${error.detail}`}`);
    this.name = "RunFailed";
  }
}

/**
 * Shows a service from sign-up to the files, the simulation and the report of a run, then what to try until the signal
 * aborts. Throws {@linkcode RunFailed} where the run or the simulation fails, and the signal's reason where it aborts
 * before the run has ended.
 */
export async function showDemo(service: DemoService, { once, signal, print }: ShowOptions): Promise<void> {
  print(serviceLines(service));
  const account = await waiting("signing up and waiting for the mail", { value: firstAccount(service), signal });
  print(accountLines(account) + submissionLines());
  const run = await computed(service, account.key, signal);
  if (run.result === null) throw new RunFailed(run.job);
  print(`${lifeLines(run.job)}\n${resultTable(run.result, { ...run.basis, width: TABLE_WIDTH })}\n`);
  print(dataNotes(run.result).map((note) => `${note}\n`).join("") + frontierLines(run.result) + fileLines(run.files));
  if (run.section !== null) print(`\n${backtestTable(run.section)}\n`);
  print(simulationLines(SIMULATED));
  const simulation = await simulated(service, { runId: run.job.run_id, token: account.accessToken }, signal);
  if (simulation.detail === null) throw new RunFailed(simulation.job);
  print(`${lifeLines(simulation.job)}\n${simulationTable(SIMULATED, simulation.detail)}`);
  const rendering = demoReport(service, { key: account.key, runId: run.job.run_id, signal });
  const report = await waiting("rendering the report", { value: rendering, signal });
  print(`\n${reportLines(report)}`);
  if (once) return;
  const cookies = await cookiesOfSession(service, account);
  const signIn = serveSignInLink({ console: `${service.url}/app`, cookies });
  const { link } = signIn;
  print(invitation(service, { key: account.key, runId: run.job.run_id, files: run.files, report, link, account }));
  await aborted(signal);
  await signIn.stop();
}

/** Key of the method that the demo simulates. */
const SIMULATED = "min_volatility";

async function computed(service: DemoService, key: string, signal: AbortSignal): Promise<DemoRun> {
  const bar = new ProgressBar({ shownAfterMs: 0 });
  try {
    return await demoRun(service, { key, signal, onProgress: bar.show.bind(bar) });
  } finally {
    bar.end();
  }
}

async function simulated(
  service: DemoService,
  run: Pick<DemoSimulationOptions, "runId" | "token">,
  signal: AbortSignal,
): Promise<DemoSimulation> {
  const bar = new ProgressBar({ shownAfterMs: 0 });
  try {
    return await demoSimulation(service, { ...run, method: SIMULATED, signal, onProgress: bar.show.bind(bar) });
  } finally {
    bar.end();
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
