import { type AccountId, accountIdOf, jobIdOf } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import { INFRASTRUCTURE_FAILURES_AT_MOST, type Job, OUTAGES_AT_MOST, pauseAfterOutages } from "../domain/job.ts";
import type { StoreContext } from "./context.ts";
import { changeOfJob, jobOf, type JobRecord, kindOfJobId } from "./job_record.ts";
import { keys } from "./keys.ts";
import type { Lease } from "./lease.ts";
import { type Reader, remove, transaction } from "./transaction.ts";

/** Which of the waiting jobs a runner takes. */
export interface ClaimOptions {
  /** Whether the runner can compute a job; it passes over the others, which wait for one that can. All if absent. */
  readonly knows?: (job: Job) => boolean;
  /** Whether the runner has no other job in its hands; true if absent. A last chance is given to nobody else. */
  readonly isIdle?: boolean;
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
    const { id: jobId, accountId, attempt, inputs } = record;
    return {
      checks: [waiting, entry],
      mutations: changeOfJob(entry.value, record),
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
  { after, knows = () => true, isIdle = true }: ClaimOptions & { readonly after: AccountId | null },
): Promise<Queued | null> {
  const prefix = keys.queuedJobs;
  const behind = after === null ? null : keys.queuedJobsAfter(after);
  const selectors = behind === null ? [{ prefix }] : [{ prefix, start: behind }, { prefix, end: behind }];
  for (const selector of selectors) {
    for await (const waiting of read.list<AccountId>(selector, { batchSize: ENTRIES_PER_READ })) {
      const [accountId, jobId] = [accountIdOf(String(waiting.key[1])), jobIdOf(String(waiting.key[3]))];
      const kind = kindOfJobId(jobId);
      // Of a newer version of the service.
      if (kind === null) continue;
      const entry = await read.get<JobRecord>(keys.job(accountId, kind, jobId));
      if (entry.value === null) return { waiting, entry };
      if (!knows(jobOf(entry.value)) || isPaused(entry.value, clock.now())) continue;
      // Its turn has come: the runner takes nothing else until it can give it all it has.
      return isIdle || !isLastChance(entry.value) ? { waiting, entry } : null;
    }
  }
  return null;
}

/** Of an attempt in company nobody can tell whether this job ended the process or another one beside it. */
function isLastChance({ lostAttempts }: JobRecord): boolean {
  return lostAttempts === INFRASTRUCTURE_FAILURES_AT_MOST - 1;
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
