import type { Artifact } from "../domain/artifact.ts";
import type { JobId } from "../domain/identifier.ts";
import type { JobError } from "../domain/job.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import { enterPhase } from "../domain/phase.ts";
import { runArtifacts } from "../reports/run_artifacts.ts";
import { type AlignedHistory, encodeHistory } from "../documents/aligned_history.ts";
import { rollingBacktest } from "../documents/backtest_section.ts";
import { artifactOf } from "../documents/document.ts";
import { doubtsOfRecord } from "../documents/doubts_of_record.ts";
import { figuresOfRun } from "../documents/figures_of_run.ts";
import { comparisonOf, runComparison } from "../documents/run_comparison.ts";
import { basisOf, type RunBasis, runBasis } from "../documents/run_basis.ts";
import type { OptimizationResult } from "../documents/run_result.ts";
import { workOfSimulation } from "../request/counted_work.ts";
import type { SimulationRequest } from "../request/parts/simulation.ts";
import { acceptedRequest } from "./accepted_request.ts";
import { alignRun, type FoundHistory } from "./align_run.ts";
import type { ComputationContext } from "./computation.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { optimization } from "./optimization.ts";
import { readStoredRun, type StoredRun } from "./stored_run.ts";
import { withPeriods } from "./with_periods.ts";

export interface OptimizationRunInputs {
  readonly runId: JobId;
  /**
   * The run's config, and its aligned history if the submission or an earlier attempt has stored it; that history is
   * null otherwise.
   */
  readonly run: StoredRun;
  /** Prices from market data, if none are stored; null for a run of the caller's own data. */
  readonly found: FoundHistory | null;
}

export interface OptimizationRunOutput {
  /** Aligned history of the run to store, encoded by `encodeHistory`; null if it is stored or there is none. */
  readonly history: Uint8Array<ArrayBuffer> | null;
  /** Error for a run that failed although its computation finished; null if the run succeeded. */
  readonly error: JobError | null;
  /** Ids of the methods whose weights are not proven optimal. */
  readonly notProven: readonly string[];
  /** Texts of the methods' unexpected errors, for the log. */
  readonly inside: readonly string[];
  /** Files of the run that the worker wrote, without those that the job runner adds; empty if the run failed. */
  readonly artifacts: readonly Artifact[];
  /** Monte Carlo simulation to start after the run has succeeded; null if the request asks for none. */
  readonly chainedSimulation: ChainedSimulation | null;
  /** Figures of the run that the account's dashboard shows; null if the run failed. */
  readonly figures: RunFigures | null;
}

/** A Monte Carlo simulation that the request of a run asks for, to be started after the run. */
export interface ChainedSimulation {
  readonly name: string | null;
  /** Id of the method to simulate, as a list of one; empty if the result has no such method. */
  readonly methods: readonly string[];
  /** Counted work of the simulation. */
  readonly work: number;
  /** Config of the simulation, as of POST /runs/{run_id}/monte_carlo, with every default filled in. */
  readonly config: Readonly<Record<string, unknown>>;
}

/**
 * Computes an optimisation in a worker, writes its files and draws its charts. The thread that answers requests has no
 * time for that.
 */
export const optimizationRun = {
  async compute(
    { runId, run, found }: OptimizationRunInputs,
    context: ComputationContext,
  ): Promise<OptimizationRunOutput> {
    enterPhase("read");
    const inputs = run.history === null ? alignedInputs(run, found) : readStoredRun(run).inputs;
    const { result, error, inside } = await optimization.compute(inputs, context);
    enterPhase("documents");
    const { rolling_backtest: section } = result;
    const { monte_carlo: simulation } = inputs.request;
    return {
      history: run.history === null ? encodedHistory(inputs) : null,
      error: error === null ? null : {
        code: error.code,
        detail: error.detail,
        ...error.conflict === null ? {} : { conflict: error.conflict },
        ...doubtsOfRecord(result.data?.doubts ?? []),
      },
      notProven: result.methods.filter(({ status }) => status === "not_proven").map(({ method }) => method),
      inside,
      artifacts: error === null
        ? [
          ...runArtifacts({ ...result, run_id: runId, rolling_backtest: null, monte_carlo: null }, section),
          artifactOf(runBasis, basisOfRun(inputs, result)),
          artifactOf(runComparison, comparisonOf(result)),
          ...section === null ? [] : [artifactOf(rollingBacktest, section)],
        ]
        : [],
      figures: error === null ? figuresOfRun(result, section) : null,
      chainedSimulation: simulation === undefined ? null : chainedSimulationOf(simulation, inputs, result),
    };
  },
};

/** Reads the config of a run and aligns its history, the caller's own or one that market data found. */
function alignedInputs({ config, digests }: StoredRun, found: FoundHistory | null): OptimizationInputs {
  const { history: own, ...request } = acceptedRequest(config);
  enterPhase("align");
  const history = alignRun({ ...request, history: own }, found);
  return { request: withPeriods(request, history), history, digests };
}

function encodedHistory({ request: { assets }, history }: OptimizationInputs): Uint8Array<ArrayBuffer> | null {
  return history && encodeHistory({ ...history, assets });
}

function basisOfRun({ request, history }: OptimizationInputs, { data, methods }: OptimizationResult): RunBasis {
  const answered = methods.filter(({ weights }) => weights !== null).map(({ key }) => key);
  return basisOf(request, {
    observations: data?.observations ?? 0,
    available: history?.available?.dates.length,
    dates: (history?.available ?? history)?.dates ?? [],
    scenarios: history === null ? undefined : scenariosIn(history),
    answered,
    doubts: history?.data.doubts ?? [],
  });
}

/** Returns whether a history is one of scenarios, and whether these count alike; undefined if it has dates. */
function scenariosIn({ dates, rowWeights }: AlignedHistory): RunBasis["scenarios"] {
  if (dates.length > 0) return undefined;
  return rowWeights === undefined ? "alike" : "weighted";
}

/**
 * Returns the simulation to start after a run: of the method asked for, or else of the first method that has weights.
 */
function chainedSimulationOf(
  simulation: SimulationRequest,
  { request: { assets } }: OptimizationInputs,
  { methods, data }: OptimizationResult,
): ChainedSimulation {
  const chosen = methods.find(({ key, weights }) =>
    simulation.method === null ? weights !== null : key === simulation.method
  );
  return {
    name: simulation.name,
    methods: chosen === undefined ? [] : [chosen.method],
    work: workOfSimulation(simulation, { assets: assets.length, observations: data?.observations ?? 0 }),
    config: { ...simulation, method: chosen?.key ?? simulation.method },
  };
}
