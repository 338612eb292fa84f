import { entryAt } from "../domain/entry_at.ts";
import { type AccountId, accountIdOf, jobIdOf } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import {
  INFRASTRUCTURE_FAILURES_AT_MOST,
  type Job,
  LAST_ATTEMPT_WAITS_MS,
  OUTAGES_AT_MOST,
  pauseAfterOutages,
} from "../domain/job.ts";
import type { StoreContext } from "./context.ts";
import { changeOfJob, jobOf, type JobRecord, kindOfJobId } from "./job_record.ts";
import { keys } from "./keys.ts";
import type { Lease } from "./lease.ts";
import { changeOfReportedRun } from "./reported_run.ts";
import { type Reader, remove, transaction } from "./transaction.ts";

/** Conditions for the queued job that a runner takes. */
export interface ClaimOptions {
  /**
   * Whether the runner can compute a job. Other jobs stay queued for a runner that can compute them. Every job is
   * accepted if absent.
   */
  readonly knows?: (job: Job) => boolean;
  /**
   * Whether the runner has no other job at the moment; true if absent. Only an idle runner gets the last attempt of a
   * job.
   */
  readonly isIdle?: boolean;
  /** Id of the account whose jobs the runner takes only if no other account has a job. */
  readonly last?: AccountId | null;
  /** Whether the runner takes no jobs of the account `last` at all. */
  readonly isLastLeftOut?: boolean;
}

/** Implements `JobQueue.claim`: takes the next queued job for a runner, or returns null if no job fits. */
export async function claimNext(
  context: StoreContext,
  after: AccountId | null,
  options: ClaimOptions = {},
): Promise<Lease | null> {
  return await transaction(context, async (read) => {
    const next = await nextQueued(context, read, { after, ...options });
    if (next === null) return { checks: [], mutations: [], result: null };
    const { waiting, entry } = next;
    // The job was deleted with its account: without this removal its queue entry would be found again on every claim.
    if (entry.value === null) return { checks: [waiting], mutations: [remove(waiting.key)], result: null };
    const record = taken(context, entry.value);
    const run = await changeOfReportedRun(read, entry.value, record);
    // The run that the queued report is about was deleted. The claim only removes the queue entry and takes no job,
    // because the deletion of the run removes the rest of its reports.
    if (run === null) return { checks: [waiting], mutations: [remove(waiting.key)], result: null };
    const { id: jobId, accountId, attempt, inputs } = record;
    return {
      checks: [waiting, entry, ...run.checks],
      mutations: [...changeOfJob(entry.value, record), ...run.mutations],
      result: { accountId, jobId, attempt, job: jobOf(record), inputs, isLastChance: isLastChance(record) },
    };
  });
}

/** A queue entry and the record of its job; the record is missing if the job was deleted. */
interface Queued {
  readonly waiting: Deno.KvEntry<AccountId>;
  readonly entry: Deno.KvEntryMaybe<JobRecord>;
}

/** Number of queue entries read at once. Most claims take one of the first entries. */
const ENTRIES_PER_READ = 8;

/**
 * Returns the first queued job that the runner takes, starting behind the jobs of the account `after`, or at the first
 * account if `after` is null.
 */
async function nextQueued(
  { clock }: StoreContext,
  read: Reader,
  { after, knows = () => true, isIdle = true, last = null, isLastLeftOut = false }: NextOptions,
): Promise<Queued | null> {
  for (const range of rangesOf(after, last, { isLastLeftOut })) {
    for await (const waiting of read.list<AccountId>(selectorOf(range), { batchSize: ENTRIES_PER_READ })) {
      const [accountId, jobId] = [accountIdOf(String(waiting.key[1])), jobIdOf(String(waiting.key[3]))];
      const kind = kindOfJobId(jobId);
      // A newer version of the service queued this job, and this version does not know its kind.
      if (kind === null) continue;
      const entry = await read.get<JobRecord>(keys.job(accountId, kind, jobId));
      if (entry.value === null) return { waiting, entry };
      if (!knows(jobOf(entry.value)) || isPaused(entry.value, clock.now())) continue;
      if (isIdle || !isLastChance(entry.value)) return { waiting, entry };
      // A job's last attempt has waited long enough for an idle runner: this runner takes no further job until it is
      // idle.
      if (hasWaited(entry.value, clock.now())) return null;
    }
  }
  return null;
}

interface NextOptions extends ClaimOptions {
  readonly after: AccountId | null;
}

/**
 * A range of accounts in the order of their keys, from `from` up to but without `to`. Null means the first account or
 * the end.
 */
interface AccountRange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Returns the ranges of accounts in which the queue is searched: all accounts once in the order of their ids, from the
 * one behind `after` to the last, then from the first. The account `last` comes at the end, or not at all.
 */
function rangesOf(
  after: AccountId | null,
  last: AccountId | null,
  { isLastLeftOut }: { isLastLeftOut: boolean },
): readonly AccountRange[] {
  const behind = after === null ? null : endOf(after);
  const circle = behind === null
    ? [{ from: null, to: null }]
    : [{ from: behind, to: null }, { from: null, to: behind }];
  if (last === null) return circle;
  const others = circle.flatMap((range) => without(range, last)).filter(({ from, to }) => from === null || from !== to);
  return isLastLeftOut ? others : [...others, { from: last, to: endOf(last) }];
}

function without({ from, to }: AccountRange, account: AccountId): readonly AccountRange[] {
  if ((from !== null && from > account) || (to !== null && to <= account)) return [{ from, to }];
  return [{ from, to: account }, { from: endOf(account), to }];
}

/** Returns a key part that sorts behind every key of an account and before the next account. */
function endOf(account: AccountId): string {
  return entryAt(keys.queuedJobsAfter(account), 1);
}

function selectorOf({ from, to }: AccountRange): Deno.KvListSelector {
  const prefix = keys.queuedJobs;
  if (from === null) return to === null ? { prefix } : { prefix, end: [...prefix, to] };
  const start = [...prefix, from];
  return to === null ? { prefix, start } : { start, end: [...prefix, to] };
}

/** Whether an account other than the given one has a queued job that the runner could take. */
export async function othersWait(
  context: StoreContext,
  account: AccountId,
  { knows }: Pick<ClaimOptions, "knows">,
): Promise<boolean> {
  const next = await nextQueued(context, context.kv, {
    after: account,
    last: account,
    isLastLeftOut: true,
    ...knows === undefined ? {} : { knows },
  });
  return next !== null && next.entry.value !== null;
}

/**
 * Whether only one attempt of the job is left. The last attempt runs alone, because with other jobs beside it nobody
 * can tell which job ended the process.
 */
function isLastChance({ lostAttempts }: JobRecord): boolean {
  return lostAttempts === INFRASTRUCTURE_FAILURES_AT_MOST - 1;
}

function hasWaited({ lostAt = null }: JobRecord, now: Instant): boolean {
  return lostAt !== null && now - lostAt >= LAST_ATTEMPT_WAITS_MS;
}

function isPaused({ pausedUntil = null }: JobRecord, now: Instant): boolean {
  const leftMs = pausedUntil === null ? 0 : pausedUntil - now;
  return leftMs > 0 && leftMs <= pauseAfterOutages(OUTAGES_AT_MOST);
}

function taken({ clock }: StoreContext, record: JobRecord): JobRecord {
  return {
    ...record,
    status: "running",
    attempt: record.attempt + 1,
    startedAt: clock.now(),
    progress: { phase: "preparing", fraction: 0 },
    place: null,
    pausedUntil: null,
  };
}
