import { z } from "zod";
import { JOB_ID_PREFIX } from "../../../domain/job.ts";

const ULID = "[0-9A-HJKMNP-TV-Z]{26}";

/** The path parameter of routes that take a job of any kind. */
export const jobParameters = {
  run_id: z.string().regex(new RegExp(`^(?:${Object.values(JOB_ID_PREFIX).join("|")})_${ULID}$`)).meta({
    description: "Id of a run, a simulation or a backtest",
  }),
};

/** The path parameter of routes that take a run and no other job. */
export const runParameters = {
  run_id: z.string().regex(new RegExp(`^${JOB_ID_PREFIX.optimization}_${ULID}$`)).meta({ description: "Id of a run" }),
};

/** The path parameter of routes that take a simulation. */
export const simulationParameters = {
  mc_run_id: z.string().regex(new RegExp(`^${JOB_ID_PREFIX.monte_carlo}_${ULID}$`)).meta({
    description: "Id of a simulation",
  }),
};

/** The path parameter of routes that take a backtest. */
export const backtestParameters = {
  backtest_run_id: z.string().regex(new RegExp(`^${JOB_ID_PREFIX.backtest}_${ULID}$`)).meta({
    description: "Id of a backtest",
  }),
};
