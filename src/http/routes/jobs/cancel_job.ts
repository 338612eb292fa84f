import { defineEndpoint, problem } from "../../endpoint.ts";
import { jobBody, presentJob } from "./job_body.ts";
import { jobParameters } from "./job_parameters.ts";

export const cancelJob = defineEndpoint({
  method: "POST",
  path: "/jobs/{run_id}/cancel",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "rest",
  summary: "Cancel a job in flight",
  description: "Takes the id of a run, a simulation or a backtest.",
  parameters: jobParameters,
  responses: {
    202: { description: "The cancelled job; a computation that still runs for it ends by itself", body: jobBody },
    409: problem("job_finished"),
  },
}, async ({ account, parameters }, { jobs }) => {
  return { status: 202, body: presentJob(await jobs.cancel(account.id, parameters.run_id)) };
});
