import { submitSimulation as submit } from "../../../jobs/submit_child.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { idempotencyKeyOf } from "../../idempotency_key.ts";
import { submittedConfig } from "../jobs/child_config.ts";
import { runParameters } from "../jobs/job_parameters.ts";
import { presentSimulation, simulationBody, simulationRequestBody } from "./simulation_body.ts";

export const submitSimulation = defineEndpoint({
  method: "POST",
  path: "/runs/{run_id}/monte_carlo",
  credential: "session",
  scope: "jobs:write",
  keyRefusal: "mc_api_key_not_supported",
  rateLimit: "submission",
  summary: "Submit a simulation of a method of a run",
  description:
    "It reads nothing but what the run kept. The same request with the same Idempotency-Key within 24 hours is " +
    "answered with the same simulation.",
  idempotent: true,
  parameters: runParameters,
  body: simulationRequestBody,
  responses: {
    202: { description: "The simulation, accepted", body: simulationBody, headers: ["location"] },
    409: problem("run_not_succeeded"),
    422: problem("idempotency_key_reused"),
    429: problem("quota_exceeded"),
    503: problem("not_ready"),
  },
}, async ({ account, parameters: { run_id: runId }, body, headers }, dependencies) => {
  const { job } = await submit(dependencies, account, { runId, body, idempotencyKey: idempotencyKeyOf(headers) });
  const config = await submittedConfig(dependencies.jobs, job);
  return {
    status: 202,
    headers: { location: `/mc/${job.id}` },
    body: await presentSimulation(dependencies, job, { config }),
  };
});
