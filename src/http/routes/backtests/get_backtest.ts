import { defineEndpoint } from "../../endpoint.ts";
import { backtestParameters } from "../jobs/job_parameters.ts";
import { backtestBody, presentBacktest } from "./backtest_body.ts";

export const getBacktest = defineEndpoint({
  method: "GET",
  path: "/backtests/{backtest_run_id}",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read a backtest",
  description:
    "A backtest that has succeeded has the metrics of each method and links to its reports, valid for 15 minutes.",
  parameters: backtestParameters,
  responses: { 200: { description: "The backtest", body: backtestBody } },
}, async ({ account, parameters: { backtest_run_id } }, dependencies) => {
  const job = await dependencies.jobs.get(account.id, backtest_run_id);
  return { status: 200, body: await presentBacktest(dependencies, job) };
});
