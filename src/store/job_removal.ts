import { DomainError } from "../domain/errors.ts";
import { type AccountId, type JobId, jobIdOf } from "../domain/identifier.ts";
import { isInFlight } from "../domain/job.ts";
import type { ArtifactRepository } from "./artifacts.ts";
import type { StoreContext } from "./context.ts";
import { releaseInputs } from "./inputs.ts";
import { releaseConfig } from "./job_configs.ts";
import { changeOfJob, type JobRecord, readJob } from "./job_record.ts";
import { keys } from "./keys.ts";
import { type Change, put, type Reader, remove, transaction, write } from "./transaction.ts";

/** As much of the artifacts as a deletion needs. */
export type ReleasedArtifacts = Pick<ArtifactRepository, "release">;

/** A deleted run whose simulations and backtests are still to be deleted. */
interface JobRemoval {
  readonly accountId: AccountId;
  readonly jobId: JobId;
}

/**
 * `JobRepository.remove`: the run with all that is its own in one operation, then its simulations and backtests one by
 * one. What a crash leaves of these `sweepJobRemovals` deletes.
 */
export async function removeJob(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  removal: JobRemoval,
): Promise<void> {
  const { accountId, jobId } = removal;
  const hasChildren = await transaction(context, async (read) => {
    const record = await readJob(read, accountId, jobId);
    if (isInFlight(record.value.status)) throw inFlight(jobId, `it is ${record.value.status}`);
    const active = await first(read, keys.activeChildJobs(accountId, jobId));
    if (active !== null) throw inFlight(jobId, `its job "${String(active.key.at(-1))}" has not finished`);
    const hasChildren = await first(read, keys.allChildJobs(accountId, jobId)) !== null;
    const { checks, mutations } = await removalOf(context, artifacts, read, record);
    const rest = hasChildren ? [put(keys.jobRemoval(accountId, jobId), removal)] : [];
    return { checks, mutations: [...mutations, ...rest], result: hasChildren };
  });
  if (hasChildren) await removeChildren(context, artifacts, removal);
}

/** Ends the deletions that a crash left half done; the number of jobs. */
export async function sweepJobRemovals(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for await (const { value } of context.kv.list<JobRemoval>({ prefix: keys.jobRemovals })) {
    if (signal?.aborted) break;
    removed += await removeChildren(context, artifacts, value);
  }
  return removed;
}

async function removeChildren(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  { accountId, jobId }: JobRemoval,
): Promise<number> {
  let removed = 0;
  for await (const { key } of context.kv.list({ prefix: keys.allChildJobs(accountId, jobId) })) {
    const childId = jobIdOf(String(key.at(-1)));
    removed += await transaction(context, async (read) => {
      try {
        const child = await readJob(read, accountId, childId);
        return { ...await removalOf(context, artifacts, read, child), result: 1 };
      } catch (error) {
        // Another sweep was first, or the account went meanwhile.
        if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
        return { checks: [], mutations: [remove(key)], result: 0 };
      }
    });
  }
  await write(context, [remove(keys.jobRemoval(accountId, jobId))]);
  return removed;
}

/** The job, its index entries and its config; its inputs and artifacts are let go. */
async function removalOf(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  read: Reader,
  entry: Deno.KvEntry<JobRecord>,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const { id: jobId, accountId, inputs } = entry.value;
  const released = await artifacts.release(read, accountId, jobId);
  const letGo = inputs === null ? null : await releaseInputs(context, read, { accountId, digest: inputs });
  return {
    checks: [entry, ...released.checks, ...letGo?.checks ?? []],
    mutations: [
      ...changeOfJob(entry.value, null),
      ...await releaseConfig(context, read, { accountId, jobId }),
      ...released.mutations,
      ...letGo?.mutations ?? [],
    ],
  };
}

function inFlight(jobId: JobId, why: string): DomainError {
  return new DomainError("run_in_flight", `Cannot delete run "${jobId}": ${why}`);
}

async function first(read: Reader, prefix: Deno.KvKey): Promise<Deno.KvEntry<unknown> | null> {
  for await (const entry of read.list({ prefix }, { limit: 1 })) return entry;
  return null;
}
