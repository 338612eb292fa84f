import { z } from "zod";
import { givenName } from "../../../domain/bounded_name.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { jobBody, presentJob } from "./job_body.ts";
import { jobParameters } from "./job_parameters.ts";

export const renameJob = defineEndpoint({
  method: "PATCH",
  path: "/jobs/{run_id}",
  credential: "key or session",
  scope: "jobs:write",
  rateLimit: "rest",
  summary: "Rename a job",
  description: "Takes the id of a run, a simulation or a backtest.",
  parameters: jobParameters,
  body: z.strictObject({ name: givenName }),
  unknownField: "unknown_field",
  responses: { 200: { description: "The job", body: jobBody } },
}, async ({ account, parameters, body }, { jobs }) => {
  return { status: 200, body: presentJob(await jobs.rename(account.id, parameters.run_id, body.name)) };
});
