import type { z } from "zod";
import { JOB_KINDS, LISTED_JOB_KINDS } from "../../../domain/job_kinds.ts";
import { idParameter } from "../../id_parameter.ts";

/** The path parameter of routes that take a job of any kind. */
export const jobParameters = {
  run_id: idOf(LISTED_JOB_KINDS, "Id of a run, a simulation or a backtest"),
};

/** The path parameter of routes that take a run and no other job. */
export const runParameters = { run_id: idOf(["optimization"], "Id of a run") };

/** The path parameter of routes that take a simulation. */
export const simulationParameters = { mc_run_id: idOf(["monte_carlo"], "Id of a simulation") };

/** The path parameter of routes that take a backtest. */
export const backtestParameters = { backtest_run_id: idOf(["backtest"], "Id of a backtest") };

function idOf(kinds: typeof LISTED_JOB_KINDS, description: string): z.core.$ZodBranded<z.ZodString, "JobId"> {
  return idParameter(kinds.map((kind) => JOB_KINDS[kind].idPrefix), description).brand<"JobId">();
}
