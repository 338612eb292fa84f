import { DomainError } from "../../../domain/errors.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { runParameters } from "./job_parameters.ts";
import { succeededRun } from "./succeeded_run.ts";

export const getResult = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}/result",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read the result of a run",
  description: "Weights, metrics and statistics, as the artifact result.json holds them.",
  parameters: runParameters,
  responses: {
    200: { description: "The result", media: "application/json", headers: ["content-length"] },
    409: problem("run_not_succeeded"),
  },
}, async ({ account, parameters: { run_id } }, dependencies) => {
  await succeededRun(dependencies, account.id, run_id);
  const result = await dependencies.artifacts.find(account.id, run_id, "result.json");
  if (result === null) throw new DomainError("not_found", `Cannot find the result of run "${run_id}"`);
  return { status: 200, bytes: result.stream(), headers: { "content-length": String(result.bytes) } };
});
