import { currencyOf } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import { type Frequency, periodsPerYear } from "../domain/frequency.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { SimulationPlan } from "../simulation/monte_carlo/simulation_plan.ts";
import type { SimulationSource } from "../simulation/monte_carlo/simulation_source.ts";
import { FaultList } from "../faults/fault_list.ts";
import type { OptimizationRequest } from "../request/run_request.ts";
import { type RunOutcome, runResult } from "../documents/run_result.ts";
import { readSimulation, simulationPlanOf, type SimulationRequest } from "../request/parts/simulation.ts";
import { storedJson } from "./stored_json.ts";
import { readStoredRun, type StoredRun } from "./stored_run.ts";

/** A run whose methods have weights, as a simulation reads it. */
export interface SimulatedRunParts {
  readonly request: Pick<OptimizationRequest, "frequency" | "market">;
  /** Dates × assets, in the order of the outcome; null with moments. */
  readonly returns: Matrix | null;
  readonly outcome: RunOutcome;
}

/** What is simulated of a run, and how. */
export interface SimulatedSource {
  /** The key of the method. */
  readonly method: string;
  /** Null where it is not known. */
  readonly currency: string | null;
  readonly frequency: Frequency;
  readonly source: SimulationSource;
  readonly plan: SimulationPlan;
}

/** The source of a simulation of a run. Throws `methods_failed` for a method without weights. */
export function sourceOf(
  { request, returns, outcome }: SimulatedRunParts,
  simulation: SimulationRequest,
): SimulatedSource {
  const method = simulation.method ?? outcome.firstKey;
  const weights = method === null ? undefined : outcome.weights.get(method);
  if (method === null || weights === undefined) {
    throw new DomainError("methods_failed", `Cannot simulate method "${method}" of the run: it has no weights`);
  }
  const { market, frequency } = request;
  const source = { ...outcome.estimates(), weights, returns, periodsPerYear: periodsPerYear(frequency) };
  return { method, currency: currencyOf(market), frequency, source, plan: simulationPlanOf(simulation) };
}

export interface SimulatedSourceInputs {
  readonly run: StoredRun;
  /** The result of the run, as it is stored. */
  readonly result: Uint8Array<ArrayBuffer>;
  /** The config of the simulation, as JSON. */
  readonly config: Uint8Array;
}

/**
 * The source of a simulation of what a run stored: its result is large where it has many assets. Throws as `sourceOf`.
 */
export const simulatedSource = {
  compute({ run, result, config }: SimulatedSourceInputs): SimulatedSource {
    const { request, history } = readStoredRun(run);
    const faults = new FaultList();
    const simulation = readSimulation(storedJson(config), { ...request, hasHistory: history !== null }, faults);
    if (simulation === null) throw new Error(`Cannot read the config of a simulation: ${JSON.stringify(faults.told)}`);
    return sourceOf({ request, returns: history && history.returns, outcome: runResult.read(result) }, simulation);
  },
};
