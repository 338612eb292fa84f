import { type AccountId, type JobId, jobIdOf } from "../domain/identifier.ts";
import {
  INFRASTRUCTURE_FAILURES_AT_MOST,
  type JobError,
  type JobProgress,
  OUTAGES_AT_MOST,
  pauseAfterOutages,
} from "../domain/job.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import type { ArtifactRepository, ArtifactSet } from "./artifacts.ts";
import type { StoreContext } from "./context.ts";
import type { Doorbell } from "./doorbell.ts";
import type { ListenOptions } from "./encoded_kv.ts";
import { adoptInputs, readInputs, writeInputs } from "./inputs.ts";
import { readConfig, readConfigOfRun } from "./job_configs.ts";
import { type ChainedJob, chainJob } from "./job_submission.ts";
import { endedJobOf, messageOf } from "./job_message.ts";
import { changeOfJob, type JobRecord, kindOfJobId, type LeaseRecord } from "./job_record.ts";
import type { ClaimOptions, QueueOptions } from "./claim_options.ts";
import { claimNext, isAnyQueued } from "./job_claim.ts";
import { keys, ulidOf } from "./keys.ts";
import { type ContentContext, isObjectContent } from "./object_content.ts";
import type { Lease, LeaseId, LeaseSighting } from "./lease.ts";
import { type QueueLength, queueLength } from "./queue_length.ts";
import { releaseUnneededInputs } from "./release_unneeded_inputs.ts";
import { changeOfReportedRun, readReportedRun, type ReportedRun } from "./reported_run.ts";
import { countStoredBytes, type HeldEntries } from "./stored_bytes.ts";
import { adoptFigures, writeFigures } from "./dashboard/run_figures.ts";
import { type Change, put, type Reader, remove, transaction, type TransactionOptions } from "./transaction.ts";
import { unlessSwept } from "./unless_swept.ts";

/**
 * Queue of jobs for the runners. A lease contains no time: it lives while its runner keeps updating it, and every
 * runner measures this with its own stopwatch, so clocks may differ or jump. Methods that write for a lease return
 * false if the job no longer belongs to the lease.
 */
export interface JobQueue {
  /**
   * Takes the first queued job that fits the options, from the account that follows `after` in the order of account ids
   * or from the next ones; after the last account comes the first. Null if no queued job fits. A store in which all
   * processes share one turn of the accounts does not need `after`.
   */
  claim(after: AccountId | null, options?: ClaimOptions): Promise<Lease | null>;
  /** Whether a queued job fits the options. */
  isAnyQueued(options: QueueOptions): Promise<boolean>;
  /** Whether no job is queued and none is held by a runner. */
  isEmpty(): Promise<boolean>;
  /** Counts the queued jobs of all accounts, up to a limit, and tells since when the oldest of them waits. */
  length(): Promise<QueueLength>;
  /** Lists the leases of all jobs that runners currently hold. */
  leases(): Promise<readonly LeaseSighting[]>;
  /**
   * Renews a lease to show that its runner is alive, and stores the progress of the job; null leaves the progress
   * unchanged.
   */
  beat(lease: Lease, progress: JobProgress | null): Promise<boolean>;
  /** Reads the config that a job was submitted with, as JSON; null if any part is missing. */
  config(job: Pick<Lease, "accountId" | "jobId">): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * Reads of the config of a run what the run and its later jobs need, where its inputs are stored: all but the rows of
   * its own history, where these are stored aligned. Null if any part is missing.
   */
  configOfRun(job: Pick<Lease, "accountId" | "jobId">): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Stores the inputs that the job is computed from, for later attempts and for later jobs based on this job. */
  storeInputs(lease: Lease, inputs: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Reads stored inputs by their digest; null if any part is missing. */
  inputs(accountId: AccountId, digest: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Reads a run with its simulations, for a report of the run. Throws `not_found`. */
  reportedRun(accountId: AccountId, runId: JobId): Promise<ReportedRun>;
  /** Changes the status of a leased job from `running` to `uploading`. */
  beginUpload(lease: Lease): Promise<boolean>;
  /**
   * Changes the status of a job from `uploading` to `succeeded`. Stores in the same operation its artifacts, its
   * figures, and the simulations and backtests that start once it has succeeded.
   */
  succeed(lease: Lease, artifacts: ArtifactSet, outcome?: JobOutcome): Promise<boolean>;
  /**
   * Marks a job as failed, together with artifacts that hold details too large for its record; no artifacts if null or
   * absent.
   */
  fail(lease: Lease, error: JobError, artifacts?: ArtifactSet | null): Promise<boolean>;
  /**
   * Returns a job to its original place in the queue, because its runner stops or needs its worker. The attempt does
   * not count as lost. A job that took long waits as a large one from then on.
   */
  giveBack(lease: Lease, options?: { readonly isLong: boolean }): Promise<boolean>;
  /**
   * Records a lost attempt: the job goes to the end of its account's queue, or becomes `failed` with the cause if this
   * was the last allowed attempt. After an outage of the store or the bucket, the job also pauses for a time.
   */
  lose(lease: Lease, cause: JobError, options?: { readonly isOutage: boolean }): Promise<LossOutcome>;
  /**
   * Records a lost attempt as `lose` does for a runner that does not respond, if its lease has not changed since it was
   * seen.
   */
  takeBack(sighting: LeaseSighting): Promise<LossOutcome>;
  /**
   * Calls `ring` when this process has accepted a job, until the signal aborts; where messages reach other processes,
   * also when another one has, and with the id of a job that ended without its runner. This only speeds up the runner,
   * and ends when the store closes.
   */
  listen(ring: (ended: JobId | null) => void, options?: ListenOptions): Promise<void>;
}

/** Results of a succeeded job that are stored with its status, other than its artifacts. */
export interface JobOutcome {
  /** Simulations and backtests that start once this job has succeeded; none if absent. */
  readonly chained?: readonly ChainedJob[];
  /** Figures of a run that the dashboard needs; null or absent for any other job. */
  readonly figures?: RunFigures | null;
}

export type LossOutcome = "queued" | "failed" | "fenced";

/** What the job queue needs beside the KV. */
export interface JobQueueParts {
  readonly artifacts: Pick<ArtifactRepository, "adopt">;
  readonly doorbell: Doorbell;
  readonly planLimits: PlanLimits;
}

/** Creates the job queue over one KV. */
export function jobQueue(
  context: ContentContext,
  { artifacts, doorbell, planLimits }: JobQueueParts,
): JobQueue {
  const { kv, clock } = context;
  const write = (lease: LeaseId, decide: Decision): Promise<boolean> => writeFenced(context, lease, decide);
  return {
    claim: (after, options) => claimNext({ ...context, planLimits }, after, options),
    isAnyQueued: (options) => isAnyQueued({ ...context, planLimits }, options),
    async isEmpty() {
      const first = async (prefix: Deno.KvKey): Promise<boolean> =>
        (await Array.fromAsync(kv.list({ prefix }, { limit: 1 }))).length === 0;
      return await first(keys.queuedJobs) && await first(keys.leasedJobs);
    },
    length: () => queueLength(context),
    async leases() {
      const entries = await Array.fromAsync(kv.list<LeaseRecord>({ prefix: keys.leasedJobs }));
      return entries.map(({ key, value, versionstamp }) => ({
        jobId: jobIdOf(String(key.at(-1))),
        ...value,
        version: versionstamp,
      }));
    },
    async beat(lease, progress) {
      if (progress === null) return await beatOnly(context, lease);
      const beat = beatOf(lease);
      return await write(lease, (record) => ({ after: { ...record, progress }, mutations: [beat] }));
    },
    config: ({ accountId, jobId }) => readConfig(context, accountId, jobId),
    configOfRun: ({ accountId, jobId }) => readConfigOfRun(context, accountId, jobId),
    storeInputs: (lease, inputs) => unlessSwept(() => storeInputs(context, lease, inputs)),
    inputs: (accountId, digest) => readInputs(context, accountId, digest),
    reportedRun: (accountId, runId) => readReportedRun(context, accountId, runId),
    beginUpload: (lease) =>
      write(lease, (record) => ({
        after: {
          ...record,
          status: "uploading",
          uploadingAt: clock.now(),
          progress: { phase: "uploading", fraction: 1 },
        },
      })),
    async succeed(lease, set, outcome = {}) {
      const isDone = await unlessSwept(() => succeed(context, artifacts, lease, { set, ...outcome }));
      if (isDone && (outcome.chained ?? []).length > 0) doorbell.ring();
      return isDone;
    },
    fail: (lease, error, set = null) =>
      write(lease, async (record, read) => {
        const ended = await releaseUnneededInputs(context, read, failed(context, record, error));
        const adopted = set === null ? { checks: [], mutations: [], bytes: 0 } : await artifacts.adopt(read, set);
        return {
          after: ended.after,
          checks: [...ended.checks, ...adopted.checks],
          mutations: [...ended.mutations, ...adopted.mutations],
          bytes: ended.bytes + adopted.bytes,
        };
      }),
    giveBack: (lease, { isLong } = { isLong: false }) =>
      write(lease, (record) => ({
        after: { ...queued(record, { place: ulidOf(record.id) }), ...isLong ? { isLong } : {} },
        ...messageOf(context, { job: lease.jobId }),
      })),
    lose: (lease, cause, { isOutage } = { isOutage: false }) => lose(context, lease, { cause, isOutage }),
    takeBack: (sighting) => lose(context, sighting, { cause: SILENT_RUNNER, isOutage: false }, sighting.version),
    async listen(ring, options = {}) {
      doorbell.listen(() => ring(null), options.signal);
      if (context.announcesJobs) await kv.listenQueue((message) => ring(endedJobOf(message)), options);
    },
  };
}

interface Decided extends Partial<HeldEntries & Pick<Change<unknown>, "message">> {
  readonly after: JobRecord;
}

type Decision = (record: JobRecord, read: Reader) => Decided | Promise<Decided>;

/** Changes the job of a lease in one operation; returns false if the job no longer belongs to the lease. */
async function writeFenced(
  context: StoreContext,
  lease: LeaseId,
  decide: Decision,
  options: TransactionOptions = {},
): Promise<boolean> {
  return await transaction(context, async (read) => {
    const entry = await readLeased(read, lease);
    if (entry === null) return { checks: [], mutations: [], result: false };
    const { after, checks = [], mutations = [], bytes = 0, message } = await decide(entry.value, read);
    const run = await changeOfReportedRun(read, entry.value, after);
    if (run === null) return { checks: [], mutations: [], result: false };
    const counted = await countStoredBytes(read, lease.accountId, bytes);
    return {
      checks: [entry, ...run.checks, ...checks, ...counted.checks],
      mutations: [...changeOfJob(entry.value, after), ...run.mutations, ...mutations, ...counted.mutations],
      ...message === undefined ? {} : { message },
      result: true,
    };
  }, options);
}

/** Reads the record of a job while it belongs to the runner's lease; null otherwise. */
async function readLeased(
  read: Reader,
  { accountId, jobId, attempt }: LeaseId,
): Promise<Deno.KvEntry<JobRecord> | null> {
  const kind = kindOfJobId(jobId);
  const entry = kind && await read.get<JobRecord>(keys.job(accountId, kind, jobId));
  if (!entry || entry.value === null) return null;
  const { status } = entry.value;
  return entry.value.attempt === attempt && (status === "running" || status === "uploading") ? entry : null;
}

function queued(record: JobRecord, { place }: { place: string }): JobRecord {
  return {
    ...record,
    status: "queued",
    startedAt: null,
    uploadingAt: null,
    progress: { phase: "queued", fraction: 0 },
    place,
  };
}

function failed({ clock }: StoreContext, record: JobRecord, error: JobError): JobRecord {
  return { ...record, status: "failed", finishedAt: clock.now(), error };
}

async function succeed(
  context: StoreContext,
  artifacts: Pick<ArtifactRepository, "adopt">,
  lease: Lease,
  { set, chained = [], figures = null }: JobOutcome & { readonly set: ArtifactSet },
): Promise<boolean> {
  const jobs = chained.map((job) => ({ ...job, ulid: context.random.ulid() }));
  const kept = figures && await writeFigures(context, lease.accountId, figures);
  const { kind, set: written } = set.location;
  const ahead = [
    keys.job(lease.accountId, lease.job.kind, lease.jobId),
    keys.storedBytes(lease.accountId),
    ...kind === "chunks" ? [keys.unadoptedChunkSet(written.id)] : [],
  ];
  return await writeFenced(context, lease, async (record, read) => {
    const parts = [
      await artifacts.adopt(read, set),
      ...await Promise.all(jobs.map((job) => chainJob(context, read, record, job))),
      ...kept === null ? [] : [{ ...await adoptFigures(read, lease, kept), bytes: 0 }],
    ];
    return {
      after: {
        ...record,
        status: "succeeded",
        finishedAt: context.clock.now(),
        progress: { phase: "succeeded", fraction: 1 },
      },
      checks: parts.flatMap(({ checks }) => checks),
      mutations: parts.flatMap(({ mutations }) => mutations),
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      ...jobs.length > 0 ? messageOf(context, { job: lease.jobId }) : {},
    };
  }, { ahead });
}

function beatOf({ accountId, jobId, attempt }: LeaseId): Deno.KvMutation {
  return put(keys.leasedJob(jobId), { accountId, attempt } satisfies LeaseRecord);
}

async function beatOnly(context: StoreContext, lease: LeaseId): Promise<boolean> {
  return await transaction(context, async (read) => {
    const entry = await read.get<LeaseRecord>(keys.leasedJob(lease.jobId));
    const isOurs = entry.value?.attempt === lease.attempt;
    return { checks: [entry], mutations: isOurs ? [beatOf(lease)] : [], result: isOurs };
  });
}

async function storeInputs(context: ContentContext, lease: Lease, inputs: Uint8Array<ArrayBuffer>): Promise<boolean> {
  while (true) {
    const written = await writeInputs(context, lease.accountId, inputs);
    const ahead = [
      keys.job(lease.accountId, lease.job.kind, lease.jobId),
      keys.inputs(lease.accountId, written.digest),
      keys.storedBytes(lease.accountId),
      ...written.set === null || isObjectContent(written.set) ? [] : [keys.unadoptedChunkSet(written.set.id)],
    ];
    const stored = await transaction<boolean | null>(context, async (read) => {
      const entry = await readLeased(read, lease);
      if (entry === null) return { checks: [], mutations: [], result: false };
      if (entry.value.inputs !== null) return { checks: [], mutations: [], result: true };
      const adopted = await adoptInputs(read, written);
      if (adopted === null) return { checks: [], mutations: [], result: null };
      const counted = await countStoredBytes(read, lease.accountId, adopted.bytes);
      const after: JobRecord = { ...entry.value, inputs: written.digest };
      return {
        checks: [entry, ...adopted.checks, ...counted.checks],
        mutations: [...adopted.mutations, ...counted.mutations, ...changeOfJob(entry.value, after)],
        result: true,
      };
    }, { ahead });
    if (stored !== null) return stored;
  }
}

const SILENT_RUNNER: JobError = {
  code: "worker_lost",
  detail: "The process that computed the job ended unexpectedly or stopped answering",
};

async function lose(
  context: StoreContext,
  lease: LeaseId,
  loss: Loss,
  version?: string,
): Promise<LossOutcome> {
  // A newer version of the service created a job of this kind, and only its runners can handle the lost attempt.
  if (kindOfJobId(lease.jobId) === null) return "fenced";
  const place = context.random.ulid();
  return await transaction<LossOutcome>(context, async (read) => {
    const beat = await read.get<LeaseRecord>(keys.leasedJob(lease.jobId));
    if (version !== undefined && beat.versionstamp !== version) return { checks: [], mutations: [], result: "fenced" };
    const entry = await readLeased(read, lease);
    if (entry === null) {
      const isStray = version !== undefined && beat.versionstamp !== null;
      return { checks: [beat], mutations: isStray ? [remove(beat.key)] : [], result: "fenced" };
    }
    const after = loss.isOutage
      ? afterOutage(context, entry.value, { ...loss, place })
      : afterLoss(context, entry.value, { ...loss, place });
    const run = await changeOfReportedRun(read, entry.value, after);
    if (run === null) return { checks: [], mutations: [], result: "fenced" };
    return {
      checks: [beat, entry, ...run.checks],
      mutations: [...changeOfJob(entry.value, after), ...run.mutations],
      result: after.status === "failed" ? "failed" : "queued",
    };
  });
}

interface Loss {
  readonly cause: JobError;
  /** Whether the store or the bucket did not respond, so that the job itself cannot be the cause. */
  readonly isOutage: boolean;
}

function afterLoss(
  context: StoreContext,
  record: JobRecord,
  { cause, place }: Loss & { place: string },
): JobRecord {
  const lostAttempts = record.lostAttempts + 1;
  const lost: JobRecord = { ...record, lostAttempts, lostAt: context.clock.now() };
  const isLast = lostAttempts >= INFRASTRUCTURE_FAILURES_AT_MOST;
  return isLast ? failed(context, lost, lastLoss(cause, lostAttempts)) : queued(lost, { place });
}

function afterOutage(
  context: StoreContext,
  record: JobRecord,
  { cause, place }: Loss & { place: string },
): JobRecord {
  const outages = (record.outages ?? 0) + 1;
  const lost: JobRecord = { ...record, outages };
  if (outages >= OUTAGES_AT_MOST) return failed(context, lost, lastLoss(cause, outages));
  return { ...queued(lost, { place }), pausedUntil: context.clock.now() + pauseAfterOutages(outages) };
}

function lastLoss(cause: JobError, times: number): JobError {
  return { ...cause, detail: `${cause.detail}; the job was tried ${times} times` };
}
