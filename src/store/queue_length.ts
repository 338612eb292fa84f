import { jobIdOf } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import { timeOfUlid } from "../runtime/ulid.ts";
import type { StoreContext } from "./context.ts";
import { kindOfJobId } from "./job_record.ts";
import { keys } from "./keys.ts";

/** Number of queued jobs at which the count ends, because each look reads them all. */
export const COUNTED_AT_MOST = 10_000;
const BATCH_SIZE = 500;

/** Queued jobs of all accounts, or the first {@linkcode COUNTED_AT_MOST} of them in the order of their accounts. */
export interface QueueLength {
  /** Kind of each job; `unknown` for one of a newer version of the service. */
  readonly kinds: readonly (JobKindName | "unknown")[];
  /** Time since when the oldest of them has its place in the queue; null if none waits. */
  readonly oldestAt: Instant | null;
}

/** Counts the queued jobs of all accounts. */
export async function queueLength({ kv }: Pick<StoreContext, "kv">): Promise<QueueLength> {
  const kinds: QueueLength["kinds"][number][] = [];
  let oldestAt: Instant | null = null;
  const range = kv.list({ prefix: keys.queuedJobs }, { limit: COUNTED_AT_MOST, batchSize: BATCH_SIZE });
  for await (const { key } of range) {
    const [place, jobId] = key.slice(-2).map(String);
    if (place === undefined || jobId === undefined) continue;
    kinds.push(kindOfJobId(jobIdOf(jobId)) ?? "unknown");
    oldestAt = Math.min(oldestAt ?? Infinity, timeOfUlid(place));
  }
  return { kinds, oldestAt };
}
