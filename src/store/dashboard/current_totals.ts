import { AccountMissing } from "../../domain/account.ts";
import type { DashboardTotals } from "./dashboard_totals.ts";
import { DomainError } from "../../domain/errors.ts";
import { type AccountId, accountIdOf, type JobId } from "../../domain/identifier.ts";
import { BoundedMemory } from "../bounded_memory.ts";
import { releaseChunks, unlessSwept } from "../chunks.ts";
import type { StoreContext } from "../context.ts";
import { countAllJobs, findCountedJob, type FoundJob } from "./counted_jobs.ts";
import { changesOf, type DashboardChange, endChanges, endMark, jobOfChange } from "./changes.ts";
import { IndependentSteps } from "../independent_steps.ts";
import { encodedTotals, readKeptTotals, type TotalsContext } from "./stored_totals.ts";
import { keys } from "../keys.ts";
import type { AccountRecord } from "../records.ts";
import { removeFigures } from "./run_figures.ts";
import { adoptContent, chunksOf, type NewContent, type StoredContent, writeContent } from "../stored_content.ts";
import { put, remove, transaction, write } from "../transaction.ts";

/** More changes than these are counted once, not with each look. */
const CHANGES_LEFT_AT_MOST = 16;
/** With as many changes every job is counted anew, in one reading. */
const CHANGES_AT_ONCE = 500;
/** Runs without figures that one operation notes; the next refresh notes more. */
const LACKING_PER_WRITE = 100;
/** Chunks that one operation removes; more of them are left to the sweep. */
const CHUNKS_PER_WRITE = 500;
/** Others may keep totals meanwhile. */
const ATTEMPTS_AT_MOST = 20;

/**
 * The totals of an account with every change, which are kept only where the changes are many. Throws `not_ready` where
 * others keep totals time after time.
 */
export async function currentTotals(context: TotalsContext, accountId: AccountId): Promise<DashboardTotals> {
  return await countChanges(context, accountId, { leaving: CHANGES_LEFT_AT_MOST });
}

/** Every job counted anew, with the changes that were made meanwhile. Throws as `currentTotals`. */
export async function refreshedTotals(context: StoreContext, accountId: AccountId): Promise<DashboardTotals> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    const [begun, entry] = await context.kv.getMany<[boolean, StoredContent]>([
      keys.changedDashboard(accountId),
      keys.dashboard(accountId),
    ]);
    const { totals, lacking, left } = await countAllJobs(context, accountId);
    const changes = await changesOf(context, accountId);
    const since = changes.filter(({ versionstamp }) => versionstamp > (begun.versionstamp ?? ""));
    const found = await findJobs(context, accountId, since);
    if (!setJobs(totals, found) || !await keep(context, accountId, { entry, totals, lacking })) continue;
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
 * Counts the changes of all accounts, so that nobody who looks waits for it and nothing is left of jobs that are gone:
 * what an account does within a minute is written once.
 */
export async function settleDashboards(context: StoreContext, signal?: AbortSignal): Promise<void> {
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

/** The totals with their changes, kept until no more changes than some are left. */
async function countChanges(
  context: TotalsContext,
  accountId: AccountId,
  { leaving }: { readonly leaving: number },
): Promise<DashboardTotals> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    const { entry, totals } = await readKeptTotals(context, accountId);
    if (totals === null) return await refreshedTotals(context, accountId);
    const changes = await changesOf(context, accountId, { limit: CHANGES_AT_ONCE });
    if (changes.length === CHANGES_AT_ONCE) return await refreshedTotals(context, accountId);
    const found = await findJobs(context, accountId, changes);
    if (!setJobs(totals, found)) return await refreshedTotals(context, accountId);
    if (changes.length <= leaving) {
      // Changes that others counted meanwhile are in their totals alone.
      if (await isKept(context, entry)) return totals;
      continue;
    }
    if (!await keep(context, accountId, { entry, totals, lacking: [] })) continue;
    const ends = new Map(found.map(({ jobId, job }) => [jobId, endOfJob(job)]));
    await endChanges(context, accountId, { changes, besides: (jobId) => ends.get(jobId) ?? [] });
    return totals;
  }
  throw tooBusy();
}

interface Kept {
  /** What is kept until then. */
  readonly entry: Deno.KvEntryMaybe<StoredContent>;
  readonly totals: DashboardTotals;
  /** Runs that lack figures. */
  readonly lacking: readonly JobId[];
}

/**
 * Keeps totals, nothing where they are empty; false where others kept some meanwhile. Their changes end afterwards: one
 * that a killed process leaves is counted once more.
 */
async function keep(
  context: StoreContext,
  accountId: AccountId,
  { entry, totals, lacking }: Kept,
): Promise<boolean> {
  const bytes = totals.isEmpty ? null : encodedTotals(totals);
  return await unlessSwept(async () => {
    const content = bytes && await writeContent(context, accountId, bytes);
    return await transaction(context, async (read) => {
      const [account, kept] = await read.getMany<[AccountRecord, StoredContent]>([keys.account(accountId), entry.key]);
      if (account.value === null) throw new AccountMissing(accountId);
      if (kept.versionstamp !== entry.versionstamp) return { checks: [], mutations: [], result: false };
      const adopted = content === null ? { checks: [], mutations: [] } : await adoptContent(read, content);
      return {
        checks: [account, kept, ...adopted.checks],
        mutations: [
          ...replacement(context, kept, content),
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

async function isKept({ kv }: StoreContext, { key, versionstamp }: Deno.KvEntryMaybe<unknown>): Promise<boolean> {
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

/** False where one of them cannot be taken out of the totals. */
function setJobs(totals: DashboardTotals, found: readonly NotedJob[]): boolean {
  return found.every(({ jobId, job }) => totals.set(jobId, job.counted, job.figures));
}

/** Of a run that is gone the end of its figures, which nothing needs any more. */
function endOfJob({ isGone, figuresEntry }: FoundJob): readonly Deno.KvMutation[] {
  return isGone ? removeFigures(figuresEntry.key, figuresEntry.value) : [];
}

function tooBusy(): DomainError {
  return new DomainError("not_ready", "The service cannot count the runs beside what changes them: try again later");
}
