import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { type Job, type JobFilter, mayBecome } from "../domain/job.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { PlanLimits } from "../domain/plan.ts";
import { type RetentionDays, UNLIMITED_RETENTION } from "../domain/retention.ts";
import type { ReportKind } from "../domain/report.ts";
import { type TagCount, TAGS_OF_RUN_AT_MOST } from "../domain/tag.ts";
import { addFile } from "./added_file.ts";
import type { ArtifactRepository, ArtifactSet } from "./artifacts.ts";
import { BatchedTransactions } from "./batched_transactions.ts";
import type { StoreContext } from "./context.ts";
import type { Doorbell } from "./doorbell.ts";
import { readInputs } from "./inputs.ts";
import { findConfig, type FoundConfig, readConfig, readConfigOfRun } from "./job_configs.ts";
import { activeJobs, jobHistory, jobsOfRun } from "./job_lists.ts";
import { messageOf } from "./job_message.ts";
import { changeOfJob, jobOf, type JobRecord, readJob } from "./job_record.ts";
import { deleteJob, type ReleasedArtifacts } from "./job_deletion.ts";
import { requeueJob } from "./job_requeue.ts";
import {
  type IdempotencyKey,
  type JobDraft,
  readKnown,
  type SubmissionOptions,
  submitJob,
  type Submitted,
} from "./job_submission.ts";
import type { ContentContext } from "./object_content.ts";
import { findReport, requestReport } from "./reports.ts";
import { releaseUnneededInputs } from "./release_unneeded_inputs.ts";
import { countStoredBytes } from "./stored_bytes.ts";
import { changeOfTagCounts, tagCounts } from "./tag_counts.ts";
import { transaction } from "./transaction.ts";

/**
 * Repository of jobs of every kind. Every method that takes a job id throws `not_found` if the account has no such job.
 */
export interface JobRepository {
  /**
   * Returns the job that a request with this idempotency key created within the last 24 hours; null if there is none.
   * Throws `idempotency_key_reused` if that request was different.
   */
  findSubmission(accountId: AccountId, idempotency: IdempotencyKey): Promise<Job | null>;
  /**
   * Stores a queued job, counts it on its meter, and notifies runners of this process at once. Throws `quota_exceeded`,
   * `limit_reached` if the plan has no space for its bytes, `idempotency_key_reused`, `not_found` without the account
   * or the parent run, `run_not_succeeded` if the parent run has not succeeded, and `not_ready` if the store cannot
   * store anything.
   */
  submit(accountId: AccountId, draft: JobDraft, options: SubmissionOptions): Promise<Submitted>;
  /** Returns a job of an account by its id, whatever its kind. */
  get(accountId: AccountId, jobId: JobId): Promise<Job>;
  /**
   * Reads the config that the job was submitted with, as JSON. Throws `input_lost` if the config is missing, and
   * `not_ready` if it lies in the bucket and that does not answer.
   */
  config(accountId: AccountId, jobId: JobId): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Reads of the config of a run what its later jobs need: all but the rows of its own history, where these are stored
   * aligned. Throws like `config`.
   */
  configOfRun(accountId: AccountId, runId: JobId): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the inputs that a job is computed from, its aligned history; null if none are stored. */
  inputs(accountId: AccountId, jobId: JobId): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Finds the config that the job was submitted with, as a stream that can be read in part. Throws like `config`. */
  findConfig(accountId: AccountId, jobId: JobId): Promise<FoundConfig>;
  /** Lists jobs of one kind, newest first; one page looks through at most 1,000 jobs. Throws `invalid_cursor`. */
  listHistory(accountId: AccountId, kind: JobKindName, filter: JobFilter, page: PageRequest): Promise<Page<Job>>;
  /** Lists the simulations or backtests of one run, newest first. Throws `invalid_cursor`. */
  listOfRun(accountId: AccountId, runId: JobId, kind: JobKindName, page: PageRequest): Promise<Page<Job>>;
  /** Lists unfinished jobs of all kinds, newest first. Throws `invalid_cursor`. */
  listActive(accountId: AccountId, page: PageRequest): Promise<Page<Job>>;
  rename(accountId: AccountId, jobId: JobId, name: string): Promise<Job>;
  /** Lists the account's tags in alphabetical order, each with the number of jobs that have it. */
  tagCounts(accountId: AccountId): Promise<readonly TagCount[]>;
  /**
   * Adds a tag in lower case to a job; changes nothing if the job already has the tag. Throws `validation_failed` for a
   * 21st tag, and `limit_reached` if the account already has the largest number of different tags.
   */
  addTag(accountId: AccountId, jobId: JobId, tag: string): Promise<Job>;
  /** Removes a tag from a job. Throws `not_found` if the job does not have the tag. */
  removeTag(accountId: AccountId, jobId: JobId, tag: string): Promise<Job>;
  /** Cancels an unfinished job; its runner notices this and stops. Throws `job_finished`. */
  cancel(accountId: AccountId, jobId: JobId): Promise<Job>;
  /**
   * Deletes a finished job with everything that belongs to it. Throws `run_in_flight` if the job, or a simulation or
   * backtest of it, is unfinished.
   */
  delete(accountId: AccountId, jobId: JobId): Promise<void>;
  /**
   * Puts a job of any account at the end of its account's queue and forgets its lost attempts. A runner that still
   * holds the job can no longer change it. The job is not counted on its meter again. Throws `not_found`, and
   * `job_finished` or `run_in_flight` with the reason from `refusalToRequeue`.
   */
  requeue(jobId: JobId): Promise<Job>;
  /**
   * Gives a file that was written for a succeeded job to the job. Returns false, and leaves the file to the sweep, if
   * the job already has a file of this name. Throws `not_found`, also if the job has not succeeded.
   */
  addFile(set: ArtifactSet): Promise<boolean>;
  /** Finds the job that renders a report of a run; null if no report of this kind was requested. */
  findReport(accountId: AccountId, runId: JobId, kind: ReportKind): Promise<Job | null>;
  /**
   * Queues a report of a run and notifies runners of this process at once. All callers get the same report job; a
   * failed one is queued again. Throws `run_not_succeeded`, and `limit_reached` if the plan has no space for the config
   * of the report job. `work` is the counted work of the report; small if absent.
   */
  requestReport(
    accountId: AccountId,
    runId: JobId,
    kind: ReportKind,
    options?: { readonly work?: number },
  ): Promise<Job>;
}

/** Type of the repository of artifacts, as far as jobs take files from it and give files back to it. */
type AdoptedArtifacts = ReleasedArtifacts & Pick<ArtifactRepository, "adopt">;

/** Creates the job repository over one KV. */
export function jobRepository(
  context: ContentContext,
  { planLimits, retentionDays = UNLIMITED_RETENTION, artifacts, doorbell }: {
    planLimits: PlanLimits;
    retentionDays?: RetentionDays;
    artifacts: AdoptedArtifacts;
    doorbell: Doorbell;
  },
): JobRepository {
  const { kv } = context;
  const submissions = new BatchedTransactions(context);
  return {
    async findSubmission(accountId, idempotency) {
      return (await readKnown(context, kv, accountId, idempotency)).job;
    },
    async submit(accountId, draft, options) {
      const submitted = await submitJob({ ...context, submissions, planLimits, retentionDays }, {
        accountId,
        draft,
        options,
      });
      if (!submitted.isReplay) doorbell.ring();
      return submitted;
    },
    async get(accountId, jobId) {
      return jobOf((await readJob(kv, accountId, jobId)).value);
    },
    config: (accountId, jobId) => configOf(context, { accountId, jobId }, readConfig),
    configOfRun: (accountId, jobId) => configOf(context, { accountId, jobId }, readConfigOfRun),
    async inputs(accountId, jobId) {
      const { value: { inputs } } = await readJob(kv, accountId, jobId);
      return inputs === null ? null : await readInputs(context, accountId, inputs);
    },
    findConfig: (accountId, jobId) => configOf(context, { accountId, jobId }, findConfig),
    listHistory: (accountId, kind, filter, request) => jobHistory(context, { accountId, kind }, filter, request),
    async listOfRun(accountId, runId, kind, request) {
      await readJob(kv, accountId, runId);
      return await jobsOfRun(context, { accountId, runId, kind }, request);
    },
    listActive: (accountId, request) => activeJobs(context, accountId, request),
    rename: (accountId, jobId, name) => changeJob(context, accountId, jobId, (record) => ({ ...record, name })),
    tagCounts: (accountId) => tagCounts(context, accountId),
    addTag: (accountId, jobId, tag) =>
      changeJob(context, accountId, jobId, (record) => ({ ...record, tags: withTag(record, tag) })),
    removeTag: (accountId, jobId, tag) =>
      changeJob(context, accountId, jobId, (record) => ({ ...record, tags: withoutTag(record, tag) })),
    cancel: (accountId, jobId) => cancelJob(context, accountId, jobId),
    delete: (accountId, jobId) => deleteJob(context, artifacts, { accountId, jobId }),
    requeue: (jobId) => requeueJob(context, jobId),
    addFile: (set) => addFile(context, artifacts, set),
    findReport: (accountId, runId, kind) => findReport(context, { accountId, runId, kind }),
    async requestReport(accountId, runId, kind, { work } = {}) {
      const report = await requestReport(context, { accountId, runId, kind, work }, planLimits);
      if (report.status === "queued") doorbell.ring();
      return report;
    },
  };
}

async function configOf<Config>(
  context: ContentContext,
  { accountId, jobId }: { accountId: AccountId; jobId: JobId },
  read: (context: ContentContext, accountId: AccountId, jobId: JobId) => Promise<Config | null>,
): Promise<Config> {
  await readJob(context.kv, accountId, jobId);
  const config = await read(context, accountId, jobId);
  if (config !== null) return config;
  // The config is missing; the job may have been deleted between the two reads, so its record is read again.
  await readJob(context.kv, accountId, jobId);
  throw new DomainError("input_lost", `Cannot read the config of run "${jobId}"`);
}

async function changeJob(
  context: StoreContext,
  accountId: AccountId,
  jobId: JobId,
  change: (record: JobRecord) => JobRecord,
): Promise<Job> {
  return await transaction(context, async (read) => {
    const entry = await readJob(read, accountId, jobId);
    const changed = change(entry.value);
    const counts = await changeOfTagCounts(context, read, {
      accountId,
      before: entry.value.tags,
      after: changed.tags,
    });
    return {
      checks: [entry, ...counts.checks],
      mutations: [...changeOfJob(entry.value, changed), ...counts.mutations],
      result: jobOf(changed),
    };
  });
}

async function cancelJob(context: StoreContext, accountId: AccountId, jobId: JobId): Promise<Job> {
  return await transaction(context, async (read) => {
    const entry = await readJob(read, accountId, jobId);
    const { after, ...released } = await releaseUnneededInputs(context, read, cancelled(context, entry.value));
    const counted = await countStoredBytes(read, accountId, released.bytes);
    return {
      checks: [entry, ...released.checks, ...counted.checks],
      mutations: [...changeOfJob(entry.value, after), ...released.mutations, ...counted.mutations],
      ...entry.value.status === "queued" ? {} : messageOf(context, { ended: jobId }),
      result: jobOf(after),
    };
  });
}

function withTag({ tags }: Job, tag: string): readonly string[] {
  const normal = tag.toLowerCase();
  if (tags.includes(normal)) return tags;
  if (tags.length >= TAGS_OF_RUN_AT_MOST) {
    const detail = `Cannot add "${normal}": a run has at most ${TAGS_OF_RUN_AT_MOST} tags`;
    throw new DomainError("validation_failed", detail, { faults: [{ pointer: "/tag", detail }] });
  }
  return [...tags, normal];
}

function withoutTag({ id, tags }: Job, tag: string): readonly string[] {
  const gone = tag.toLowerCase();
  if (!tags.includes(gone)) throw new DomainError("not_found", `Cannot find tag "${gone}" of run "${id}"`);
  return tags.filter((other) => other !== gone);
}

function cancelled({ clock }: StoreContext, record: JobRecord): JobRecord {
  if (!mayBecome(record.status, "cancelled")) {
    throw new DomainError("job_finished", `Cannot cancel run "${record.id}": it is ${record.status}`);
  }
  return { ...record, status: "cancelled", finishedAt: clock.now(), place: null };
}
