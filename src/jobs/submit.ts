import type { ReadSubmission } from "../computations/read_submission.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { currencyOf } from "../domain/asset.ts";
import { isoTimestamp } from "../domain/instant.ts";
import type { SubmissionCredential } from "../request/refuse_chain.ts";
import type { RunSubmission } from "../request/run_submission.ts";
import type { JobDraft, SubmissionOptions, Submitted } from "../store/job_submission.ts";
import { traced } from "../runtime/traces.ts";
import type { PreflightQueue } from "./preflight_queue.ts";
import type { LargeBodyReadings } from "./large_body_readings.ts";
import type { WorkBound } from "./work_bound.ts";
import { bytesForWorker } from "./bytes_for_worker.ts";
import { savedMapsOfAccount } from "./saved_maps_of.ts";
import { readingOfValue, type SubmissionReading } from "./submission_reading.ts";

/** Type of the services that accepting a run needs. */
export interface SubmissionDependencies
  extends Pick<Dependencies, "jobs" | "classificationMaps" | "uploads" | "marketData" | "clock" | "telemetry"> {
  readonly config: Pick<Dependencies["config"], "riskFreeRates">;
  readonly preflights: Pick<PreflightQueue, "run">;
  readonly largeBodies: Pick<LargeBodyReadings, "of">;
  readonly workBound: Pick<WorkBound, "check">;
}

export interface SubmitOptions {
  /** Value of the `Idempotency-Key` header, 1 to 255 characters; null without the header. */
  readonly idempotencyKey: string | null;
  readonly credential: SubmissionCredential;
  /** Signal that cancels the reading of market data and the preflight when the caller has gone. */
  readonly signal: AbortSignal;
}

/**
 * Accepts a run. With an `Idempotency-Key`, the same body within 24 hours returns the same run. A large body is read in
 * a worker. Throws `validation_failed` and `constraints_infeasible` with JSON pointers into the body, `malformed_json`,
 * `mc_api_key_not_supported`, `idempotency_key_reused`, `quota_exceeded`, `limit_reached` if the plan has no space for
 * the run, `market_data_unavailable`, and `not_ready` if the store accepts no writes, too many large bodies wait, or no
 * process computes a run of its work.
 */
export async function submitRun(
  dependencies: SubmissionDependencies,
  account: Account,
  body: unknown,
  options: SubmitOptions,
): Promise<Submitted> {
  return await traced("submission", {}, () => accept(dependencies, account, body, options));
}

async function accept(
  dependencies: SubmissionDependencies,
  account: Account,
  body: unknown,
  options: SubmitOptions,
): Promise<Submitted> {
  const { jobs, telemetry, workBound } = dependencies;
  const { idempotencyKey } = options;
  const reading = readingOf(body, account, { ...dependencies, ...options });
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestDigest: await reading.digest() };
  const known = idempotency && await jobs.findSubmission(account.id, idempotency);
  if (known) return { job: known, isReplay: true };
  const submission = await reading.submission();
  await workBound.check(submission.largestWork);
  const draft = draftOf(submission);
  const chained = submission.chainsSimulation ? ["monte_carlo" as const] : [];
  const submitted = await jobs.submit(account.id, draft, { ...storedOf(submission), idempotency, chained });
  if (!submitted.isReplay) telemetry.count("jobs.accepted", { kind: draft.kind });
  return submitted;
}

/** Returns the config of a submission with its aligned history, and with the upload that the history came from. */
function storedOf(
  { config, history, historyPlace, upload }: ReadSubmission,
): Pick<SubmissionOptions, "config" | "inputs" | "historyPlace" | "uploadId"> {
  if (history === null) return { config };
  return { config, inputs: history.inputs, historyPlace, uploadId: upload && upload.uploadId };
}

function readingOf(
  body: unknown,
  account: Account,
  { largeBodies, preflights, credential, signal, ...dependencies }: SubmissionDependencies & SubmitOptions,
): SubmissionReading {
  const { marketData, config, clock } = dependencies;
  const sources = {
    marketData,
    riskFreeRates: config.riskFreeRates,
    now: () => isoTimestamp(clock.now()),
    savedMaps: savedMapsOfAccount(dependencies, account),
    uploads: (uploadId: string) => dependencies.uploads.history(account.id, uploadId),
  };
  const options = { accountId: account.id, credential, sources, preflights, signal };
  const large = bytesForWorker(body);
  return large === null ? readingOfValue(body, options) : largeBodies.of(large, options);
}

function draftOf({ name, market, mode, methods, constraintFamilies, work }: RunSubmission): JobDraft {
  return {
    kind: "optimization",
    name,
    market,
    currency: currencyOf(market),
    mode,
    methods,
    constraintFamilies,
    parentRunId: null,
    work,
  };
}
