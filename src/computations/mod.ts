import { backtest } from "./backtest.ts";
import { backtestRun } from "./backtest_run.ts";
import type { Computation } from "./computation.ts";
import { constraintPreflight } from "./constraint_preflight.ts";
import { doubtsOfJob } from "./doubts_of_job.ts";
import { localRun } from "./local_run.ts";
import { MONTE_CARLO_STEPS } from "./monte_carlo_steps.ts";
import { optimization } from "./optimization.ts";
import { optimizationRun } from "./optimization_run.ts";
import { preflight } from "./preflight.ts";
import { report } from "./report.ts";
import { runQuestion } from "./run_question.ts";
import { simulatedSource } from "./simulated_source.ts";

/** All computations that a worker with numerical kernels can run, by name. */
export const COMPUTATIONS = {
  optimization,
  local_run: localRun,
  run_question: runQuestion,
  optimization_run: optimizationRun,
  preflight,
  constraint_preflight: constraintPreflight,
  doubts_of_job: doubtsOfJob,
  backtest,
  backtest_run: backtestRun,
  report,
  monte_carlo_source: simulatedSource,
  ...MONTE_CARLO_STEPS,
};

/** Type that maps the name of each worker computation to its input and output types. */
export type Computations = {
  readonly [Name in keyof typeof COMPUTATIONS]: (typeof COMPUTATIONS)[Name] extends
    Computation<infer Inputs, infer Output> ? { readonly inputs: Inputs; readonly output: Awaited<Output> } : never;
};
