import type { OptimizationRequest } from "../request.ts";
import { backtest, type BacktestInputs, type BacktestOutput } from "./backtest.ts";
import type { OptimizationInputs } from "./inputs.ts";
import { MONTE_CARLO_STEPS, type SimulationComputations } from "./monte_carlo_steps.ts";
import { optimization, type OptimizationOutput } from "./optimization.ts";
import { optimizationRun, type OptimizationRunInputs, type OptimizationRunOutput } from "./optimization_run.ts";
import { preflight } from "./preflight.ts";

/** Every kind of work that a worker computes, by name. */
export const JOB_KINDS = { optimization, optimization_run: optimizationRun, preflight, backtest, ...MONTE_CARLO_STEPS };

/** What each takes and gives. */
export type JobComputations = SimulationComputations & {
  readonly optimization: { readonly inputs: OptimizationInputs; readonly output: OptimizationOutput };
  readonly optimization_run: { readonly inputs: OptimizationRunInputs; readonly output: OptimizationRunOutput };
  readonly preflight: { readonly inputs: OptimizationRequest; readonly output: null };
  readonly backtest: { readonly inputs: BacktestInputs; readonly output: BacktestOutput };
};
