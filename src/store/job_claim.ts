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

/** Which of the waiting jobs a runner takes. */
export interface ClaimOptions {
  /** Whether the runner can compute a job; it passes over the others, which wait for one that can. All if absent. */
  readonly knows?: (job: Job) => boolean;
  /** Whether the runner has no other job in its hands; true if absent. A last chance is given to nobody else. */
  readonly isIdle?: boolean;
  /** An account whose jobs are taken where no other account has one. */
  readonly last?: AccountId | null;
  /** Whether they are not taken even then. */
  readonly isLastLeftOut?: boolean;
}

/** `JobQueue.claim`. */
export async function claimNext(
  context: StoreContext,
  after: AccountId | null,
  options: ClaimOptions = {},
): Promise<Lease | null> {
  return await transaction(context, async (read) => {
    const next = await nextQueued(context, read, { after, ...options });
    if (next === null) return { checks: [], mutations: [], result: null };
    const { waiting, entry } = next;
    // The account was deleted: the entry would be met for ever.
    if (entry.value === null) return { checks: [waiting], mutations: [remove(waiting.key)], result: null };
    const record = taken(context, entry.value);
    const run = await changeOfReportedRun(read, entry.value, record);
    // The run of a report was deleted: what is left of its reports goes with the deletion.
    if (run === null) return { checks: [waiting], mutations: [remove(waiting.key)], result: null };
    const { id: jobId, accountId, attempt, inputs } = record;
    return {
      checks: [waiting, entry, ...run.checks],
      mutations: [...changeOfJob(entry.value, record), ...run.mutations],
      result: { accountId, jobId, attempt, job: jobOf(record), inputs, isLastChance: isLastChance(record) },
    };
  });
}

/** A place in the queue and the record of its job, null where that is gone. */
interface Queued {
  readonly waiting: Deno.KvEntry<AccountId>;
  readonly entry: Deno.KvEntryMaybe<JobRecord>;
}

/** Most looks take one of the first. */
const ENTRIES_PER_READ = 8;

/** The first job behind those of an account that the runner takes, or the first of all. */
async function nextQueued(
  { clock }: StoreContext,
  read: Reader,
  { after, knows = () => true, isIdle = true, last = null, isLastLeftOut = false }: NextOptions,
): Promise<Queued | null> {
  for (const range of rangesOf(after, last, { isLastLeftOut })) {
    for await (const waiting of read.list<AccountId>(selectorOf(range), { batchSize: ENTRIES_PER_READ })) {
      const [accountId, jobId] = [accountIdOf(String(waiting.key[1])), jobIdOf(String(waiting.key[3]))];
      const kind = kindOfJobId(jobId);
      // Of a newer version of the service.
      if (kind === null) continue;
      const entry = await read.get<JobRecord>(keys.job(accountId, kind, jobId));
      if (entry.value === null) return { waiting, entry };
      if (!knows(jobOf(entry.value)) || isPaused(entry.value, clock.now())) continue;
      if (isIdle || !isLastChance(entry.value)) return { waiting, entry };
      // It has waited long enough for a runner with nothing else in hand: this one takes nothing more until it is one.
      if (hasWaited(entry.value, clock.now())) return null;
    }
  }
  return null;
}

interface NextOptions extends ClaimOptions {
  readonly after: AccountId | null;
}

/** Accounts in the order of their keys, from one up to before another; null: from the first, up to the last. */
interface AccountRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** Once around the circle from behind an account, the jobs of `last` at its end, however many there are. */
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

/** Behind the key of an account, before that of the next one. */
function endOf(account: AccountId): string {
  return keys.queuedJobsAfter(account)[1];
}

function selectorOf({ from, to }: AccountRange): Deno.KvListSelector {
  const prefix = keys.queuedJobs;
  if (from === null) return to === null ? { prefix } : { prefix, end: [...prefix, to] };
  const start = [...prefix, from];
  return to === null ? { prefix, start } : { start, end: [...prefix, to] };
}

/** Whether an account other than one has a job that the runner could take. */
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

/** Of an attempt in company nobody can tell whether this job ended the process or another one beside it. */
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
