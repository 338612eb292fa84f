import { entryAt } from "../../domain/entry_at.ts";
import type { InsightKind } from "../../domain/insight_kind.ts";
import { STALE_AFTER_DAYS } from "../../domain/insight_text.ts";
import { DAY_MS, type Instant } from "../../domain/instant.ts";
import type { AssetSets } from "./asset_sets.ts";
import type { JobRow } from "./job_row.ts";
import { type InsightPlace, NewestInsights } from "./newest_insights.ts";

/**
 * Largest number of different sets of assets, the latest ones of runs with a starting portfolio, with which a run that
 * starts from cash is compared.
 */
const STARTING_PORTFOLIOS_SEEN = 20;

/** Type of the runs of an account among which insights (noteworthy facts about runs) are looked for. */
export interface SearchedRuns {
  /** Succeeded runs with figures and their rows, in the order of their ids, oldest first. */
  readonly runs: readonly (readonly [id: string, row: JobRow])[];
  readonly sets: AssetSets;
  /**
   * Number that stands in rows for the mode `rebalance`, in which a run begins from a portfolio; undefined if no run
   * has that mode.
   */
  readonly rebalance: number | undefined;
}

/**
 * Returns the newest insights at a moment, newest first: as many as the dashboard shows, without those that the owner
 * dismissed.
 */
export function newestInsights(searched: SearchedRuns, now: Instant): readonly InsightPlace[] {
  const { runs } = searched;
  const shown = new NewestInsights();
  const earlier = earlierPortfolios(searched);
  for (let place = runs.length - 1; place >= 0; place--) {
    const [runId, row] = entryAt(runs, place);
    const { finishedAt } = row;
    const staleFrom = Math.max(finishedAt, staleDay(row));
    const against = earlier[place] ?? null;
    if (!shown.hasRoomFor(finishedAt) && !shown.hasRoomFor(staleFrom)) continue;
    const offer = (kind: InsightKind, createdAt: Instant): void => {
      if (row.hasDismissed(kind)) return;
      shown.offer({ kind, runId, against: kind === "unused_starting_portfolio" ? against : null, createdAt });
    };
    if (row.hasFound("doubtful_data")) offer("doubtful_data", finishedAt);
    if (row.hasFound("concentration")) offer("concentration", finishedAt);
    if (staleFrom <= now) offer("stale_data", staleFrom);
    if (row.hasFound("beaten_by_equal_weight")) offer("beaten_by_equal_weight", finishedAt);
    if (against !== null) offer("unused_starting_portfolio", finishedAt);
  }
  return shown.newestFirst();
}

/** Whether the figures of a run give reason for an insight of a kind at a moment, dismissed or not. */
export function hasInsight(
  searched: SearchedRuns,
  { kind, runId }: Pick<InsightPlace, "kind" | "runId">,
  now: Instant,
): boolean {
  const place = searched.runs.findIndex(([id]) => id === runId);
  const [, row = null] = searched.runs[place] ?? [];
  if (row === null) return false;
  if (kind === "unused_starting_portfolio") return earlierPortfolios(searched)[place] !== null;
  if (kind === "stale_data") return staleDay(row) <= now;
  return row.hasFound(kind);
}

/**
 * Returns the moment from which the data of a run counts as old: UTC midnight, 31 days after the last day of the data.
 * NaN if it never does.
 */
function staleDay({ lastDay }: JobRow): Instant {
  return lastDay + (STALE_AFTER_DAYS + 1) * DAY_MS;
}

/**
 * Returns, for each run that starts from cash, the id of the latest earlier run that began from a portfolio and of
 * whose assets it has at least 80 %. Only the latest 20 different sets of assets of such runs are compared. Null if
 * there is none, and for a run that itself begins from a portfolio.
 */
function earlierPortfolios({ runs, sets, rebalance }: SearchedRuns): readonly (string | null)[] {
  const last: { set: number; id: string }[] = [];
  return runs.map(([id, { assetSet: set, mode }]) => {
    if (mode !== rebalance) return last.find((earlier) => sets.sharesMost(set, earlier.set))?.id ?? null;
    const place = last.findIndex((known) => known.set === set);
    if (place >= 0) last.splice(place, 1);
    else if (last.length === STARTING_PORTFOLIOS_SEEN) last.pop();
    last.unshift({ set, id });
    return null;
  });
}
