import { AccountMissing } from "../domain/account.ts";
import type { Dashboard, Insight } from "../domain/dashboard.ts";
import type { DashboardTotals } from "../domain/dashboard_totals.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, accountIdOf, type JobId, jobIdOf } from "../domain/identifier.ts";
import { type DismissedInsight, insightId, insightOfId } from "../domain/insight_kind.ts";
import { insightText } from "../domain/insight_text.ts";
import { DAY_MS } from "../domain/instant.ts";
import type { InsightPlace } from "../domain/newest_insights.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import { unlessSwept } from "./chunks.ts";
import { BoundedMemory } from "./bounded_memory.ts";
import type { StoreContext } from "./context.ts";
import { countAllJobs, type CountedJobs, dismissedInsights, findCountedJob, type FoundJob } from "./counted_jobs.ts";
import { IndependentSteps } from "./independent_steps.ts";
import type { JobRecord } from "./job_record.ts";
import { encodedTotals, readKeptTotals } from "./kept_totals.ts";
import { keys } from "./keys.ts";
import { noteDashboardChange } from "./note_dashboard_change.ts";
import type { AccountRecord } from "./records.ts";
import { adoptFigures, figuresOfRuns, removeFigures, writeFigures } from "./run_figures.ts";
import { adoptContent, chunksOf, type NewContent, type StoredContent, writeContent } from "./stored_content.ts";
import { put, remove, transaction, write } from "./transaction.ts";

/** What the runs of accounts come to together. */
export interface DashboardRepository {
  /** As it is kept, with every change that was made since. */
  get(accountId: AccountId): Promise<Dashboard>;
  /** Counts every job anew, once for all who ask at once, and keeps what that comes to. */
  refresh(accountId: AccountId): Promise<Dashboard>;
  /** It is shown no more; nothing happens where it was not. Throws `not_found` where there is no such insight. */
  dismiss(accountId: AccountId, insightId: string): Promise<void>;
  /** Those that are shown no more, whose runs there are. */
  dismissed(accountId: AccountId): Promise<readonly DismissedInsight[]>;
  /** Runs of before there were figures, of any account. */
  runsWithoutFigures(): AsyncIterable<{ readonly accountId: AccountId; readonly runId: JobId }>;
  /** Gives such a run its figures, null where they cannot be read; nothing happens where it is gone. */
  addFigures(accountId: AccountId, runId: JobId, figures: RunFigures | null): Promise<void>;
}

/** More changes than these are counted once, not with each look. */
const CHANGES_LEFT_AT_MOST = 16;
/** Changes that one operation counts. */
const CHANGES_PER_WRITE = 400;
/** Runs without figures that one operation notes; the next refresh notes more. */
const LACKING_PER_WRITE = 100;
/** An operation reads and writes as long as others do. */
const ATTEMPTS_AT_MOST = 20;

/** Of so many accounts what was shown last is kept in memory, some ten kilobytes each. */
const DASHBOARDS_REMEMBERED = 100;

/** A dashboard as it was shown; while the state is the same, so is the dashboard. */
interface SeenDashboard {
  readonly state: string;
  readonly dashboard: Dashboard;
}

/** The dashboards over the KV. */
export function dashboardRepository(context: StoreContext): DashboardRepository {
  const refreshing = new Map<AccountId, Promise<DashboardTotals>>();
  const seen = new BoundedMemory<SeenDashboard>(DASHBOARDS_REMEMBERED);
  return {
    async get(accountId) {
      const state = await stateOf(context, accountId);
      const known = seen.get(accountId);
      if (known?.state === state) return { ...known.dashboard, computedAt: context.clock.now() };
      const dashboard = await presented(context, accountId, await currentTotals(context, accountId));
      seen.set(accountId, { state, dashboard });
      return dashboard;
    },
    async refresh(accountId) {
      const refreshed = refreshing.get(accountId) ?? refreshedTotals(context, accountId);
      refreshing.set(accountId, refreshed);
      try {
        return await presented(context, accountId, await refreshed);
      } finally {
        refreshing.delete(accountId);
      }
    },
    dismiss: (accountId, id) => dismiss(context, accountId, id),
    dismissed: async (accountId) => await Array.fromAsync(dismissedInsights(context, accountId)),
    async *runsWithoutFigures() {
      for await (const { value: account } of context.kv.list<AccountRecord>({ prefix: keys.accounts })) {
        for await (const { key } of context.kv.list({ prefix: keys.runsWithoutFigures(account.id) })) {
          yield { accountId: account.id, runId: jobIdOf(String(key.at(-1))) };
        }
      }
    },
    addFigures: (accountId, runId, figures) => unlessSwept(() => addFigures(context, { accountId, runId }, figures)),
  };
}

/**
 * Counts the changes of all accounts where they are many, so that nobody who looks waits for it, and where what is left
 * of a job that is gone waits for it.
 */
export async function settleDashboards(context: StoreContext, signal?: AbortSignal): Promise<void> {
  const steps = new IndependentSteps(signal);
  for await (const { key } of context.kv.list({ prefix: keys.changedDashboards })) {
    const accountId = accountIdOf(String(key.at(-1)));
    await steps.take(async () => {
      const account = await context.kv.get(keys.account(accountId));
      if (account.value === null) await write(context, [remove(key)]);
      else {await settle(context, accountId, {
          leaving: await hasGoneJobs(context, accountId) ? 0 : CHANGES_LEFT_AT_MOST,
        });}
      return 0;
    });
  }
  steps.finish();
}

async function hasGoneJobs(context: StoreContext, accountId: AccountId): Promise<boolean> {
  const changes = await changesOf(context, accountId, { limit: CHANGES_LEFT_AT_MOST });
  const found = await findJobs(context, accountId, changes);
  return found.some(({ job }) => job.isGone);
}

/** What a dashboard depends on: what is kept, the last change, and the day, on which data grows old. */
async function stateOf({ kv, clock }: StoreContext, accountId: AccountId): Promise<string> {
  const entries = await kv.getMany<unknown[]>([keys.dashboard(accountId), keys.changedDashboard(accountId)]);
  return [...entries.map(({ versionstamp }) => versionstamp ?? ""), Math.floor(clock.now() / DAY_MS)].join(" ");
}

/** The totals with every change, which are kept only where the changes are many. */
async function currentTotals(context: StoreContext, accountId: AccountId): Promise<DashboardTotals> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    await settle(context, accountId, { leaving: CHANGES_LEFT_AT_MOST });
    const { entry, totals } = await readKeptTotals(context, accountId);
    if (totals === null) return await refreshedTotals(context, accountId);
    const isComplete = setJobs(totals, await findJobs(context, accountId, await changesOf(context, accountId)));
    const { versionstamp } = await context.kv.get(entry.key);
    if (versionstamp !== entry.versionstamp) continue;
    return isComplete ? totals : await refreshedTotals(context, accountId);
  }
  throw tooBusy();
}

/** Keeps the totals with their changes until no more than some are left. */
async function settle(
  context: StoreContext,
  accountId: AccountId,
  { leaving }: { readonly leaving: number },
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST;) {
    const changed = await context.kv.get(keys.changedDashboard(accountId));
    const changes = await changesOf(context, accountId, { limit: CHANGES_PER_WRITE + 1 });
    if (changes.length <= leaving) return;
    const { entry, totals } = await readKeptTotals(context, accountId);
    const found = await findJobs(context, accountId, changes.slice(0, CHANGES_PER_WRITE));
    if (totals === null || !setJobs(totals, found)) {
      await refreshedTotals(context, accountId);
      attempt++;
      continue;
    }
    const isLast = changes.length <= CHANGES_PER_WRITE;
    if (!await keep(context, accountId, { entry, changed, totals, counted: found, isLast })) attempt++;
  }
}

/** Every job counted anew, with the changes that were made meanwhile. */
async function refreshedTotals(context: StoreContext, accountId: AccountId): Promise<DashboardTotals> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    const [begun, entry] = await context.kv.getMany<[boolean, StoredContent]>([
      keys.changedDashboard(accountId),
      keys.dashboard(accountId),
    ]);
    const counted = await countAllJobs(context, accountId);
    if (!await keepWithChanges(context, accountId, { ...counted, begun, entry })) continue;
    await endCountedChanges(context, accountId, { ...counted, begun });
    return counted.totals;
  }
  throw tooBusy();
}

interface Refreshed extends CountedJobs {
  /** The note of changes before anything was counted. */
  readonly begun: Deno.KvEntryMaybe<unknown>;
  readonly entry: Deno.KvEntryMaybe<StoredContent>;
}

/** False where others kept totals meanwhile, with which changes went that these may lack. */
async function keepWithChanges(
  context: StoreContext,
  accountId: AccountId,
  { begun, entry, totals, lacking }: Omit<Refreshed, "left">,
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_AT_MOST; attempt++) {
    const changed = await context.kv.get(keys.changedDashboard(accountId));
    const changes = await changesOf(context, accountId);
    const since = changes.filter(({ versionstamp }) => versionstamp > (begun.versionstamp ?? ""));
    const found = await findJobs(context, accountId, since);
    if (!setJobs(totals, found)) return false;
    const counted = found.slice(0, CHANGES_PER_WRITE);
    const isLast = counted.length === changes.length;
    if (await keep(context, accountId, { entry, changed, totals, counted, isLast, lacking })) return true;
    const account = await context.kv.get(keys.account(accountId));
    if (account.value === null) throw new AccountMissing(accountId);
    if ((await context.kv.get(entry.key)).versionstamp !== entry.versionstamp) return false;
  }
  return false;
}

/** Ends the changes that were made before every job was counted, as far as nothing changes meanwhile. */
async function endCountedChanges(
  context: StoreContext,
  accountId: AccountId,
  { begun, left }: Pick<Refreshed, "begun" | "left">,
): Promise<void> {
  for (;;) {
    const changed = await context.kv.get(keys.changedDashboard(accountId));
    const changes = await changesOf(context, accountId, { limit: CHANGES_PER_WRITE + 1 });
    const before = changes.slice(0, CHANGES_PER_WRITE)
      .filter(({ versionstamp }) => versionstamp <= (begun.versionstamp ?? ""));
    if (before.length === 0) return;
    const isLast = before.length === changes.length;
    const isEnded = await transaction(context, async (read) => {
      const marker = await read.get(changed.key);
      if (marker.versionstamp !== changed.versionstamp) return { checks: [], mutations: [], result: false };
      return {
        checks: [marker],
        mutations: [
          ...before.flatMap(({ key }) => [remove(key), ...endOfFigures(accountId, String(key.at(-1)), left)]),
          ...isLast ? [remove(marker.key)] : [],
        ],
        result: true,
      };
    });
    if (!isEnded) return;
  }
}

function endOfFigures(
  accountId: AccountId,
  runId: string,
  left: Refreshed["left"],
): readonly Deno.KvMutation[] {
  const value = left.get(runId);
  return value === undefined ? [] : [remove(keys.runFigures(accountId, runId)), ...chunksOf(value)];
}

interface Kept {
  /** What is kept until then. */
  readonly entry: Deno.KvEntryMaybe<StoredContent>;
  /** As it was before the changes were read. */
  readonly changed: Deno.KvEntryMaybe<unknown>;
  readonly totals: DashboardTotals;
  /** Jobs whose changes are in the totals. */
  readonly counted: readonly NotedJob[];
  /** Whether no other job has changed. */
  readonly isLast: boolean;
  /** Runs that lack figures; none if absent. */
  readonly lacking?: readonly JobId[];
}

/**
 * Keeps totals, nothing where they are empty, in one operation with the end of the changes in them; false where
 * anything changed meanwhile.
 */
async function keep(
  context: StoreContext,
  accountId: AccountId,
  { entry, changed, totals, counted, isLast, lacking = [] }: Kept,
): Promise<boolean> {
  const bytes = totals.isEmpty ? null : encodedTotals(totals);
  return await unlessSwept(async () => {
    const content = bytes && await writeContent(context, accountId, bytes);
    return await transaction(context, async (read) => {
      const [account, kept, marker] = await read.getMany<[AccountRecord, StoredContent, boolean]>([
        keys.account(accountId),
        entry.key,
        changed.key,
      ]);
      const isAsRead = kept.versionstamp === entry.versionstamp && marker.versionstamp === changed.versionstamp;
      if (account.value === null || !isAsRead) return { checks: [], mutations: [], result: false };
      const adopted = content === null ? { checks: [], mutations: [] } : await adoptContent(read, content);
      return {
        checks: [account, kept, marker, ...adopted.checks],
        mutations: [
          ...endOrReplacement(kept, content),
          ...adopted.mutations,
          ...chunksOf(kept.value),
          ...counted.flatMap((noted) => endOfChange(accountId, noted)),
          ...isLast && marker.value !== null ? [remove(marker.key)] : [],
          ...lacking.slice(0, LACKING_PER_WRITE).map((runId) => put(keys.runWithoutFigures(accountId, runId), true)),
        ],
        result: true,
      };
    });
  });
}

function endOrReplacement(
  { key, value }: Deno.KvEntryMaybe<StoredContent>,
  content: NewContent | null,
): readonly Deno.KvMutation[] {
  if (content !== null) return [put(key, content.stored)];
  return value === null ? [] : [remove(key)];
}

/** With the figures of a run that is gone, which nothing needs any more. */
function endOfChange(accountId: AccountId, { jobId, job }: NotedJob): readonly Deno.KvMutation[] {
  return [remove(keys.dashboardChange(accountId, jobId)), ...job.isGone ? removeFigures(job.figuresEntry) : []];
}

interface NotedJob {
  readonly jobId: JobId;
  readonly job: FoundJob;
}

async function changesOf(
  { kv }: StoreContext,
  accountId: AccountId,
  options: Pick<Deno.KvListOptions, "limit"> = {},
): Promise<readonly Deno.KvEntry<unknown>[]> {
  return await Array.fromAsync(kv.list({ prefix: keys.dashboardChanges(accountId) }, options));
}

async function findJobs(
  context: StoreContext,
  accountId: AccountId,
  changes: readonly Deno.KvEntry<unknown>[],
): Promise<readonly NotedJob[]> {
  return await Promise.all(changes.map(async ({ key }) => {
    const jobId = jobIdOf(String(key.at(-1)));
    return { jobId, job: await findCountedJob(context, accountId, jobId) };
  }));
}

/** False where one of them cannot be taken out of the totals. */
function setJobs(totals: DashboardTotals, found: readonly NotedJob[]): boolean {
  return found.every(({ jobId, job }) => totals.set(jobId, job.counted, job.figures));
}

async function presented(
  context: StoreContext,
  accountId: AccountId,
  totals: DashboardTotals,
): Promise<Dashboard> {
  const now = context.clock.now();
  const places = totals.insights(now);
  const runIds = new Set(places.flatMap(({ runId, against }) => against === null ? [runId] : [runId, against]));
  const figures = await figuresOfRuns(context, accountId, [...runIds]);
  const insights = places.map((place) => insightAt(place, figures)).filter((insight) => insight !== null);
  return { ...totals.dashboard(now), computedAt: now, insights };
}

/** Null where a run went meanwhile. */
function insightAt(
  { kind, runId, against, createdAt }: InsightPlace,
  known: ReadonlyMap<string, RunFigures>,
): Insight | null {
  const figures = known.get(runId);
  const other = against === null ? null : known.get(against) ?? null;
  const text = figures === undefined ? null : insightText(kind, { figures, against: other });
  if (text === null) return null;
  const runIds: Insight["runIds"] = against === null ? [runId] : [runId, against];
  return { id: insightId(kind, runId), kind, ...text, runIds, createdAt };
}

async function dismiss(context: StoreContext, accountId: AccountId, id: string): Promise<void> {
  const named = insightOfId(id);
  const totals = named && await currentTotals(context, accountId);
  const now = context.clock.now();
  if (named === null || !totals?.hasInsight(named.kind, named.runId, now)) throw absent(id);
  const { kind, runId } = named;
  await transaction(context, async (read) => {
    const [run, known] = await read.getMany<[JobRecord, DismissedInsight]>([
      keys.job(accountId, "optimization", runId),
      keys.dismissedInsight(accountId, runId, kind),
    ]);
    if (run.value === null) throw absent(id);
    if (known.value !== null) return { checks: [], mutations: [], result: undefined };
    const dismissed: DismissedInsight = { kind, runId, dismissedAt: now };
    return {
      checks: [run],
      mutations: [put(known.key, dismissed), ...noteDashboardChange(run.value)],
      result: undefined,
    };
  });
}

async function addFigures(
  context: StoreContext,
  { accountId, runId }: { readonly accountId: AccountId; readonly runId: JobId },
  figures: RunFigures | null,
): Promise<void> {
  const content = figures && await writeFigures(context, accountId, figures);
  await transaction(context, async (read) => {
    const run = await read.get<JobRecord>(keys.job(accountId, "optimization", runId));
    const known = await read.get(keys.runFigures(accountId, runId));
    const done = remove(keys.runWithoutFigures(accountId, runId));
    if (content === null || run.value === null || known.value !== null) {
      return { checks: [], mutations: [done], result: undefined };
    }
    const { checks, mutations } = await adoptFigures(read, { accountId, jobId: runId }, content);
    return {
      checks: [run, known, ...checks],
      mutations: [...mutations, done, ...noteDashboardChange(run.value)],
      result: undefined,
    };
  });
}

function absent(id: string): DomainError {
  return new DomainError("not_found", `Cannot find insight "${id}"`);
}

function tooBusy(): DomainError {
  const detail = "The service cannot count the runs beside what changes them: try again later";
  return new DomainError("not_ready", detail);
}
