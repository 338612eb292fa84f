import { AccountMissing } from "../../domain/account.ts";
import type { DashboardTotals } from "./dashboard_totals.ts";
import { DomainError } from "../../domain/errors.ts";
import { type AccountId, accountIdOf, type JobId } from "../../domain/identifier.ts";
import { BoundedMemory } from "../bounded_memory.ts";
import { releaseChunks } from "../chunks.ts";
import type { StoreContext } from "../context.ts";
import { countAllJobs, findCountedJob, type FoundJob } from "./counted_jobs.ts";
import { changesOf, type DashboardChange, endChanges, endMark, jobOfChange } from "./changes.ts";
import { IndependentSteps } from "../independent_steps.ts";
import { encodedTotals, readStoredTotals, type TotalsContext } from "./stored_totals.ts";
import { keys } from "../keys.ts";
import type { AccountRecord } from "../records.ts";
import { removeFigures } from "./run_figures.ts";
import { adoptContent, chunksOf, type NewContent, type StoredContent, writeContent } from "../stored_content.ts";
import { put, remove, transaction, write } from "../transaction.ts";
import { unlessSwept } from "../unless_swept.ts";

/**
 * Largest number of noted job changes that reading a dashboard leaves uncounted in the store. More changes are counted
 * and stored, so that the next read need not count them again.
 */
const CHANGES_LEFT_AT_MOST = 16;
/**
 * Number of noted job changes at which the dashboard counts every job again in one pass instead of each changed job.
 */
const CHANGES_AT_ONCE = 500;
/** Number of runs without figures that one operation marks; the next refresh of the dashboard marks more. */
const LACKING_PER_WRITE = 100;
/**
 * Largest number of chunks of former dashboard totals that one operation deletes; if there are more, all are left to
 * the sweep.
 */
const CHUNKS_PER_WRITE = 500;
/**
 * Largest number of attempts to store dashboard totals; an attempt fails if another process stores totals meanwhile.
 */
const ATTEMPTS_AT_MOST = 20;

/**
 * Returns the dashboard totals of an account with every noted change counted. Stores them only if there are many
 * changes or if every job had to be counted again. If they cannot be stored, because the disk is full or because other
 * processes stored totals first in every attempt, counts every job and stores nothing. Throws `not_ready` if the store
 * cannot be read.
 */
export async function currentTotals(context: TotalsContext, accountId: AccountId): Promise<DashboardTotals> {
  try {
    return await countChanges(context, accountId, { leaving: CHANGES_LEFT_AT_MOST });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "not_ready")) throw error;
    return (await countAllJobs(context, accountId)).totals;
  }
}

/**
 * Counts every job of an account again, and the changes made meanwhile; stores the dashboard totals and returns them.
 * Throws `not_ready` if the store takes none, or if other processes replace them in every attempt.
 */
export async function recountedTotals(context: StoreContext, accountId: AccountId): Promise<DashboardTotals> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    const [entry, noted] = await Promise.all([
      context.kv.get<StoredContent>(keys.dashboard(accountId)),
      changesOf(context, accountId),
    ]);
    const counted = new Set(noted.map(({ versionstamp }) => versionstamp));
    const { totals, lacking, left } = await countAllJobs(context, accountId);
    const changes = await changesOf(context, accountId);
    // A note written again has another version. Which of two versions is newer cannot be told: they may be random.
    const since = changes.filter(({ versionstamp }) => !counted.has(versionstamp));
    const found = await findJobs(context, accountId, since);
    if (!setJobs(totals, found) || !await storeTotals(context, accountId, { entry, totals, lacking })) continue;
    const ends = new Map(found.map(({ jobId, job }) => [jobId, endOfJob(job)]));
    await endChanges(context, accountId, {
      changes,
      besides: (jobId) => ends.get(jobId) ?? removeFigures(keys.runFigures(accountId, jobId), left.get(jobId) ?? null),
    });
    return totals;
  }
  throw tooBusy();
}

/**
 * Counts and stores the noted changes of all dashboards in the background, so that no reader waits for this and figures
 * of deleted jobs are removed. However often an account changes between two calls, its totals are written once.
 */
export async function countAllChanges(context: StoreContext, signal?: AbortSignal): Promise<void> {
  const steps = new IndependentSteps(signal);
  for await (const { key } of context.kv.list({ prefix: keys.changedDashboards })) {
    const accountId = accountIdOf(String(key.at(-1)));
    await steps.take(async () => {
      const account = await context.kv.get(keys.account(accountId));
      if (account.value === null) await write(context, [remove(key)]);
      else await countChanges({ ...context, readTotals: new BoundedMemory(1) }, accountId, { leaving: 0 });
      await endMark(context, accountId);
      return 0;
    });
  }
  steps.finish();
}

/**
 * Returns the dashboard totals with all noted changes counted. Stores them if there are more changes than `leaving`, or
 * if every job had to be counted again.
 */
async function countChanges(
  context: TotalsContext,
  accountId: AccountId,
  { leaving }: { readonly leaving: number },
): Promise<DashboardTotals> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    const { entry, totals } = await readStoredTotals(context, accountId);
    if (totals === null) return await recountedTotals(context, accountId);
    const changes = await changesOf(context, accountId, { limit: CHANGES_AT_ONCE });
    if (changes.length === CHANGES_AT_ONCE) return await recountedTotals(context, accountId);
    const found = await findJobs(context, accountId, changes);
    if (!setJobs(totals, found)) return await recountedTotals(context, accountId);
    if (changes.length <= leaving) {
      // If another process replaced the stored totals meanwhile, it deleted the notes of the changes that it counted,
      // and these totals may lack such a change. The count is then repeated.
      if (await isUnchanged(context, entry)) return totals;
      continue;
    }
    if (!await storeTotals(context, accountId, { entry, totals, lacking: [] })) continue;
    const ends = new Map(found.map(({ jobId, job }) => [jobId, endOfJob(job)]));
    await endChanges(context, accountId, { changes, besides: (jobId) => ends.get(jobId) ?? [] });
    return totals;
  }
  throw tooBusy();
}

interface Counted {
  /** KV entry of the stored dashboard totals, as read, which these totals replace. */
  readonly entry: Deno.KvEntryMaybe<StoredContent>;
  readonly totals: DashboardTotals;
  /** Ids of succeeded runs whose figures are missing and must be read from their results. */
  readonly lacking: readonly JobId[];
}

/**
 * Stores dashboard totals, or removes them if they are empty; returns false if another process replaced the stored
 * totals meanwhile. The caller then deletes the notes about the changed jobs that are counted; a note left by a killed
 * process is counted once more.
 */
async function storeTotals(
  context: StoreContext,
  accountId: AccountId,
  { entry, totals, lacking }: Counted,
): Promise<boolean> {
  const bytes = totals.isEmpty ? null : encodedTotals(totals);
  return await unlessSwept(async () => {
    const content = bytes && await writeContent(context, accountId, bytes);
    return await transaction(context, async (read) => {
      const [account, stored] = await read.getMany<[AccountRecord, StoredContent]>([
        keys.account(accountId),
        entry.key,
      ]);
      if (account.value === null) throw new AccountMissing(accountId);
      if (stored.versionstamp !== entry.versionstamp) return { checks: [], mutations: [], result: false };
      const adopted = content === null ? { checks: [], mutations: [] } : await adoptContent(read, content);
      return {
        checks: [account, stored, ...adopted.checks],
        mutations: [
          ...replacement(context, stored, content),
          ...adopted.mutations,
          ...lacking.slice(0, LACKING_PER_WRITE).map((runId) => put(keys.runWithoutFigures(accountId, runId), true)),
        ],
        result: true,
      };
    });
  });
}

function replacement(
  context: StoreContext,
  { key, value }: Deno.KvEntryMaybe<StoredContent>,
  content: NewContent | null,
): readonly Deno.KvMutation[] {
  const isLarge = value !== null && !(value instanceof Uint8Array) && value.chunks > CHUNKS_PER_WRITE;
  return [
    ...isLarge ? [releaseChunks(context, value)] : chunksOf(value),
    ...content !== null ? [put(key, content.stored)] : value === null ? [] : [remove(key)],
  ];
}

async function isUnchanged({ kv }: StoreContext, { key, versionstamp }: Deno.KvEntryMaybe<unknown>): Promise<boolean> {
  return (await kv.get(key)).versionstamp === versionstamp;
}

interface NotedJob {
  readonly jobId: JobId;
  readonly job: FoundJob;
}

async function findJobs(
  context: StoreContext,
  accountId: AccountId,
  changes: readonly DashboardChange[],
): Promise<readonly NotedJob[]> {
  return await Promise.all(changes.map(async (change) => {
    const jobId = jobOfChange(change);
    return { jobId, job: await findCountedJob(context, accountId, jobId) };
  }));
}

/**
 * Sets the changed jobs in the dashboard totals. Returns false if the former figures of a job cannot be taken out of
 * the totals.
 */
function setJobs(totals: DashboardTotals, found: readonly NotedJob[]): boolean {
  return found.every(({ jobId, job }) => totals.set(jobId, job.counted, job.figures));
}

/**
 * Returns the KV mutations that delete the figures of a deleted job, which nothing needs any more; none if the job
 * exists.
 */
function endOfJob({ isGone, figuresEntry }: FoundJob): readonly Deno.KvMutation[] {
  return isGone ? removeFigures(figuresEntry.key, figuresEntry.value) : [];
}

function tooBusy(): DomainError {
  return new DomainError("not_ready", "The service cannot count the runs while they change: try again later");
}
