import { getBacktest } from "./get_backtest.ts";
import { listBacktests } from "./list_backtests.ts";
import { listBacktestsOfRun } from "./list_backtests_of_run.ts";
import { submitBacktest } from "./submit_backtest.ts";

/** List of the endpoints for walk-forward backtests of runs. */
export const backtestEndpoints = [
  getBacktest,
  listBacktests,
  listBacktestsOfRun,
  submitBacktest,
];
