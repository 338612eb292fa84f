import { rollingBacktest } from "../../../documents/backtest_section.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { runParameters } from "./job_parameters.ts";
import { documentOfRun } from "./document_of_run.ts";

export const getRollingBacktest = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}/rolling_backtest",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read the inline backtest of a run",
  description: "404 if the run has no backtest.",
  parameters: runParameters,
  isCompressed: true,
  responses: {
    200: { description: "The backtest", media: "application/json", shape: rollingBacktest.schema },
    409: problem("run_not_succeeded"),
  },
}, async ({ account, parameters: { run_id }, headers }, dependencies) => {
  return await documentOfRun(dependencies, rollingBacktest, { accountId: account.id, runId: run_id, request: headers });
});
