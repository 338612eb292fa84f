import type { z } from "zod";
import { JOB_KINDS, LISTED_JOB_KINDS } from "../../../domain/job_kinds.ts";
import { idParameter } from "../../id_parameter.ts";

/** Schema of the path parameter of endpoints that accept a run, a simulation or a backtest. */
export const jobParameters = {
  run_id: idOf(LISTED_JOB_KINDS, "Id of a run, a simulation or a backtest"),
};

/** Schema of the path parameter of endpoints that accept only a run. */
export const runParameters = { run_id: idOf(["optimization"], "Id of a run") };

/** Schema of the path parameter of endpoints that accept only a simulation. */
export const simulationParameters = { mc_run_id: idOf(["monte_carlo"], "Id of a simulation") };

/** Schema of the path parameter of endpoints that accept only a backtest. */
export const backtestParameters = { backtest_run_id: idOf(["backtest"], "Id of a backtest") };

function idOf(kinds: typeof LISTED_JOB_KINDS, description: string): z.core.$ZodBranded<z.ZodString, "JobId"> {
  return idParameter(kinds.map((kind) => JOB_KINDS[kind].idPrefix), description).brand<"JobId">();
}
