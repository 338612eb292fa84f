import { readWholeJob } from "../../../jobs/read_whole_job.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { jobBody, presentJob } from "./job_body.ts";
import { jobParameters } from "./job_parameters.ts";

export const getJob = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read a job",
  description: "Takes the id of a run, a simulation or a backtest.",
  parameters: jobParameters,
  responses: { 200: { description: "The job", body: jobBody } },
}, async ({ account, parameters }, sources) => {
  return { status: 200, body: presentJob(await readWholeJob(sources, account.id, parameters.run_id)) };
});
