import { DomainError } from "../domain/errors.ts";
import { type AccountId, type JobId, jobIdOf } from "../domain/identifier.ts";
import { isInFlight } from "../domain/job.ts";
import type { ArtifactRepository } from "./artifacts.ts";
import type { StoreContext } from "./context.ts";
import { releaseInputs } from "./inputs.ts";
import { releaseConfig } from "./job_configs.ts";
import { changeOfJob, type JobRecord, readJob } from "./job_record.ts";
import { IndependentSteps } from "./independent_steps.ts";
import { keys } from "./keys.ts";
import { countStoredBytes } from "./stored_bytes.ts";
import { changeOfTagCounts } from "./tag_counts.ts";
import { type Change, put, type Reader, remove, transaction, write } from "./transaction.ts";

/** Type with the one method of the artifact repository that the deletion of a job needs. */
export type ReleasedArtifacts = Pick<ArtifactRepository, "release">;

/** Record of a deleted run whose simulations, backtests and reports still have to be deleted. */
interface JobDeletion {
  readonly accountId: AccountId;
  readonly jobId: JobId;
}

/**
 * Implements `JobRepository.delete`: deletes a finished job and everything it owns in one operation, then, for a run,
 * its simulations, backtests and reports one by one. `sweepJobDeletions` finishes the work after a crash.
 */
export async function deleteJob(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  deletion: JobDeletion,
): Promise<void> {
  const { accountId, jobId } = deletion;
  const hasJobs = await transaction(context, async (read) => {
    const record = await readJob(read, accountId, jobId);
    if (isInFlight(record.value.status)) throw inFlight(jobId, `it is ${record.value.status}`);
    const active = await first(read, keys.activeJobsOfRun(accountId, jobId));
    if (active !== null) throw inFlight(jobId, `its job "${String(active.key.at(-1))}" has not finished`);
    const hasJobs = await first(read, keys.allJobsOfRun(accountId, jobId)) !== null;
    const { checks, mutations } = await deletionOf(context, artifacts, read, record);
    const rest = hasJobs ? [put(keys.jobDeletion(accountId, jobId), deletion)] : [];
    return { checks, mutations: [...mutations, ...rest], result: hasJobs };
  });
  if (hasJobs) await deleteJobsOfRun(context, artifacts, deletion);
}

/** Finishes deletions of runs that a crash interrupted, and returns the number of their jobs that it deleted. */
export async function sweepJobDeletions(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  signal?: AbortSignal,
): Promise<number> {
  const steps = new IndependentSteps(signal);
  for await (const { value } of context.kv.list<JobDeletion>({ prefix: keys.jobDeletions })) {
    await steps.take(() => deleteJobsOfRun(context, artifacts, value));
  }
  return steps.finish();
}

async function deleteJobsOfRun(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  { accountId, jobId }: JobDeletion,
): Promise<number> {
  let deleted = 0;
  for await (const { key } of context.kv.list({ prefix: keys.allJobsOfRun(accountId, jobId) })) {
    const ownedId = jobIdOf(String(key.at(-1)));
    deleted += await transaction(context, async (read) => {
      try {
        const job = await readJob(read, accountId, ownedId);
        return { ...await deletionOf(context, artifacts, read, job), result: 1 };
      } catch (error) {
        // Another sweep deleted this job first, or the account was deleted meanwhile.
        if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
        return { checks: [], mutations: [remove(key)], result: 0 };
      }
    });
  }
  await write(context, [remove(keys.jobDeletion(accountId, jobId))]);
  return deleted;
}

/**
 * Returns the checks and mutations that delete a job with its index entries and config, and that release its inputs and
 * artifacts.
 */
async function deletionOf(
  context: StoreContext,
  artifacts: ReleasedArtifacts,
  read: Reader,
  entry: Deno.KvEntry<JobRecord>,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const { id: jobId, accountId, inputs, tags } = entry.value;
  const held = [
    await releaseConfig(context, read, { accountId, jobId }),
    await artifacts.release(read, accountId, jobId),
    ...inputs === null ? [] : [await releaseInputs(context, read, { accountId, digest: inputs })],
  ];
  const parts = [
    ...held,
    await endOfDashboard(read, { accountId, jobId }),
    await countStoredBytes(read, accountId, held.reduce((sum, { bytes }) => sum + bytes, 0)),
    await changeOfTagCounts(context, read, { accountId, before: tags, after: [] }),
  ];
  return {
    checks: [entry, ...parts.flatMap(({ checks }) => checks)],
    mutations: [...changeOfJob(entry.value, null), ...parts.flatMap(({ mutations }) => mutations)],
  };
}

/**
 * Returns the checks and mutations that delete, for a deleted run, the owner's dismissed insights about it and the mark
 * that its figures are missing. The stored figures of the run remain, because the dashboard needs them until it has
 * counted the deletion.
 */
async function endOfDashboard(
  read: Reader,
  { accountId, jobId }: JobDeletion,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const dismissed = await Array.fromAsync(read.list({ prefix: keys.dismissedInsightsOf(accountId, jobId) }));
  const rest = [keys.runWithoutFigures(accountId, jobId), ...dismissed.map(({ key }) => key)];
  return { checks: [], mutations: rest.map(remove) };
}

function inFlight(jobId: JobId, why: string): DomainError {
  return new DomainError("run_in_flight", `Cannot delete run "${jobId}": ${why}`);
}

async function first(read: Reader, prefix: Deno.KvKey): Promise<Deno.KvEntry<unknown> | null> {
  for await (const entry of read.list({ prefix }, { limit: 1 })) return entry;
  return null;
}
