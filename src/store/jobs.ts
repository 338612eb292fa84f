import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { type Job, type JobFilter, mayBecome } from "../domain/job.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { PlanLimits } from "../domain/plan.ts";
import type { ReportKind } from "../domain/report.ts";
import { type TagCount, TAGS_OF_RUN_AT_MOST } from "../domain/tag.ts";
import { BatchedTransactions } from "./batched_transactions.ts";
import type { StoreContext } from "./context.ts";
import type { Doorbell } from "./doorbell.ts";
import { findConfig, type FoundConfig, readConfig } from "./job_configs.ts";
import { activeJobs, jobHistory, jobsOfRun } from "./job_lists.ts";
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
import { findReport, requestReport } from "./reports.ts";
import { changeOfTagCounts, tagCounts } from "./tag_counts.ts";
import { transaction } from "./transaction.ts";

/** Jobs of every kind. Every method that names a job throws `not_found` where the account has none of this id. */
export interface JobRepository {
  /**
   * The job that a key brought within 24 hours; null where it brought none. Throws `idempotency_key_reused` for another
   * request.
   */
  findSubmission(accountId: AccountId, idempotency: IdempotencyKey): Promise<Job | null>;
  /**
   * Writes a queued job, counts it on its meter and rings for a runner, at once. Throws `quota_exceeded`,
   * `limit_reached` where the plan has no room for its bytes, `idempotency_key_reused`, `not_found` without the account
   * or the parent, `run_not_succeeded` for a parent that has not, and `not_ready` where the store is full.
   */
  submit(accountId: AccountId, draft: JobDraft, options: SubmissionOptions): Promise<Submitted>;
  /** A job of any kind. */
  get(accountId: AccountId, jobId: JobId): Promise<Job>;
  /** What the job was submitted with, as JSON. Throws `input_lost` where it is gone. */
  config(accountId: AccountId, jobId: JobId): Promise<Uint8Array<ArrayBuffer>>;
  /** The same, to be read as far as it is wanted. Throws as `config` does. */
  findConfig(accountId: AccountId, jobId: JobId): Promise<FoundConfig>;
  /** Jobs of one kind, newest first; a page looks through 1,000 jobs at most. Throws `invalid_cursor`. */
  listHistory(accountId: AccountId, kind: JobKindName, filter: JobFilter, page: PageRequest): Promise<Page<Job>>;
  /** Simulations or backtests of one run, newest first. Throws `invalid_cursor`. */
  listOfRun(accountId: AccountId, runId: JobId, kind: JobKindName, page: PageRequest): Promise<Page<Job>>;
  /** Jobs in flight, of all kinds, newest first. Throws `invalid_cursor`. */
  listActive(accountId: AccountId, page: PageRequest): Promise<Page<Job>>;
  rename(accountId: AccountId, jobId: JobId, name: string): Promise<Job>;
  /** The tags of the account with how many of its jobs have each, by tag. */
  tagCounts(accountId: AccountId): Promise<readonly TagCount[]>;
  /**
   * The tag in lower case; nothing changes where the job has it. Throws `validation_failed` for the 21st, and
   * `limit_reached` where the account has too many different ones.
   */
  addTag(accountId: AccountId, jobId: JobId, tag: string): Promise<Job>;
  /** Throws `not_found` where the job has no such tag. */
  removeTag(accountId: AccountId, jobId: JobId, tag: string): Promise<Job>;
  /** Ends a job in flight; its runner sees it and stops. Throws `job_finished`. */
  cancel(accountId: AccountId, jobId: JobId): Promise<Job>;
  /**
   * Deletes a finished job with everything attached. Throws `run_in_flight`, also while a simulation or backtest of it
   * is.
   */
  delete(accountId: AccountId, jobId: JobId): Promise<void>;
  /**
   * Puts a job of any account at the end of its account's queue, its losses forgotten; a runner that has it is fenced
   * off. Its meter counts no more. Throws `not_found`, and `job_finished` or `run_in_flight` where `refusalToRequeue`
   * says why.
   */
  requeue(jobId: JobId): Promise<Job>;
  /** The job that renders a report of a run; null where nobody has asked for it. */
  findReport(accountId: AccountId, runId: JobId, kind: ReportKind): Promise<Job | null>;
  /**
   * Queues a report of a run and rings for a runner, at once: the same one for all who ask until it has failed. Throws
   * `run_not_succeeded`, and `limit_reached` where the plan has no room for it.
   */
  requestReport(accountId: AccountId, runId: JobId, kind: ReportKind): Promise<Job>;
}

/** The jobs over one KV. */
export function jobRepository(
  context: StoreContext,
  { planLimits, artifacts, doorbell }: { planLimits: PlanLimits; artifacts: ReleasedArtifacts; doorbell: Doorbell },
): JobRepository {
  const { kv } = context;
  const submissions = new BatchedTransactions(context);
  return {
    async findSubmission(accountId, idempotency) {
      return (await readKnown(context, kv, accountId, idempotency)).job;
    },
    async submit(accountId, draft, options) {
      const submitted = await submitJob({ ...context, submissions, planLimits }, { accountId, draft, options });
      if (!submitted.isReplay) doorbell.ring();
      return submitted;
    },
    async get(accountId, jobId) {
      return jobOf((await readJob(kv, accountId, jobId)).value);
    },
    config: (accountId, jobId) => configOf(context, { accountId, jobId }, readConfig),
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
    cancel: (accountId, jobId) => changeJob(context, accountId, jobId, (record) => cancelled(context, record)),
    delete: (accountId, jobId) => deleteJob(context, artifacts, { accountId, jobId }),
    requeue: (jobId) => requeueJob(context, jobId),
    findReport: (accountId, runId, kind) => findReport(context, { accountId, runId, kind }),
    async requestReport(accountId, runId, kind) {
      const report = await requestReport(context, { accountId, runId, kind }, planLimits);
      if (report.status === "queued") doorbell.ring();
      return report;
    },
  };
}

async function configOf<Config>(
  context: StoreContext,
  { accountId, jobId }: { accountId: AccountId; jobId: JobId },
  read: (context: StoreContext, accountId: AccountId, jobId: JobId) => Promise<Config | null>,
): Promise<Config> {
  await readJob(context.kv, accountId, jobId);
  const config = await read(context, accountId, jobId);
  if (config !== null) return config;
  // It may have been deleted in between.
  await readJob(context.kv, accountId, jobId);
  throw new DomainError("input_lost", `Cannot read what run "${jobId}" was submitted with`);
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
