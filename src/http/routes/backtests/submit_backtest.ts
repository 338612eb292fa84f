import { submitBacktest as submit } from "../../../jobs/submit_child.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { idempotencyKeyOf } from "../../idempotency_key.ts";
import { submittedConfig } from "../jobs/child_config.ts";
import { runParameters } from "../jobs/job_parameters.ts";
import { backtestBody, backtestRequestBody, presentBacktest } from "./backtest_body.ts";

export const submitBacktest = defineEndpoint({
  method: "POST",
  path: "/runs/{run_id}/backtest",
  credential: "session",
  scope: "jobs:write",
  keyRefusal: "backtest_api_key_not_supported",
  rateLimit: "submission",
  summary: "Submit a walk-forward backtest of a run",
  description:
    "It reads nothing but what the run kept. The same request with the same Idempotency-Key within 24 hours is " +
    "answered with the same backtest.",
  idempotent: true,
  parameters: runParameters,
  body: backtestRequestBody,
  responses: {
    202: { description: "The backtest, accepted", body: backtestBody, headers: ["location"] },
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
    headers: { location: `/backtests/${job.id}` },
    body: await presentBacktest(dependencies, job, { config }),
  };
});
