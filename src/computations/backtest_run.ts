import { DomainError } from "../domain/errors.ts";
import { readBacktest } from "../request/backtest_request.ts";
import { FaultList } from "../faults/fault_list.ts";
import type { ComputationContext } from "./computation.ts";
import { backtest, type BacktestInputs, type BacktestOutput } from "./backtest.ts";
import { keptInputs, type KeptRun } from "./kept_inputs.ts";

export interface BacktestRunInputs {
  readonly run: KeptRun;
  /** The config of the backtest. */
  readonly config: unknown;
}

/** A backtest of what a run kept. Throws as `backtest`. */
export const backtestRun = {
  compute(inputs: BacktestRunInputs, context: ComputationContext): BacktestOutput {
    return backtest.compute(inputsOf(inputs), context);
  },
};

function inputsOf({ run: kept, config }: BacktestRunInputs): BacktestInputs {
  const inputs = keptInputs(kept);
  if (inputs.history === null) throw new DomainError("insufficient_history", "Cannot backtest moments");
  const { request } = inputs;
  const run = { ...request, hasHistory: true, hasStartingPortfolio: request.startingPortfolio !== null };
  const faults = new FaultList();
  const backtest = readBacktest(config, "", run, faults);
  if (backtest === null) throw new Error(`Cannot read the config of a backtest: ${JSON.stringify(faults.told)}`);
  return { ...inputs, backtest };
}
