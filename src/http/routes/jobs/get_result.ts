import { runResult } from "../../../documents/run_result.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { documentOfRun } from "./document_of_run.ts";
import { runParameters } from "./job_parameters.ts";

export const getResult = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}/result",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read the result of a run",
  description: "Weights, metrics and statistics, as the artifact result.json holds them.",
  parameters: runParameters,
  isCompressed: true,
  responses: {
    200: { description: "The result", media: "application/json", shape: runResult.schema },
    409: problem("run_not_succeeded"),
  },
}, async ({ account, parameters: { run_id }, headers }, dependencies) => {
  return await documentOfRun(dependencies, runResult, { accountId: account.id, runId: run_id, request: headers });
});
