import { currencyOf } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import { periodsPerYear } from "../../domain/frequency.ts";
import type { Matrix } from "../../domain/matrix.ts";
import type { SimulationFigures } from "../../reports/simulation_figures.ts";
import type { SimulationDetail, SimulationSummary } from "../../simulation/monte_carlo/mod.ts";
import type { OptimizationRequest } from "../request.ts";
import type { RunOutcome } from "../run_outcome.ts";
import type { SimulationRequest } from "../simulation_request.ts";
import type { RunOptions, WorkerPool } from "../worker_pool.ts";
import type { JobComputations } from "./mod.ts";
import { runSimulation } from "./monte_carlo.ts";

/** A run whose methods have weights, as a simulation reads it. */
export interface SimulatedRunParts {
  readonly request: Pick<OptimizationRequest, "frequency" | "market">;
  /** Dates × assets, in the order of the outcome; null with moments. */
  readonly returns: Matrix | null;
  readonly outcome: RunOutcome;
}

/** A simulation, with what its charts show. */
export interface SimulatedMethod extends SimulationFigures {
  readonly summary: SimulationSummary;
  readonly detail: SimulationDetail;
}

/** Simulates a method of a run over the workers of a pool: the same bits on any number of them. Throws `methods_failed` for one without weights. */
export async function simulateMethod(
  pool: WorkerPool<JobComputations>,
  { request, returns, outcome }: SimulatedRunParts,
  simulation: SimulationRequest,
  options: RunOptions,
): Promise<SimulatedMethod> {
  const method = simulation.method ?? outcome.firstKey;
  const weights = method === null ? undefined : outcome.weights.get(method);
  if (method === null || weights === undefined) {
    throw new DomainError("methods_failed", `Cannot simulate method "${method}" of the run: it has no weights`);
  }
  const source = { ...outcome.estimates(), weights, returns, periodsPerYear: periodsPerYear(request.frequency) };
  const { summary, detail } = await runSimulation(pool, source, simulation, options);
  const { market, frequency } = request;
  return { method, currency: currencyOf(market), frequency, plan: simulation, summary, detail };
}
