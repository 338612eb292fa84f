import { type AccountId, accountIdOf, jobIdOf } from "../domain/identifier.ts";
import type { StoreContext } from "./context.ts";
import { changeOfJob, jobOf, type JobRecord, kindOfJobId } from "./job_record.ts";
import { keys } from "./keys.ts";
import type { Lease } from "./lease.ts";
import { type Reader, remove, transaction } from "./transaction.ts";

/** `JobQueue.claim`. */
export async function claimNext(context: StoreContext, after: AccountId | null): Promise<Lease | null> {
  return await transaction(context, async (read) => {
    const waiting = await nextQueued(read, after);
    if (waiting === null) return { checks: [], mutations: [], result: null };
    const [accountId, jobId] = [accountIdOf(String(waiting.key[1])), jobIdOf(String(waiting.key[3]))];
    const kind = kindOfJobId(jobId);
    const entry = kind && await read.get<JobRecord>(keys.job(accountId, kind, jobId));
    // The account was deleted: the entry would be met for ever.
    if (!entry || entry.value === null) return { checks: [waiting], mutations: [remove(waiting.key)], result: null };
    const record = taken(context, entry.value);
    const { attempt, inputs } = record;
    return {
      checks: [waiting, entry],
      mutations: changeOfJob(entry.value, record),
      result: { accountId, jobId, attempt, job: jobOf(record), inputs },
    };
  });
}

/** The first entry behind those of an account, or the first of all. */
async function nextQueued(read: Reader, after: AccountId | null): Promise<Deno.KvEntry<AccountId> | null> {
  const prefix = keys.queuedJobs;
  const selectors = after === null ? [{ prefix }] : [{ prefix, start: keys.queuedJobsAfter(after) }, { prefix }];
  for (const selector of selectors) {
    for await (const entry of read.list<AccountId>(selector, { limit: 1 })) return entry;
  }
  return null;
}

function taken({ clock }: StoreContext, record: JobRecord): JobRecord {
  return {
    ...record,
    status: "running",
    attempt: record.attempt + 1,
    startedAt: clock.now(),
    progress: { phase: "preparing", fraction: 0 },
    place: null,
  };
}
