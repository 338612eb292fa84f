import type { Dashboard, Insight } from "../../domain/dashboard.ts";
import type { DashboardTotals } from "./dashboard_totals.ts";
import { DomainError } from "../../domain/errors.ts";
import { type AccountId, type JobId, jobIdOf } from "../../domain/identifier.ts";
import { type DismissedInsight, insightId, insightOfId } from "../../domain/insight_kind.ts";
import { insightText } from "../../domain/insight_text.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { InsightPlace } from "./newest_insights.ts";
import type { RunFigures } from "../../domain/run_figures.ts";
import { BoundedMemory } from "../bounded_memory.ts";
import type { StoreContext } from "../context.ts";
import { noteDashboardChange } from "./changes.ts";
import { dismissedInsights } from "./counted_jobs.ts";
import type { JobRecord } from "../job_record.ts";
import type { TotalsContext } from "./stored_totals.ts";
import { keys } from "../keys.ts";
import type { AccountRecord } from "../records.ts";
import { adoptFigures, figuresOfRuns, writeFigures } from "./run_figures.ts";
import { currentTotals, recountedTotals } from "./current_totals.ts";
import { put, remove, transaction } from "../transaction.ts";
import { unlessSwept } from "../unless_swept.ts";

/** Repository of dashboards, which summarise all runs of an account. */
export interface DashboardRepository {
  /** Returns the dashboard of an account, computed from the stored totals and every later change of a job. */
  get(accountId: AccountId): Promise<Dashboard>;
  /**
   * Counts every job of the account again, stores the totals and returns the dashboard. Concurrent calls share one
   * count.
   */
  refresh(accountId: AccountId): Promise<Dashboard>;
  /**
   * Hides an insight from the dashboard; does nothing if it is already hidden. Throws `not_found` if the dashboard has
   * no such insight.
   */
  dismiss(accountId: AccountId, insightId: string): Promise<void>;
  /** Lists the dismissed insights of the account's existing runs. */
  dismissed(accountId: AccountId): Promise<readonly DismissedInsight[]>;
  /**
   * Lists the runs of all accounts that are marked as succeeded without stored figures for the dashboard, mostly
   * because they are older than such figures.
   */
  runsWithoutFigures(): AsyncIterable<{ readonly accountId: AccountId; readonly runId: JobId }>;
  /**
   * Stores the figures of a run that is marked as lacking them, and removes the mark. Only removes the mark if
   * `figures` is null (they could not be read), if the run was deleted or if it has figures by now.
   */
  addFigures(accountId: AccountId, runId: JobId, figures: RunFigures | null): Promise<void>;
}

/** Number of accounts whose latest dashboard is held in memory, some ten kilobytes each. */
const DASHBOARDS_REMEMBERED = 100;

/** Number of accounts whose dashboard totals are held in memory, up to a few megabytes each. */
const TOTALS_REMEMBERED = 4;

/**
 * Dashboard held in memory with the state of the store that it was made from. While the state is the same, so is the
 * dashboard, except for the time of its computation.
 */
interface SeenDashboard {
  readonly state: string;
  readonly dashboard: Dashboard;
}

/** Creates the repository of dashboards over the KV. */
export function dashboardRepository(store: StoreContext): DashboardRepository {
  const context: TotalsContext = { ...store, readTotals: new BoundedMemory(TOTALS_REMEMBERED) };
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
      const known = refreshing.get(accountId);
      if (known !== undefined) return await presented(context, accountId, await known);
      const refreshed = recountedTotals(context, accountId).finally(() => refreshing.delete(accountId));
      refreshing.set(accountId, refreshed);
      return await presented(context, accountId, await refreshed);
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
 * Returns a text that changes whenever the dashboard of an account may change: the versions of the stored totals and of
 * the account's latest change, and the day, because insights about old data depend on it.
 */
async function stateOf({ kv, clock }: StoreContext, accountId: AccountId): Promise<string> {
  const entries = await kv.getMany<unknown[]>([keys.dashboard(accountId), keys.changedDashboard(accountId)]);
  return [...entries.map(({ versionstamp }) => versionstamp ?? ""), Math.floor(clock.now() / DAY_MS)].join(" ");
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

/**
 * Returns an insight of the dashboard with its text; null if the figures of a run that it names were deleted meanwhile.
 */
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

async function dismiss(context: TotalsContext, accountId: AccountId, id: string): Promise<void> {
  const named = insightOfId(id);
  const totals = named && await currentTotals(context, accountId);
  const now = context.clock.now();
  if (named === null || !totals?.hasInsight(named, now)) throw absent(id);
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
