import type { Market } from "./asset.ts";
import type { Instant } from "./instant.ts";
import type { InsightKind } from "./insight_kind.ts";
import type { JobMode, JobStatus } from "./job.ts";
import type { RankedMetric } from "./run_figures.ts";

/** What the runs of an account come to together. */
export interface Dashboard {
  readonly computedAt: Instant;
  readonly runs: {
    /** Those there are. */
    readonly total: number;
    readonly byStatus: Readonly<Record<JobStatus, number>>;
    readonly byMarket: Readonly<Record<Market, number>>;
    readonly byMode: Readonly<Record<JobMode, number>>;
    /** By the UTC day on which they were accepted, the last 30 up to today, oldest first. */
    readonly lastDays: readonly { readonly date: string; readonly runs: number }[];
  };
  /** Of runs that succeeded; most runs first, then by name. */
  readonly methods: readonly MethodTotals[];
  /** The 50 that most of these runs hold; ties by name. */
  readonly assets: readonly AssetTotals[];
  /** Null where no run has one. */
  readonly best: Readonly<Record<RankedMetric, BestMethod | null>>;
  /** Of the artifacts of all jobs. */
  readonly storageBytes: number;
  /** Newest first. */
  readonly insights: readonly Insight[];
}

export interface MethodTotals {
  readonly method: string;
  readonly runs: number;
  /** Of a run with several of the method the largest counts; null where no run has one. */
  readonly medianSharpeRatio: number | null;
  /** The earlier one of ties. */
  readonly bestRunId: string | null;
}

export interface AssetTotals {
  readonly asset: string;
  readonly runs: number;
  /** Over all methods of the runs that hold it. */
  readonly meanWeight: number;
}

export interface BestMethod {
  readonly runId: string;
  readonly method: string;
  readonly value: number;
}

/** What is worth a look about a run. */
export interface Insight {
  readonly id: string;
  readonly kind: InsightKind;
  readonly title: string;
  /** The figures behind it. */
  readonly detail: Readonly<Record<string, string | number>>;
  /** The run it is about, then the one it is seen against. */
  readonly runIds: readonly [string, ...string[]];
  readonly createdAt: Instant;
}
