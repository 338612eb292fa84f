import { currencyOf } from "../domain/asset.ts";
import { type Doubt, inOrder } from "../domain/doubt.ts";
import { DomainError } from "../domain/errors.ts";
import { type Frequency, periodsOf } from "../domain/frequency.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { SimulationPlan } from "../simulation/monte_carlo/simulation_plan.ts";
import type { SimulationSource } from "../simulation/monte_carlo/simulation_source.ts";
import { FaultList } from "../faults/fault_list.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { type RunOutcome, runResult } from "../documents/run_result.ts";
import { jobOfRunDoubts } from "../request/doubts/job_of_run_doubts.ts";
import type { StoredResult } from "../documents/stored_result.ts";
import { readSimulation, simulationPlanOf, type SimulationRequest } from "../request/parts/simulation.ts";
import { scenariosOf } from "../request/parts/history.ts";
import { borrowedSource } from "./borrowed_source.ts";
import { boundRules } from "./problem_of.ts";
import { storedJson } from "./stored_json.ts";
import { readStoredRun, type StoredRun } from "./stored_run.ts";

/** Type of the parts of a finished run that a Monte Carlo simulation reads. */
export interface SimulatedRunParts {
  readonly request: Pick<
    OptimizationRequest,
    "frequency" | "periods_per_year" | "market" | "assets" | "methods" | "constraints"
  >;
  /** Returns of the run's assets (dates × assets, assets in the order of the outcome); null for a run from moments. */
  readonly returns: Matrix | null;
  readonly outcome: RunOutcome;
  /** Bytes of the file that holds the run's covariance matrix; null where the result itself holds it. */
  readonly covarianceFile: Uint8Array | null;
}

/**
 * Type of the input of a Monte Carlo simulation of one method of a run: the method, its currency and period length, the
 * data to simulate from, and the plan.
 */
export interface SimulatedSource {
  /** Key of the method whose weights are simulated. */
  readonly method: string;
  /** Currency of the simulated portfolio; null if unknown. */
  readonly currency: string | null;
  readonly frequency: Frequency;
  readonly periodsPerYear: number;
  readonly source: SimulationSource;
  readonly plan: SimulationPlan;
}

/** Builds the source of a simulation from a run. Throws `methods_failed` for a method without weights. */
export function sourceOf(
  { request, returns, outcome, covarianceFile }: SimulatedRunParts,
  simulation: SimulationRequest,
): SimulatedSource {
  const method = simulation.method ?? outcome.firstKey;
  const weights = method === null ? undefined : outcome.weights.get(method);
  if (method === null || weights === undefined) {
    throw new DomainError("methods_failed", `Cannot simulate method "${method}" of the run: it has no weights`);
  }
  const { market, frequency } = request;
  const periodsPerYear = periodsOf(request);
  const choice = request.methods.find(({ key }) => key === method);
  const rules = boundRules(choice?.constraints ?? request.constraints);
  const held = { ...outcome.estimates(covarianceFile), weights, returns, periodsPerYear };
  const source = borrowedSource(held, rules, request.assets);
  return {
    method,
    currency: currencyOf(market),
    frequency,
    periodsPerYear,
    source,
    plan: simulationPlanOf(simulation),
  };
}

/** The source of a simulation of a stored run, with the doubts about its numbers and about the data of the run. */
export interface DoubtedSource extends SimulatedSource {
  readonly doubts: readonly Doubt[];
}

export interface SimulatedSourceInputs {
  readonly run: StoredRun;
  readonly result: StoredResult;
  /** Config of the Monte Carlo simulation, as JSON bytes. */
  readonly config: Uint8Array;
}

/**
 * Builds the source of a simulation from a stored run in a worker, because the result of a run with many assets is
 * large. Throws the same errors as `sourceOf`.
 */
export const simulatedSource = {
  compute({ run, result, config }: SimulatedSourceInputs): DoubtedSource {
    const { whole, inputs: { request, history } } = readStoredRun(run);
    const faults = new FaultList();
    const known = { ...request, hasHistory: history !== null, ...scenariosOf(whole) };
    const simulation = readSimulation(storedJson(config), known, faults);
    if (simulation === null) throw new Error(`Cannot read the config of a simulation: ${JSON.stringify(faults.told)}`);
    const source = sourceOf(
      {
        request,
        returns: history && history.returns,
        outcome: runResult.read(result.document),
        covarianceFile: result.covariance,
      },
      simulation,
    );
    const doubts = inOrder([...jobOfRunDoubts(whole, { monte_carlo: simulation }), ...history?.data.doubts ?? []]);
    return { ...source, doubts };
  },
};
