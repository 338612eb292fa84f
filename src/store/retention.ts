import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { DAY_MS, HOUR_MS, type Instant } from "../domain/instant.ts";
import { JOB_KIND_NAMES, JOB_KINDS } from "../domain/job_kinds.ts";
import { type EndingRuns, endOfRun, noticeMs, type Retention, type RetentionDays } from "../domain/retention.ts";
import type { StoreContext } from "./context.ts";
import { IndependentSteps } from "./independent_steps.ts";
import { deleteJob, type ReleasedArtifacts } from "./job_deletion.ts";
import { changeOfJob, type JobRecord, readJob } from "./job_record.ts";
import { keys } from "./keys.ts";
import { mailEntries } from "./mails.ts";
import type { AccountRecord, UserRecord } from "./records.ts";
import { put, type Reader, transaction } from "./transaction.ts";

const SWEEP_EVERY_MS = HOUR_MS;
/** Kinds of jobs that end by themselves; all others go with their run. */
const KINDS = JOB_KIND_NAMES.filter((kind) => JOB_KINDS[kind].standsOn === null);

/** What a sweep of one account needs: its plan's days and the time of the sweep. */
interface AccountSweep {
  readonly accountId: AccountId;
  readonly days: number;
  readonly now: Instant;
}

interface SweepContext extends StoreContext {
  readonly artifacts: ReleasedArtifacts;
  readonly retention: Retention;
}

/** Returns the days for which the plan of an account keeps a run that it submits now; null for ever. */
export async function keptDaysOf(read: Reader, accountId: AccountId, days: RetentionDays): Promise<number | null> {
  if (Object.values(days).every((count) => count === null)) return null;
  const { value } = await read.get<AccountRecord>(keys.account(accountId));
  return value === null ? null : days[value.plan];
}

/**
 * Deletes the finished runs whose time is over, as their owner would, and tells owners of the runs whose time ends
 * soon. Returns the number of deleted runs. Of all processes, one does so about every hour.
 *
 * No run is deleted before the end that its document shows, and none before its end was announced by a notice, which
 * comes at least `noticeMs` earlier and at most once in that time.
 */
export async function sweepRetention(context: SweepContext, signal?: AbortSignal): Promise<number> {
  const { days } = context.retention;
  if (Object.values(days).every((count) => count === null) || !await isDue(context)) return 0;
  const steps = new IndependentSteps(signal);
  for await (const { value: { id: accountId, plan } } of context.kv.list<AccountRecord>({ prefix: keys.accounts })) {
    const kept = days[plan];
    if (kept === null) continue;
    const sweep = { accountId, days: kept, now: context.clock.now() };
    await steps.take(() => deleteEnded(context, sweep, signal));
    await steps.take(() => announceEnds(context, sweep));
  }
  return steps.finish();
}

/** Takes the sweep of this hour; false if another process, or this one, has taken it. */
async function isDue(context: StoreContext): Promise<boolean> {
  return await transaction(context, async (read) => {
    const entry = await read.get<Instant>(keys.retentionSweep);
    const now = context.clock.now();
    // A time far ahead was noted by a clock that was wrong.
    const isTaken = entry.value !== null && Math.abs(now - entry.value) < SWEEP_EVERY_MS;
    return { checks: [entry], mutations: isTaken ? [] : [put(entry.key, now)], result: !isTaken };
  });
}

async function deleteEnded(context: SweepContext, sweep: AccountSweep, signal?: AbortSignal): Promise<number> {
  const { accountId, now } = sweep;
  let deleted = 0;
  for await (const run of runsEndingBy(context, sweep, now)) {
    if (signal?.aborted) break;
    if (!isAnnounced(run, sweep) || endUnder(run, sweep) > now) continue;
    try {
      await deleteJob(context, context.artifacts, { accountId, jobId: run.id });
      deleted++;
    } catch (error) {
      // A job of the run still works on it, or its owner deleted it meanwhile.
      if (!(error instanceof DomainError) || !["run_in_flight", "not_found"].includes(error.code)) throw error;
    }
  }
  return deleted;
}

/**
 * Announces the ends of the runs that end within twice the time of a notice, unless a notice came within that time.
 * The notice is written first: after a crash the rest is announced with the next one.
 */
async function announceEnds(context: SweepContext, sweep: AccountSweep): Promise<number> {
  const { accountId, days, now } = sweep;
  const noticed = await context.kv.get<Instant>(keys.retentionNotice(accountId));
  if (noticed.value !== null && Math.abs(now - noticed.value) < noticeMs(days)) return 0;
  const until = now + 2 * noticeMs(days);
  let runs = 0, from = Infinity;
  for await (const run of runsEndingBy(context, sweep, until)) {
    if (isAnnounced(run, sweep)) continue;
    runs++;
    from = Math.min(from, announcedEnd(run, sweep));
  }
  if (runs === 0 || !await notice(context, sweep, { runs, from, since: noticed.versionstamp })) return 0;
  for await (const run of runsEndingBy(context, sweep, until)) {
    if (!isAnnounced(run, sweep)) await announce(context, run, sweep);
  }
  return 0;
}

/** Whether the end of a run was announced. An announcement that was due long ago counts no more. */
function isAnnounced({ expiresAt = null, finishedAt }: JobRecord, { days, now }: AccountSweep): boolean {
  return expiresAt !== null && finishedAt !== null && expiresAt >= finishedAt && expiresAt > now - 2 * noticeMs(days);
}

function announcedEnd(run: JobRecord, sweep: AccountSweep): Instant {
  return Math.max(endUnder(run, sweep), sweep.now + noticeMs(sweep.days));
}

/** Returns the end of a finished run under the plan of now, or the later one that its owner was told. */
function endUnder(run: JobRecord, { days }: AccountSweep): Instant {
  return Math.max(endOfRun(run) ?? 0, (run.finishedAt ?? Infinity) + days * DAY_MS);
}

/** Yields the finished runs of an account that end by a time. A run ends no sooner than `days` after its submission. */
async function* runsEndingBy(
  { kv }: StoreContext,
  sweep: AccountSweep,
  until: Instant,
): AsyncGenerator<JobRecord> {
  for (const kind of KINDS) {
    for await (const { value } of kv.list<JobRecord>({ prefix: keys.jobs(sweep.accountId, kind) })) {
      if (value.createdAt + sweep.days * DAY_MS > until) break;
      if (value.finishedAt !== null && endUnder(value, sweep) <= until) yield value;
    }
  }
}

/** Notes a notice to an account and writes its mails. Returns false if the account was deleted or noticed meanwhile. */
async function notice(
  context: SweepContext,
  { accountId, now }: AccountSweep,
  { since, ...ending }: EndingRuns & { readonly since: string | null },
): Promise<boolean> {
  return await transaction(context, async (read) => {
    const account = await read.get<AccountRecord>(keys.account(accountId));
    const noticed = await read.get<Instant>(keys.retentionNotice(accountId));
    if (account.value === null || noticed.versionstamp !== since) {
      return { checks: [], mutations: [], result: false };
    }
    const text = context.retention.notice?.(ending) ?? null;
    const users = text && await Array.fromAsync(read.list<UserRecord>({ prefix: keys.users(accountId) }));
    const mails = (users ?? []).flatMap(({ value: { email: to, emailVerifiedAt } }) =>
      text === null || emailVerifiedAt === null ? [] : mailEntries(context, accountId, { to, ...text }).mutations
    );
    return { checks: [account, noticed], mutations: [put(noticed.key, now), ...mails], result: true };
  });
}

async function announce(context: StoreContext, { id }: JobRecord, sweep: AccountSweep): Promise<void> {
  await transaction(context, async (read) => {
    const entry = await readIfPresent(read, sweep.accountId, id);
    if (entry === null || entry.value.finishedAt === null) return { checks: [], mutations: [], result: undefined };
    const after: JobRecord = { ...entry.value, expiresAt: announcedEnd(entry.value, sweep) };
    return { checks: [entry], mutations: changeOfJob(entry.value, after), result: undefined };
  });
}

async function readIfPresent(
  read: Reader,
  accountId: AccountId,
  id: JobRecord["id"],
): Promise<Deno.KvEntry<JobRecord> | null> {
  try {
    return await readJob(read, accountId, id);
  } catch (error) {
    // The owner deleted the run meanwhile.
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
