import type { Tool } from "../tool.ts";
import { cancelRun } from "./cancel_run.ts";
import { checkRules } from "./check_rules.ts";
import { compareRuns } from "./compare_runs.ts";
import { explainMethod } from "./explain_method.ts";
import { getResult } from "./get_result.ts";
import { getRun } from "./get_run.ts";
import { methods } from "./methods.ts";
import { searchAssets } from "./search_assets.ts";
import { submitBacktest } from "./submit_backtest.ts";
import { submitRun } from "./submit_run.ts";
import { submitSimulation } from "./submit_simulation.ts";

/** List of the tools of the connector, in the order in which clients see them. */
export const TOOLS: readonly Tool[] = [
  searchAssets,
  methods,
  explainMethod,
  checkRules,
  submitRun,
  getRun,
  getResult,
  compareRuns,
  submitBacktest,
  submitSimulation,
  cancelRun,
];
