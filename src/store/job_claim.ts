import { entryAt } from "../domain/entry_at.ts";
import { type AccountId, accountIdOf, jobIdOf } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import {
  INFRASTRUCTURE_FAILURES_AT_MOST,
  LAST_ATTEMPT_WAITS_MS,
  OUTAGES_AT_MOST,
  pauseAfterOutages,
} from "../domain/job.ts";
import { JOBS_IN_TURN, type PlanLimits } from "../domain/plan.ts";
import type { ClaimOptions, Queued, QueueOptions, Search } from "./claim_options.ts";
import type { StoreContext } from "./context.ts";
import { changeOfJob, jobOf, type JobRecord, kindOfJobId, type QueuedRecord } from "./job_record.ts";
import { keys } from "./keys.ts";
import type { Lease } from "./lease.ts";
import { PassedJobs } from "./passed_jobs.ts";
import type { AccountRecord } from "./records.ts";
import { changeOfReportedRun } from "./reported_run.ts";
import { reservedJob } from "./reserved_job.ts";
import { type Reader, remove, transaction } from "./transaction.ts";

interface ClaimContext extends StoreContext {
  readonly planLimits: PlanLimits;
}

/** Implements `JobQueue.claim`: takes the next queued job for a runner, or returns null if no job fits. */
export async function claimNext(
  context: ClaimContext,
  after: AccountId | null,
  options: ClaimOptions = {},
): Promise<Lease | null> {
  const search = searchOf(after, options);
  return await transaction(context, async (read) => {
    const next = await (context.kv.reserveJob === undefined
      ? nextQueued(context, read, search)
      : reservedJob(context, context.kv.reserveJob, search));
    if (next === null) {
      return { checks: [], mutations: [], result: null };
    }
    const { waiting, entry } = next;
    // The job was deleted with its account, or taken by an older process, which leaves the entry of a small job.
    // Without this removal the queue entry would be found again on every claim.
    if (entry.value === null || entry.value.place !== waiting.key[2]) {
      return { checks: [waiting], mutations: [remove(waiting.key)], result: null };
    }
    const record = taken(context, entry.value, next.slot);
    const run = await changeOfReportedRun(next.reader ?? read, entry.value, record);
    // The run that the queued report is about was deleted. The claim only removes the queue entry and takes no job,
    // because the deletion of the run removes the rest of its reports.
    if (run === null) {
      return { checks: [waiting], mutations: [remove(waiting.key)], result: null };
    }
    const { id: jobId, accountId, attempt, inputs } = record;
    const lease = { accountId, jobId, attempt, job: jobOf(record), inputs, jobsInTurn: next.jobsInTurn };
    return {
      checks: [waiting, entry, ...slotCheck(record), ...run.checks],
      mutations: [...changeOfJob(entry.value, record), ...run.mutations],
      result: { ...lease, isLastChance: isLastAttempt(record) },
    };
  });
}

/** Returns the check that no other running job of the account has the same place, so that its plan's limit holds. */
function slotCheck({ accountId, slot = null }: JobRecord): readonly Deno.AtomicCheck[] {
  return slot === null ? [] : [{ key: keys.runningJob(accountId, slot), versionstamp: null }];
}

function searchOf(after: AccountId | null, options: ClaimOptions): Search {
  return {
    after,
    knows: () => true,
    passed: new PassedJobs(),
    onlySmall: false,
    workLimit: null,
    isIdle: true,
    isTurnKept: false,
    last: null,
    leftOut: [],
    ...options,
  };
}

/** Number of queue entries read at once. Most claims take one of the first entries. */
const ENTRIES_PER_READ = 8;

/**
 * Returns the first queued job that the runner takes, starting behind the jobs of the account `after`, or at the first
 * account if `after` is null.
 */
async function nextQueued(context: ClaimContext, read: Reader, search: Search): Promise<Queued | null> {
  for (const range of rangesOf(search)) {
    for (let part: AccountRange | null = range; part !== null;) {
      const found: Found = await firstIn(context, read, { ...search, range: part });
      if (found.kind === "job") return found.queued;
      if (found.kind === "nothing for now") return null;
      // All other jobs of an account whose running jobs are as many as its plan allows are passed over unread.
      part = found.kind === "full" ? { from: endOf(found.account), to: part.to } : null;
    }
  }
  return null;
}

type Found =
  | { readonly kind: "job"; readonly queued: Queued }
  | { readonly kind: "full"; readonly account: AccountId }
  /** The last attempt of a job has waited long enough for an idle runner: this one takes no further job until then. */
  | { readonly kind: "nothing for now" }
  | { readonly kind: "none" };

async function firstIn(
  { clock, planLimits }: ClaimContext,
  read: Reader,
  { range, knows, passed, onlySmall, workLimit, isIdle }: Search & { readonly range: AccountRange },
): Promise<Found> {
  const selector = selectorOf(onlySmall ? keys.queuedSmallJobs : keys.queuedJobs, range);
  for await (const waiting of read.list<QueuedRecord>(selector, { batchSize: ENTRIES_PER_READ })) {
    const [accountId, jobId] = [accountIdOf(String(waiting.key[1])), jobIdOf(String(waiting.key[3]))];
    const kind = kindOfJobId(jobId);
    // A newer version of the service queued a job of a kind that this version does not know.
    if (kind === null || passed.has(waiting)) continue;
    if (workLimit !== null && (waiting.value.work ?? 0) > workLimit) continue;
    const [entry, account] = await read.getMany<[JobRecord, AccountRecord]>([
      keys.job(accountId, kind, jobId),
      keys.account(accountId),
    ]);
    const { plan } = account.value ?? { plan: "free" };
    const found = { waiting, entry, jobsInTurn: JOBS_IN_TURN[plan], slot: null };
    if (entry.value === null) return { kind: "job", queued: found };
    if (!knows(jobOf(entry.value))) {
      passed.add(waiting);
      continue;
    }
    if (isPaused(entry.value, clock.now())) continue;
    if (!isIdle && isLastAttempt(entry.value)) {
      if (hasWaited(entry.value, clock.now())) return { kind: "nothing for now" };
      continue;
    }
    const atMost = planLimits[plan].running_jobs;
    if (atMost === null) return { kind: "job", queued: found };
    const slot = await freeSlot(read, accountId, atMost);
    return slot === null ? { kind: "full", account: accountId } : { kind: "job", queued: { ...found, slot } };
  }
  return { kind: "none" };
}

/** Returns the first free place among the running jobs of an account; null if they are as many as allowed. */
async function freeSlot(read: Reader, accountId: AccountId, atMost: number): Promise<number | null> {
  const running = await Array.fromAsync(read.list({ prefix: keys.runningJobs(accountId) }));
  if (running.length >= atMost) return null;
  const held = new Set(running.map(({ key }) => Number(key.at(-1))));
  for (let slot = 0;; slot++) if (!held.has(slot)) return slot;
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
 * one behind `after` to the last, then from the first. The account `last` comes at the end.
 */
function rangesOf({ after, isTurnKept, last, leftOut }: Search): readonly AccountRange[] {
  const behind = after === null ? null : isTurnKept ? after : endOf(after);
  const circle = behind === null
    ? [{ from: null, to: null }]
    : [{ from: behind, to: null }, { from: null, to: behind }];
  const apart = last === null ? leftOut : [...leftOut, last];
  const others = apart.reduce<readonly AccountRange[]>(
    (ranges, account) => ranges.flatMap((range) => without(range, account)),
    circle,
  ).filter(({ from, to }) => from === null || from !== to);
  return last === null || leftOut.includes(last) ? others : [...others, { from: last, to: endOf(last) }];
}

function without({ from, to }: AccountRange, account: AccountId): readonly AccountRange[] {
  if ((from !== null && from > account) || (to !== null && to <= account)) return [{ from, to }];
  return [{ from, to: account }, { from: endOf(account), to }];
}

/** Returns a key part that sorts behind every key of an account and before the next account. */
function endOf(account: AccountId): string {
  return entryAt(keys.queuedJobsAfter(account), 1);
}

function selectorOf(prefix: Deno.KvKey, { from, to }: AccountRange): Deno.KvListSelector {
  if (from === null) return to === null ? { prefix } : { prefix, end: [...prefix, to] };
  const start = [...prefix, from];
  return to === null ? { prefix, start } : { start, end: [...prefix, to] };
}

/** Whether an account that is not left out has a queued job that the runner could take. */
export async function isAnyQueued(context: ClaimContext, options: QueueOptions): Promise<boolean> {
  const next = await nextQueued(context, context.kv, searchOf(null, options));
  return next !== null && next.entry.value !== null;
}

/**
 * Whether only one attempt of the job is left. The last attempt runs alone, because with other jobs beside it nobody
 * can tell which job ended the process.
 */
function isLastAttempt({ lostAttempts }: JobRecord): boolean {
  return lostAttempts === INFRASTRUCTURE_FAILURES_AT_MOST - 1;
}

function hasWaited({ lostAt = null }: JobRecord, now: Instant): boolean {
  return lostAt !== null && now - lostAt >= LAST_ATTEMPT_WAITS_MS;
}

function isPaused({ pausedUntil = null }: JobRecord, now: Instant): boolean {
  const leftMs = pausedUntil === null ? 0 : pausedUntil - now;
  return leftMs > 0 && leftMs <= pauseAfterOutages(OUTAGES_AT_MOST);
}

function taken({ clock }: StoreContext, record: JobRecord, slot: number | null): JobRecord {
  return {
    ...record,
    status: "running",
    attempt: record.attempt + 1,
    startedAt: clock.now(),
    progress: { phase: "preparing", fraction: 0 },
    place: null,
    slot,
    pausedUntil: null,
  };
}
