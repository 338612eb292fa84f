import { DomainError } from "../domain/errors.ts";
import { type AccountId, type JobId, prefixOf } from "../domain/identifier.ts";
import { isInFlight, isSmall, type Job } from "../domain/job.ts";
import type { Instant } from "../domain/instant.ts";
import { JOB_KINDS, type JobKindName, jobKindOfPrefix } from "../domain/job_kinds.ts";
import type { ReportKind } from "../domain/report.ts";
import { keys } from "./keys.ts";
import { noteDashboardChange } from "./dashboard/changes.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** Record of a job as the KV stores it, with fields that only the store uses. */
export interface JobRecord extends Job {
  /** Sort key of the job among the queued jobs of its account; null while the job is not queued. */
  readonly place: string | null;
  /**
   * Place among the running jobs of its account while a runner holds it, from 0; null or absent where the plan does not
   * limit their number.
   */
  readonly slot?: number | null;
  /** Whether the job took long although it counts as small, so that it waits as a large one; it did not if absent. */
  readonly isLong?: boolean;
  /** Number of the job's attempts that ended because the runner or worker was lost. */
  readonly lostAttempts: number;
  /** Time of the job's latest lost attempt; no attempt was lost if absent. */
  readonly lostAt?: Instant | null;
  /** Number of the job's attempts that ended because the store or the bucket did not respond; zero if absent. */
  readonly outages?: number;
  /**
   * Time until which no runner takes the job; no pause if null or absent. A time further ahead than the longest pause
   * is ignored, because a clock must have been wrong.
   */
  readonly pausedUntil?: Instant | null;
  /** SHA-256 digest of the inputs stored for the job; null before they are stored. */
  readonly inputs: string | null;
  /** Kind of report that a report job renders; absent for other jobs. */
  readonly reportKind?: ReportKind;
  /** Ids of the report jobs of a run, by kind of report; none if absent. */
  readonly reports?: Readonly<Partial<Record<ReportKind, JobId>>>;
}

/** Value of the queue entry of a job, so that a search passes over a job that is too large without reading it. */
export interface QueuedRecord {
  readonly work?: number;
}

/**
 * Value of the KV entry of a job that a runner holds. The runner rewrites the entry, with the same value, as long as it
 * is alive.
 */
export interface LeaseRecord {
  readonly accountId: AccountId;
  readonly attempt: number;
}

/**
 * Names of the job fields whose values are indexed in the KV, so that a filter of the job history finds the jobs with
 * one value.
 */
export const INDEXED_FIELDS = ["tag", "status", "market", "mode"] as const;

/** Returns the job from its stored record, without the fields that only the store uses. */
export function jobOf(record: JobRecord): Job {
  const { place: _, lostAttempts: __, lostAt: ___, inputs: ____, outages: _____, pausedUntil: ______, ...rest } =
    record;
  const { reportKind: _______, reports: ________, slot: _________, isLong: __________, ...job } = rest;
  return job;
}

/**
 * Returns the KV mutations for a change of a job: its record, every index entry that differs, and a note for the
 * account's dashboard if the job is a run and its status changed. Null stands for a job that does not exist, before or
 * after.
 */
export function changeOfJob(before: JobRecord | null, after: JobRecord | null): readonly Deno.KvMutation[] {
  const old = entriesOf(before);
  const next = entriesOf(after);
  const gone = [...old].filter(([text]) => !next.has(text));
  const changed = [...next].filter(([text, { value }]) =>
    JSON.stringify(old.get(text)?.value) !== JSON.stringify(value)
  );
  return [
    ...gone.map(([, { key }]) => remove(key)),
    ...changed.map(([, { key, value }]) => put(key, value)),
    ...before?.status === after?.status ? [] : dashboardChangeOf(before ?? after),
  ];
}

/**
 * Returns the note that the dashboard must count a run again. Simulations, backtests and reports need no note: the
 * dashboard counts only their artifacts, which are noted separately.
 */
function dashboardChangeOf(record: JobRecord | null): readonly Deno.KvMutation[] {
  return record === null || JOB_KINDS[record.kind].standsOn !== null ? [] : noteDashboardChange(record);
}

/**
 * Returns the keys of a job's queue entry and lease, which lie outside the keys of its account, for the deletion of the
 * account.
 */
export function outerKeysOfJob({ id, accountId, place }: OuterPlace): readonly Deno.KvKey[] {
  const queued = place === null
    ? []
    : [keys.queuedJob(accountId, place, id), keys.queuedSmallJob(accountId, place, id)];
  return [keys.leasedJob(id), ...queued];
}

export type OuterPlace = Pick<JobRecord, "id" | "accountId" | "place">;

interface Entry {
  readonly key: Deno.KvKey;
  readonly value: unknown;
}

/** Returns every KV entry of a job (record, indexes, queue and lease) as a map from the text of its key. */
function entriesOf(record: JobRecord | null): ReadonlyMap<string, Entry> {
  const entries = record === null ? [] : [recordEntry(record), ...listEntries(record), ...workEntries(record)];
  return new Map(entries.map((entry) => [JSON.stringify(entry.key), entry]));
}

function recordEntry(record: JobRecord): Entry {
  return { key: keys.job(record.accountId, record.kind, record.id), value: record };
}

/** Returns the index entries by which the lists of an account find a job. */
function listEntries(record: JobRecord): readonly Entry[] {
  const { id, accountId, kind, parentRunId } = record;
  const isActive = isInFlight(record.status);
  const { listed } = JOB_KINDS[kind];
  return [
    ...INDEXED_FIELDS.flatMap((field) =>
      valuesOf(record, field).map((value) => ({ key: keys.jobWith(accountId, kind, field, value, id), value: kind }))
    ),
    ...isActive && listed ? [{ key: keys.activeJob(accountId, id), value: kind }] : [],
    ...parentRunId === null ? [] : [{ key: keys.jobOfRun(accountId, parentRunId, kind, id), value: kind }],
    ...parentRunId === null || !isActive || !listed
      ? []
      : [{ key: keys.activeJobOfRun(accountId, parentRunId, id), value: kind }],
  ];
}

function valuesOf(record: JobRecord, field: typeof INDEXED_FIELDS[number]): readonly string[] {
  return field === "tag" ? record.tags : [record[field]];
}

/** Returns the entries by which runners find a job: of the queue, or of its lease and of the running jobs. */
function workEntries(record: JobRecord): readonly Entry[] {
  const { id, accountId, status, place, slot = null, attempt } = record;
  if (place !== null) return queueEntries(record, place);
  if (status !== "running" && status !== "uploading") return [];
  const lease: LeaseRecord = { accountId, attempt };
  return [
    { key: keys.leasedJob(id), value: lease },
    ...slot === null ? [] : [{ key: keys.runningJob(accountId, slot), value: id }],
  ];
}

function queueEntries(record: JobRecord, place: string): readonly Entry[] {
  const { id, accountId, work, isLong = false } = record;
  const value: QueuedRecord = work === undefined ? {} : { work };
  return [
    { key: keys.queuedJob(accountId, place, id), value },
    ...isSmall(record) && !isLong ? [{ key: keys.queuedSmallJob(accountId, place, id), value }] : [],
  ];
}

/** Returns the kind of job that a job id names by its prefix; null if the text is not a job id. */
export function kindOfJobId(jobId: JobId): JobKindName | null {
  return jobKindOfPrefix(prefixOf(jobId));
}

/** Reads the record of an account's job. Throws `not_found`. */
export async function readJob(read: Reader, accountId: AccountId, jobId: JobId): Promise<Deno.KvEntry<JobRecord>> {
  const kind = kindOfJobId(jobId);
  const entry = kind && await read.get<JobRecord>(keys.job(accountId, kind, jobId));
  if (!entry || entry.value === null) throw new DomainError("not_found", `Cannot find run "${jobId}"`);
  return entry;
}
