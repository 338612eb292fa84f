import { z } from "zod";
import type { Dashboard, Insight } from "../../../domain/dashboard.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { INSIGHT_KINDS } from "../../../domain/insight_kind.ts";
import { isoTimestamp } from "../../../domain/instant.ts";

const count = z.int();

const bestMethod = z.strictObject({ run_id: z.string(), method: z.string(), value: z.number() }).nullable().meta({
  id: "BestMethod",
  description:
    "The run and the method with the best value, the earlier run where values are equal; null where no run has the metric",
});

const insight = z.strictObject({
  insight_id: z.string(),
  kind: z.enum(INSIGHT_KINDS),
  title: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])).meta({
    description: "The figures that the insight is based on",
  }),
  run_ids: z.array(z.string()).meta({
    description: "The run that the insight is about, then the run that it is compared with",
  }),
  created_at: z.iso.datetime(),
}).meta({ id: "Insight" });

/** Schema of the dashboard's body: totals, best methods, frequent assets and insights over all runs of an account. */
export const dashboardBody = z.strictObject({
  computed_at: z.iso.datetime(),
  runs: z.strictObject({
    total: count.meta({ description: "Number of runs" }),
    by_status: z.strictObject({
      queued: count,
      running: count,
      uploading: count,
      succeeded: count,
      failed: count,
      cancelled: count,
    }),
    by_market: z.strictObject({ IN: count, US: count, MF: count, CUSTOM: count }),
    by_mode: z.strictObject({ construct: count, rebalance: count }),
    last_30_days: z.array(z.strictObject({ date: z.string(), runs: count })).meta({
      description: "Runs by the UTC day on which they were accepted, up to today, oldest first",
    }),
  }),
  methods: z.array(z.strictObject({
    method: z.string(),
    runs: count,
    median_sharpe_ratio: z.number().nullable(),
    best_run_id: z.string().nullable().meta({ description: "The run with the largest Sharpe ratio" }),
  })).meta({ description: "Methods of runs that succeeded, the most frequent first" }),
  assets: z.array(z.strictObject({
    asset: z.string(),
    runs: count,
    mean_weight: z.number().meta({ description: "Mean over the methods of the runs that hold the asset" }),
  })).meta({ description: "The 50 assets that the largest numbers of succeeded runs hold" }),
  best: z.strictObject({
    sharpe_ratio: bestMethod,
    sortino_ratio: bestMethod,
    calmar_ratio: bestMethod,
    annual_return: bestMethod,
    annual_volatility: bestMethod,
    max_drawdown: bestMethod,
    conditional_value_at_risk: bestMethod,
  }).meta({
    description: "The largest value of each ratio and of the return, the smallest value of each other metric",
  }),
  storage_bytes: count.meta({ description: "Bytes of the artifacts of runs, simulations and backtests" }),
  insights: z.array(insight).meta({ description: "The 50 newest insights that were not dismissed" }),
}).meta({ id: "Dashboard" });

/** Returns the JSON body that shows the dashboard of an account. */
export function presentDashboard(
  { computedAt, runs, methods, assets, best, storageBytes, insights }: Dashboard,
): DeepReadonly<z.input<typeof dashboardBody>> {
  const shown = (found: Dashboard["best"]["sharpe_ratio"]): z.input<typeof bestMethod> =>
    found && { run_id: found.runId, method: found.method, value: found.value };
  return {
    computed_at: isoTimestamp(computedAt),
    runs: {
      total: runs.total,
      by_status: runs.byStatus,
      by_market: runs.byMarket,
      by_mode: runs.byMode,
      last_30_days: runs.lastDays,
    },
    methods: methods.map(({ method, runs, medianSharpeRatio, bestRunId }) => ({
      method,
      runs,
      median_sharpe_ratio: medianSharpeRatio,
      best_run_id: bestRunId,
    })),
    assets: assets.map(({ asset, runs, meanWeight }) => ({ asset, runs, mean_weight: meanWeight })),
    best: {
      sharpe_ratio: shown(best.sharpe_ratio),
      sortino_ratio: shown(best.sortino_ratio),
      calmar_ratio: shown(best.calmar_ratio),
      annual_return: shown(best.annual_return),
      annual_volatility: shown(best.annual_volatility),
      max_drawdown: shown(best.max_drawdown),
      conditional_value_at_risk: shown(best.conditional_value_at_risk),
    },
    storage_bytes: storageBytes,
    insights: insights.map(presentInsight),
  };
}

function presentInsight(
  { id, kind, title, detail, runIds, createdAt }: Insight,
): DeepReadonly<z.input<typeof insight>> {
  return { insight_id: id, kind, title, detail, run_ids: runIds, created_at: isoTimestamp(createdAt) };
}
