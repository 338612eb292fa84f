import type { OptimizationRequest } from "../request.ts";
import { backtest, type BacktestInputs, type BacktestOutput } from "./backtest.ts";
import { backtestRun, type BacktestRunInputs } from "./backtest_run.ts";
import type { OptimizationInputs } from "./inputs.ts";
import { MONTE_CARLO_STEPS, type SimulationComputations } from "./monte_carlo_steps.ts";
import { optimization, type OptimizationOutput } from "./optimization.ts";
import { optimizationRun, type OptimizationRunInputs, type OptimizationRunOutput } from "./optimization_run.ts";
import { preflight } from "./preflight.ts";
import { type SimulatedSource, simulatedSource, type SimulatedSourceInputs } from "./simulated_source.ts";

/** Every kind of work that a worker computes, by name. */
export const JOB_KINDS = {
  optimization,
  optimization_run: optimizationRun,
  preflight,
  backtest,
  backtest_run: backtestRun,
  monte_carlo_source: simulatedSource,
  ...MONTE_CARLO_STEPS,
};

/** What each takes and gives. */
export type JobComputations = SimulationComputations & {
  readonly optimization: { readonly inputs: OptimizationInputs; readonly output: OptimizationOutput };
  readonly optimization_run: { readonly inputs: OptimizationRunInputs; readonly output: OptimizationRunOutput };
  readonly preflight: { readonly inputs: OptimizationRequest; readonly output: null };
  readonly backtest_run: { readonly inputs: BacktestRunInputs; readonly output: BacktestOutput };
  readonly monte_carlo_source: { readonly inputs: SimulatedSourceInputs; readonly output: SimulatedSource };
  readonly backtest: { readonly inputs: BacktestInputs; readonly output: BacktestOutput };
};
