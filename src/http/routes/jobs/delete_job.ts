import { defineEndpoint, problem } from "../../endpoint.ts";
import { jobParameters } from "./job_parameters.ts";

export const deleteJob = defineEndpoint({
  method: "DELETE",
  path: "/jobs/{run_id}",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "rest",
  summary: "Delete a job with everything attached",
  description:
    "Takes the id of a run, a simulation or a backtest; with a run its simulations and backtests are deleted, too. " +
    "Meters still count the deleted jobs.",
  parameters: jobParameters,
  responses: { 204: { description: "Deleted" }, 409: problem("run_in_flight") },
}, async ({ account, parameters }, { jobs }) => {
  await jobs.delete(account.id, parameters.run_id);
  return { status: 204 };
});
