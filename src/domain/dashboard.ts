import type { Market } from "./asset.ts";
import type { Instant } from "./instant.ts";
import type { InsightKind } from "./insight_kind.ts";
import type { JobMode, JobStatus } from "./job.ts";
import type { RankedMetric } from "./run_figures.ts";

/** Type of the dashboard of an account: statistics over all its runs. */
export interface Dashboard {
  readonly computedAt: Instant;
  readonly runs: {
    /** Number of runs of the account that have not been deleted. */
    readonly total: number;
    readonly byStatus: Readonly<Record<JobStatus, number>>;
    readonly byMarket: Readonly<Record<Market, number>>;
    readonly byMode: Readonly<Record<JobMode, number>>;
    /** Number of runs that the account submitted on each of the last 30 UTC days, oldest day first, today last. */
    readonly lastDays: readonly { readonly date: string; readonly runs: number }[];
  };
  /** Totals of each method over the successful runs, most runs first, then by name. */
  readonly methods: readonly MethodTotals[];
  /** The 50 assets that are held in the largest numbers of successful runs; among equal numbers by name. */
  readonly assets: readonly AssetTotals[];
  /** Best method by each ranked metric over all runs of the account; null if no run has that metric. */
  readonly best: Readonly<Record<RankedMetric, BestMethod | null>>;
  /** Bytes of the stored files of all jobs of the account. */
  readonly storageBytes: number;
  /** Noteworthy facts about the account's runs, newest first. */
  readonly insights: readonly Insight[];
}

export interface MethodTotals {
  readonly method: string;
  readonly runs: number;
  /**
   * Median Sharpe ratio over the runs of a method; null if no run has one. If a run has the method several times, the
   * largest ratio counts.
   */
  readonly medianSharpeRatio: number | null;
  /** Id of the run with the largest Sharpe ratio of the method; the earlier run among equals. */
  readonly bestRunId: string | null;
}

export interface AssetTotals {
  readonly asset: string;
  readonly runs: number;
  /** Mean weight of the asset, as a fraction, over all methods of the runs that hold it. */
  readonly meanWeight: number;
}

export interface BestMethod {
  readonly runId: string;
  readonly method: string;
  readonly value: number;
}

/** Type of an insight: a noteworthy fact about a run that the dashboard shows. */
export interface Insight {
  readonly id: string;
  readonly kind: InsightKind;
  readonly title: string;
  /** Figures on which the insight is based, by name. */
  readonly detail: Readonly<Record<string, string | number>>;
  /** Ids of the run that the insight is about and, if it compares two, of the other run. */
  readonly runIds: readonly [string, ...string[]];
  readonly createdAt: Instant;
}
