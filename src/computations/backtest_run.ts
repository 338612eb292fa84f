import type { Artifact } from "../domain/artifact.ts";
import { BACKTEST_REPORT } from "../domain/report.ts";
import { type Doubt, inOrder } from "../domain/doubt.ts";
import { DomainError } from "../domain/errors.ts";
import type { JobError } from "../domain/job.ts";
import type { BacktestSection } from "../documents/backtest_section.ts";
import { backtestArtifacts } from "../reports/backtest_artifacts.ts";
import { jobOfRunDoubts } from "../request/doubts/job_of_run_doubts.ts";
import { readBacktest } from "../request/parts/backtest.ts";
import type { BacktestFigures } from "../reports/pdf/report_figures.ts";
import { FaultList } from "../faults/fault_list.ts";
import type { ComputationContext } from "./computation.ts";
import { backtest, type BacktestInputs } from "./backtest.ts";
import { storedJson } from "./stored_json.ts";
import { readStoredRun, type StoredRun } from "./stored_run.ts";

export interface BacktestRunInputs {
  readonly run: StoredRun;
  /** Config of the backtest, as JSON bytes. */
  readonly config: Uint8Array;
}

export interface BacktestRunOutput {
  /** Error for a backtest that failed although its computation finished; null if it succeeded. */
  readonly error: JobError | null;
  /** Ids of the methods with a rebalance whose weights are not proven optimal. */
  readonly notProven: readonly string[];
  /** Texts of unexpected errors of the backtest, for the log. */
  readonly inside: readonly string[];
  /** Files that the backtest job stores; empty if the backtest failed. */
  readonly artifacts: readonly Artifact[];
}

/**
 * Computes the backtest of a stored run and writes its result files and charts. Runs in a worker, because the thread
 * that answers requests has no time for it. Throws the same errors as `backtest`.
 */
export const backtestRun = {
  async compute(stored: BacktestRunInputs, context: ComputationContext): Promise<BacktestRunOutput> {
    const { inputs, doubts } = inputsOf(stored);
    const { section: walked, error, inside } = await backtest.compute(inputs, context);
    const section = { ...walked, doubts };
    const name = inputs.backtest.name ?? null;
    return {
      error: error && { code: error.code, detail: error.detail },
      notProven: notProvenIn(section),
      inside,
      artifacts: error === null ? [...backtestArtifacts(section), await reportOf({ name, section })] : [],
    };
  },
};

/** Writes the PDF report of a backtest. The PDF code is loaded only when it is needed. */
async function reportOf(figures: BacktestFigures): Promise<Artifact> {
  const { writeBacktestReport } = await import("../reports/pdf/write_report.ts");
  return { name: BACKTEST_REPORT, mediaType: "application/pdf", content: await writeBacktestReport(figures) };
}

function inputsOf(
  { run: stored, config }: BacktestRunInputs,
): { readonly inputs: BacktestInputs; readonly doubts: readonly Doubt[] } {
  const { whole, inputs } = readStoredRun(stored);
  if (inputs.history === null) {
    throw new DomainError("insufficient_history", "Cannot backtest moments: a backtest needs a history");
  }
  const { request } = inputs;
  if (inputs.history.dates.length === 0) {
    throw new DomainError("insufficient_history", "Cannot backtest scenarios: a backtest needs a history with dates");
  }
  const run = { ...request, hasHistory: true, hasStartingPortfolio: request.starting_portfolio !== undefined };
  const faults = new FaultList();
  const backtest = readBacktest(storedJson(config), run, faults);
  if (backtest === null) throw new Error(`Cannot read the config of a backtest: ${JSON.stringify(faults.told)}`);
  const doubts = inOrder([...jobOfRunDoubts(whole, { rolling_backtest: backtest }), ...inputs.history.data.doubts]);
  return { inputs: { ...inputs, backtest }, doubts };
}

function notProvenIn({ methods }: BacktestSection): readonly string[] {
  return methods.filter(({ rebalances }) => rebalances.some(({ status }) => status === "not_proven"))
    .map(({ method }) => method);
}
