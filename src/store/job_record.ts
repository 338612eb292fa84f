import { DomainError } from "../domain/errors.ts";
import { type AccountId, type JobId, prefixOf } from "../domain/identifier.ts";
import { isInFlight, type Job } from "../domain/job.ts";
import type { Instant } from "../domain/instant.ts";
import { JOB_KINDS, type JobKindName, jobKindOfPrefix } from "../domain/job_kinds.ts";
import type { ReportKind } from "../domain/report.ts";
import { keys } from "./keys.ts";
import { noteDashboardChange } from "./note_dashboard_change.ts";
import { put, type Reader, remove } from "./transaction.ts";

/** A job as it lies in the store. */
export interface JobRecord extends Job {
  /** Its place among the queued jobs of its account, by text; null while it is not queued. */
  readonly place: string | null;
  /** Attempts that ended with the loss of their runner or worker. */
  readonly lostAttempts: number;
  /** When the last of them was lost; none if absent. */
  readonly lostAt?: Instant | null;
  /** Attempts that ended since the store or the bucket did not answer; none if absent. */
  readonly outages?: number;
  /** Until then no runner takes it; a clock that is far off does not hold it up for longer. */
  readonly pausedUntil?: Instant | null;
  /** Digest of the inputs that were stored for it; null until then. */
  readonly inputs: string | null;
  /** Of a job that renders a report: which. */
  readonly reportKind?: ReportKind;
  /** Of a run: the jobs that render its reports; none if absent. */
  readonly reports?: Readonly<Partial<Record<ReportKind, JobId>>>;
}

/** A job in the hands of a runner: an entry that changes as long as the runner lives. */
export interface LeaseRecord {
  readonly accountId: AccountId;
  readonly attempt: number;
}

/** The fields whose values have an index of their own. */
export const INDEXED_FIELDS = ["tag", "status", "market", "mode"] as const;

/** The job without what is the store's own. */
export function jobOf(record: JobRecord): Job {
  const { place: _, lostAttempts: __, lostAt: ___, inputs: ____, outages: _____, pausedUntil: ______, ...rest } =
    record;
  const { reportKind: _______, reports: ________, ...job } = rest;
  return job;
}

/**
 * What a change of a job writes: its record, every index entry that differs, and a note for the dashboard of its
 * account where that counts it otherwise. Null stands for no job, before or after.
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

/** Of what stands on a run the dashboard counts the artifacts alone, which are noted as they come and go. */
function dashboardChangeOf(record: JobRecord | null): readonly Deno.KvMutation[] {
  return record === null || JOB_KINDS[record.kind].standsOn !== null ? [] : noteDashboardChange(record);
}

/** The queue and the leases of a job, which lie outside its account: for the deletion of the account. */
export function outerKeysOfJob({ id, accountId, place }: OuterPlace): readonly Deno.KvKey[] {
  return [keys.leasedJob(id), ...place === null ? [] : [keys.queuedJob(accountId, place, id)]];
}

export type OuterPlace = Pick<JobRecord, "id" | "accountId" | "place">;

interface Entry {
  readonly key: Deno.KvKey;
  readonly value: unknown;
}

/** Every entry that a job has, by the text of its key. */
function entriesOf(record: JobRecord | null): ReadonlyMap<string, Entry> {
  const entries = record === null ? [] : [recordEntry(record), ...listEntries(record), ...workEntries(record)];
  return new Map(entries.map((entry) => [JSON.stringify(entry.key), entry]));
}

function recordEntry(record: JobRecord): Entry {
  return { key: keys.job(record.accountId, record.kind, record.id), value: record };
}

/** What the lists of its account find it by. */
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

/** What runners find it by. */
function workEntries({ id, accountId, status, place, attempt }: JobRecord): readonly Entry[] {
  const lease: LeaseRecord = { accountId, attempt };
  return [
    ...place === null ? [] : [{ key: keys.queuedJob(accountId, place, id), value: accountId }],
    ...status === "running" || status === "uploading" ? [{ key: keys.leasedJob(id), value: lease }] : [],
  ];
}

/** The kind that a job's id names; null where the text is no id of a job. */
export function kindOfJobId(jobId: JobId): JobKindName | null {
  return jobKindOfPrefix(prefixOf(jobId));
}

/** The record of a job of an account. Throws `not_found`. */
export async function readJob(read: Reader, accountId: AccountId, jobId: JobId): Promise<Deno.KvEntry<JobRecord>> {
  const kind = kindOfJobId(jobId);
  const entry = kind && await read.get<JobRecord>(keys.job(accountId, kind, jobId));
  if (!entry || entry.value === null) throw new DomainError("not_found", `Cannot find run "${jobId}"`);
  return entry;
}
