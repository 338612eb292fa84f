import type { Doubt } from "../domain/doubt.ts";
import { scenariosOf } from "../request/parts/history.ts";
import { DomainError, type Fault } from "../domain/errors.ts";
import { FaultList } from "../faults/fault_list.ts";
import { jobOfRunDoubts } from "../request/doubts/job_of_run_doubts.ts";
import { type BacktestedRun, backtestPart, readBacktest } from "../request/parts/backtest.ts";
import { readSimulation, type SimulatedRun, simulationPart } from "../request/parts/simulation.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { refusedDoubts } from "../request/refused_doubts.ts";
import { storedJson } from "./stored_json.ts";
import { readStoredRun, type StoredRun } from "./stored_run.ts";

/**
 * Kinds of jobs that start from a finished run and whose request has numbers that can be doubted, such as an initial
 * value.
 */
export type DoubtedKind = "backtest" | "monte_carlo";

/** A simulation or a backtest that is to be refused for its doubts, as JSON bytes, with its run. */
export interface DoubtedJob {
  readonly kind: DoubtedKind;
  readonly config: Uint8Array<ArrayBuffer>;
  readonly run: StoredRun;
  /** Doubts about the history of the run. */
  readonly ofHistory: readonly Doubt[];
}

/** Type of what is known of a run whose job is read. */
type KnownRun = Pick<BacktestedRun, "hasHistory" | "isUnordered" | "hasStartingPortfolio">;

/**
 * Judges a simulation or a backtest that is to be refused for doubts of severity `wrong`: about its own numbers, about
 * those of its run and about the history. Throws `validation_failed` with a fault for each. A doubt about the run is a
 * fault at `/doubts`, because the request has no place for it.
 */
export const doubtsOfJob = {
  compute({ kind, config, run, ofHistory }: DoubtedJob): null {
    const { whole: request } = readStoredRun(run);
    const own = doubtsAbout(kind, request, storedJson(config)), fields = OWN_FIELDS[kind];
    const faults = refusedDoubts([...own, ...ofHistory], "refuse").map(({ pointer, detail }): Fault =>
      fields.has(pointer.split("/")[1] ?? "") ? { pointer, detail } : { pointer: "/doubts", detail }
    );
    const list = new FaultList();
    list.addAll(faults);
    list.throwIfAny();
    return null;
  },
};

const OWN_FIELDS: Readonly<Record<DoubtedKind, ReadonlySet<string>>> = {
  backtest: new Set(Object.keys(backtestPart.schema.shape)),
  monte_carlo: new Set(Object.keys(simulationPart.schema.shape)),
};

function doubtsAbout(kind: DoubtedKind, request: OptimizationRequest, config: unknown): readonly Doubt[] {
  const faults = new FaultList();
  const run: OptimizationRequest & KnownRun & SimulatedRun = {
    ...request,
    hasHistory: request.history !== null || request.listed,
    ...scenariosOf(request),
    hasStartingPortfolio: request.starting_portfolio !== undefined,
  };
  if (kind === "backtest") {
    const backtest = readBacktest(config, run, faults);
    if (backtest !== null) return jobOfRunDoubts(request, { rolling_backtest: backtest });
  } else {
    const simulation = readSimulation(config, run, faults);
    if (simulation !== null) return jobOfRunDoubts(request, { monte_carlo: simulation });
  }
  throw new DomainError("internal", `Cannot read the config of a ${kind} job: ${JSON.stringify(faults.told)}`);
}
