import type { Dependencies } from "../../../dependencies.ts";
import type { JobId } from "../../../domain/identifier.ts";
import type { Account } from "../../../domain/account.ts";
import type { Job } from "../../../domain/job.ts";
import type { submitBacktest, submitSimulation } from "../../../jobs/submit_job_of_run.ts";
import { problem } from "../../endpoint.ts";
import { idempotencyKeyOf } from "../../idempotency_key.ts";
import { submittedConfig } from "./stored_config.ts";
import { runParameters } from "./job_parameters.ts";

/**
 * Fields of the endpoint contracts that submitting a simulation and submitting a backtest share, such as method and
 * scope.
 */
export const jobOfRunSubmission = {
  method: "POST",
  credential: "session",
  scope: "jobs:write",
  rateLimit: "submission",
  idempotent: true,
  parameters: runParameters,
} as const;

/** Refusals in the endpoint contracts that submitting a simulation and submitting a backtest share. */
export const jobOfRunRefusals = {
  409: problem("run_not_succeeded", "limit_reached"),
  422: problem("idempotency_key_reused"),
  429: problem("quota_exceeded"),
  503: problem("not_ready"),
};

interface JobOfRunInput {
  readonly account: Account;
  readonly parameters: { readonly run_id: JobId };
  readonly body: unknown;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

/**
 * Submits a simulation or a backtest and returns the job with its stored config. The config is null if the request was
 * sent before (same idempotency key) and the job has been deleted since.
 */
export async function submittedJobOfRun(
  submit: typeof submitSimulation | typeof submitBacktest,
  { account, parameters: { run_id: runId }, body, headers, signal }: JobOfRunInput,
  dependencies: Dependencies,
): Promise<{ readonly job: Job; readonly given: { readonly config: unknown } }> {
  const { job } = await submit(dependencies, account, {
    ...{ runId, body, signal },
    idempotencyKey: idempotencyKeyOf(headers),
  });
  return { job, given: { config: await submittedConfig(dependencies.jobs, job) } };
}
