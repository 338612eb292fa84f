import type { ByteRange } from "../domain/artifact.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier, type JobId } from "../domain/identifier.ts";
import { HOUR_MS, type Instant } from "../domain/instant.ts";
import type { Job } from "../domain/job.ts";
import { JOB_KINDS, type JobKindName, type KindOfRun } from "../domain/job_kinds.ts";
import type { PlanLimits } from "../domain/plan.ts";
import { presentTrace } from "../runtime/traces.ts";
import type { BatchedTransactions } from "./batched_transactions.ts";
import type { StoreContext } from "./context.ts";
import { adoptInputs, writeInputsBeside, type WrittenInputs } from "./inputs.ts";
import { adoptConfig, isConfigWrittenBefore, type NewConfig, writeConfig } from "./job_configs.ts";
import { messageOf } from "./job_message.ts";
import { changeOfJob, jobOf, type JobRecord, readJob } from "./job_record.ts";
import { keys } from "./keys.ts";
import { countOnMeter } from "./meters.ts";
import type { ContentContext } from "./object_content.ts";
import { countBytesWithinPlan, type HeldEntries } from "./stored_bytes.ts";
import { type Change, putUntil, type Reader, touch } from "./transaction.ts";
import { unlessSwept } from "./unless_swept.ts";
import { renewUpload } from "./uploads.ts";

/** Type of the fields of a new job that its submission sets, for example its kind, name, market and methods. */
export type JobDraft = Pick<
  Job,
  "kind" | "name" | "market" | "currency" | "mode" | "methods" | "constraintFamilies" | "parentRunId" | "work"
>;

/** Type of the `Idempotency-Key` of a request and a digest of the request. */
export interface IdempotencyKey {
  /** Value of the `Idempotency-Key` header as sent, 1 to 255 characters. */
  readonly key: string;
  /** Digest of method, path and body as text; equal requests have equal digests. */
  readonly requestDigest: string;
}

export interface SubmissionOptions {
  /** The submitted request with every default filled in, as JSON; can be larger than 16 MiB. */
  readonly config: Uint8Array;
  /** Id of the upload that the config names, which is then kept longer; null or absent if it names none. */
  readonly uploadId?: string | null;
  readonly idempotency?: IdempotencyKey | null;
  /** Aligned history of the caller's own from which the job is computed; none if null or absent. */
  readonly inputs?: Uint8Array<ArrayBuffer> | null;
  /** Bytes of the config that are the rows of that history; null or absent if the config has none. */
  readonly historyPlace?: ByteRange | null;
  /**
   * Kinds of the simulations and backtests that will start when this job succeeds; each is counted now, on the meter of
   * its own kind.
   */
  readonly chained?: readonly JobKindName[];
}

/** Simulation or backtest that is created when its run succeeds, in the same operation. */
export interface ChainedJob {
  readonly kind: KindOfRun;
  readonly name: string | null;
  readonly methods: readonly string[];
  /** Counted work of the simulation or backtest; small if absent. */
  readonly work?: number;
  /** Config of the simulation or backtest as JSON, up to 60 KiB. */
  readonly config: Uint8Array;
}

/** A job that was accepted by this request or by an earlier request with the same idempotency key. */
export interface Submitted {
  /** The accepted job in its state when it was accepted. */
  readonly job: Job;
  readonly isReplay: boolean;
}

const IDEMPOTENCY_KEY_KEPT_MS = 24 * HOUR_MS;

/** Stored result of a request that had an idempotency key: the digest of the request and the job that it created. */
interface IdempotencyRecord {
  readonly requestDigest: string;
  readonly job: Job;
  readonly expiresAt: Instant;
}

interface SubmissionContext extends ContentContext {
  /** Batches of submissions by account, because submissions of one account count on the same meters. */
  readonly submissions: BatchedTransactions;
  readonly planLimits: PlanLimits;
}

/**
 * Implements `JobRepository.submit`: stores a queued job and counts it and its chained jobs on their meters, or returns
 * the job of an earlier equal request.
 */
export async function submitJob(
  context: SubmissionContext,
  { accountId, draft, options }: { accountId: AccountId; draft: JobDraft; options: SubmissionOptions },
): Promise<Submitted> {
  const { planLimits } = context;
  const { chained = [] } = options;
  const meters = [draft.kind, ...chained].map((kind) => ({
    accountId,
    meter: JOB_KINDS[kind].meter,
    planLimits,
  }));
  const count = (read: Reader, bytes: number): Promise<Entries[]> =>
    Promise.all([
      ...meters.map((meter) => countOnMeter(context, read, meter)),
      countBytesWithinPlan(read, { accountId, bytes, planLimits }),
    ]);
  // A submission over a limit is refused before any of its bytes are written.
  if (isConfigWrittenBefore(context, options.config)) await count(context.kv, options.config.length);
  return await unlessSwept(() => acceptJob(context, { accountId, draft, options, count }));
}

async function acceptJob(
  context: SubmissionContext,
  { accountId, draft, options, count }: {
    accountId: AccountId;
    draft: JobDraft;
    options: SubmissionOptions;
    count: (read: Reader, bytes: number) => Promise<Entries[]>;
  },
): Promise<Submitted> {
  const writeOwn = (): Promise<WrittenInputs | null> => writeOwnInputs(context, accountId, options);
  const writing = [writeConfig(context, accountId, options.config), writeOwn()] as const;
  // A failed write is told only when the other one has ended too, so that nothing is written after the answer.
  await Promise.allSettled(writing);
  const [config, written] = await Promise.all(writing);
  for (let own = written;; own = await writeOwn()) {
    const submitted = await acceptWithInputs(context, { accountId, draft, options, count, config, own });
    if (submitted !== null) return submitted;
  }
}

/** Writes the aligned history of a submission, or prepares it to be written with the job; null if there is none. */
async function writeOwnInputs(
  context: SubmissionContext,
  accountId: AccountId,
  { config, inputs = null }: SubmissionOptions,
): Promise<WrittenInputs | null> {
  if (inputs === null) return null;
  const beside = isConfigWrittenBefore(context, config) ? 0 : config.length;
  return await writeInputsBeside(context, { accountId, inputs, beside });
}

/**
 * Accepts a job whose config is written. Returns null if the inputs must be written again: another job had the same
 * inputs, and has released them meanwhile.
 */
async function acceptWithInputs(
  context: SubmissionContext,
  { accountId, draft, options, count, config, own }: {
    accountId: AccountId;
    draft: JobDraft;
    options: SubmissionOptions;
    count: (read: Reader, bytes: number) => Promise<Entries[]>;
    config: NewConfig;
    own: WrittenInputs | null;
  },
): Promise<Submitted | null> {
  const { idempotency = null, historyPlace = null, uploadId = null } = options;
  const ulid = context.random.ulid(), trace = presentTrace();
  const ahead = idempotency === null ? [] : [keys.idempotencyKey(accountId, idempotency.key)];
  return await context.submissions.take<Submitted | null>(accountId, async (read) => {
    const known = idempotency && await readKnown(context, read, accountId, idempotency);
    if (known?.job) return { checks: [], mutations: [], result: { job: known.job, isReplay: true } };
    const parent = draft.parentRunId === null
      ? null
      : await succeededParent(read, accountId, { kind: draft.kind, parentRunId: draft.parentRunId });
    const adopted = own && await adoptInputs(read, own);
    if (own !== null && adopted === null) return { checks: [], mutations: [], result: null };
    const inputs = own?.digest ?? (parent && parent.value.inputs);
    const record = newRecord(context, { accountId, draft, ulid, inputs, trace });
    const job = jobOf(record);
    const parts = [
      ...await count(read, options.config.length + (adopted?.bytes ?? 0)),
      await adoptConfig(read, { accountId, jobId: job.id, config, historyPlace }),
      ...parent === null ? [] : [touch(parent)],
      ...adopted === null ? [] : [adopted],
      ...inputs === null || own !== null ? [] : [await shareInputs(read, accountId, inputs)],
      ...uploadId === null ? [] : [await renewUpload(context, read, { accountId, uploadId })],
      ...known && idempotency ? [remember(context, known.entry, { job, ...idempotency })] : [],
    ];
    return {
      checks: parts.flatMap(({ checks }) => checks),
      mutations: [...parts.flatMap(({ mutations }) => mutations), ...changeOfJob(null, record)],
      ...messageOf(context, { job: job.id }),
      result: { job, isReplay: false },
    };
  }, { ahead });
}

/**
 * Finds the job that an earlier request with the same idempotency key created, and the entry to check. Throws
 * `idempotency_key_reused` if the earlier request was different.
 */
export async function readKnown(
  { clock }: StoreContext,
  read: Reader,
  accountId: AccountId,
  { key, requestDigest }: IdempotencyKey,
): Promise<{ entry: Deno.KvEntryMaybe<IdempotencyRecord>; job: Job | null }> {
  const entry = await read.get<IdempotencyRecord>(keys.idempotencyKey(accountId, key));
  if (entry.value === null || entry.value.expiresAt <= clock.now()) return { entry, job: null };
  if (entry.value.requestDigest === requestDigest) return { entry, job: entry.value.job };
  const detail = `Cannot use the Idempotency-Key "${key}": it came with another request within the last 24 hours`;
  throw new DomainError("idempotency_key_reused", detail);
}

type Entries = Pick<Change<unknown>, "checks" | "mutations">;

function remember(
  { clock }: StoreContext,
  entry: Deno.KvEntryMaybe<IdempotencyRecord>,
  { job, requestDigest }: { job: Job; requestDigest: string },
): Entries {
  const now = clock.now();
  const expiresAt = now + IDEMPOTENCY_KEY_KEPT_MS;
  const record: IdempotencyRecord = { requestDigest, job, expiresAt };
  return { checks: [entry], mutations: [putUntil(entry.key, record, { expiresAt, now })] };
}

/**
 * Returns the checks and mutations that create a simulation or backtest of a run, for the operation that makes the run
 * succeed.
 */
export async function chainJob(
  context: StoreContext,
  read: Reader,
  run: JobRecord,
  { ulid, kind, name, methods, work, config }: ChainedJob & { readonly ulid: string },
): Promise<HeldEntries> {
  const { accountId, market, currency, mode, inputs } = run;
  const described = { kind, name, market, currency, mode, methods, constraintFamilies: [], parentRunId: run.id };
  const draft = { ...described, ...work === undefined ? {} : { work } };
  const record = newRecord(context, { accountId, draft, ulid, inputs });
  const parts = [
    await adoptConfig(read, { accountId, jobId: record.id, config: { stored: config.slice(), chunks: [] } }),
    ...inputs === null ? [] : [await shareInputs(read, accountId, inputs)],
  ];
  return {
    checks: parts.flatMap(({ checks }) => checks),
    mutations: [...parts.flatMap(({ mutations }) => mutations), ...changeOfJob(null, record)],
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Reads the succeeded parent run of a new job. The caller must rewrite the run's entry, so that a concurrent deletion
 * that saw no unfinished job of the run fails.
 */
export async function succeededParent(
  read: Reader,
  accountId: AccountId,
  { kind, parentRunId }: { readonly kind: JobKindName; readonly parentRunId: JobId },
): Promise<Deno.KvEntry<JobRecord>> {
  const parent = await readJob(read, accountId, parentRunId);
  if (parent.value.kind !== JOB_KINDS[kind].standsOn) {
    throw new DomainError("not_found", `Cannot find run "${parentRunId}"`);
  }
  if (parent.value.status !== "succeeded") {
    throw new DomainError("run_not_succeeded", `Cannot use run "${parentRunId}": it is ${parent.value.status}`);
  }
  return parent;
}

/**
 * Returns the checks and mutations that share the stored inputs of a run with another job; empty if the inputs are
 * gone, in which case the job fails later with its own error.
 */
async function shareInputs(read: Reader, accountId: AccountId, digest: string): Promise<HeldEntries> {
  return await adoptInputs(read, { accountId, digest, set: null }) ?? { checks: [], mutations: [], bytes: 0 };
}

/** Returns the record of a new job that waits for its first runner. */
export function newRecord(
  { clock }: StoreContext,
  { accountId, draft, ulid, inputs, trace = presentTrace() }: {
    accountId: AccountId;
    draft: JobDraft;
    ulid: string;
    inputs: string | null;
    trace?: string | null;
  },
): JobRecord {
  const { kind, name, market, currency, mode, methods, constraintFamilies, parentRunId, work } = draft;
  return {
    id: identifier(JOB_KINDS[kind].idPrefix, ulid),
    accountId,
    kind,
    name,
    status: "queued",
    market,
    currency,
    mode,
    methods,
    tags: [],
    constraintFamilies,
    progress: { phase: "queued", fraction: 0 },
    error: null,
    attempt: 0,
    parentRunId,
    reportStatus: "absent",
    ...work === undefined ? {} : { work },
    ...trace === null ? {} : { trace },
    createdAt: clock.now(),
    startedAt: null,
    uploadingAt: null,
    finishedAt: null,
    place: ulid,
    lostAttempts: 0,
    inputs,
  };
}
