import { JOB_KINDS, type JobKindName } from "../domain/job_kinds.ts";
import { JOBS_IN_TURN, PLAN_NAMES, type PlanLimits } from "../domain/plan.ts";
import type { StoreContext } from "./context.ts";
import type { EncodedKv, Reader } from "./encoded_kv.ts";
import type { Queued, Search } from "./claim_options.ts";
import { jobOf, type JobRecord } from "./job_record.ts";
import { keys } from "./keys.ts";
import type { QueueSearch, ReservedJob } from "./queue_search.ts";

/** Kinds of jobs by the prefix of their ids. */
const KINDS_BY_PREFIX: Readonly<Record<string, JobKindName>> = Object.fromEntries(
  Object.entries(JOB_KINDS).map(([name, { idPrefix }]) => [idPrefix, name as JobKindName]),
);

/**
 * Returns the next queued job that the runner takes, which the KV finds and reserves in one trip; null if there is
 * none. A job that the runner does not know costs another trip, once.
 */
export async function reservedJob(
  { clock, kv, planLimits }: StoreContext & { readonly planLimits: PlanLimits },
  reserve: NonNullable<EncodedKv["reserveJob"]>,
  { knows, passed, onlySmall, workLimit, isIdle, last, leftOut }: Search,
): Promise<Queued | null> {
  for (;;) {
    const found = await reserve<JobRecord>({
      queue: (onlySmall ? keys.queuedSmallJobs : keys.queuedJobs)[0],
      kinds: KINDS_BY_PREFIX,
      workLimit,
      isIdle,
      last,
      leftOut,
      runningAtMost: limitsOf(planLimits),
      jobsInTurn: JOBS_IN_TURN,
      passedOver: passed.keys,
      now: clock.now(),
    });
    if (found === null) return null;
    const { value } = found.record;
    if (value === null || knows(jobOf(value))) return queuedOf(found, kv);
    passed.add(found.waiting);
  }
}

function limitsOf(planLimits: PlanLimits): QueueSearch["runningAtMost"] {
  const limits: Partial<Record<typeof PLAN_NAMES[number], number | null>> = {};
  for (const plan of PLAN_NAMES) limits[plan] = planLimits[plan].running_jobs;
  return { free: null, pro: null, enterprise: null, ...limits };
}

function queuedOf({ waiting, record, account, run, slot }: ReservedJob<JobRecord>, kv: Reader): Queued {
  return {
    waiting,
    entry: record,
    slot,
    jobsInTurn: JOBS_IN_TURN[account?.plan ?? "free"],
    ...run === null ? {} : { reader: readerWith(run, kv) },
  };
}

/** Returns a reader that has read the record of a run before. */
function readerWith(run: Deno.KvEntryMaybe<JobRecord>, kv: Reader): Reader {
  const name = JSON.stringify(run.key);
  return {
    ...kv,
    // The type of the value is the one that the caller names, which every reader trusts.
    get: <Value>(key: Deno.KvKey) =>
      JSON.stringify(key) === name ? Promise.resolve(run as Deno.KvEntryMaybe<Value>) : kv.get<Value>(key),
  };
}
