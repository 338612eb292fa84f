import { z } from "zod";
import { figures, metrics } from "../documents/figures.ts";

const rule = z.object({
  family: z.string(),
  rule: z.string().nullable(),
  value: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  slack: z.number().nullable(),
  binding: z.boolean(),
  shadow_price: z.number().nullable(),
});

const method = z.object({
  key: z.string(),
  status: z.string(),
  detail: z.string().nullable(),
  objective: z.object({ name: z.string(), value: z.number() }).nullable(),
  weights: figures.nullable(),
  metrics: metrics.nullable(),
  allocation: z.object({ shares: figures, invested: z.number(), cash: z.number() }).nullable(),
  constraint_report: z.array(rule).nullable(),
  certificate: z.object({
    solver: z.string(),
    primal_residual: z.number().nullable(),
    dual_residual: z.number().nullable(),
    duality_gap: z.number().nullable(),
    proven_optimal: z.boolean(),
    bound: z.number().nullable(),
  }).nullable(),
});
export type MethodRead = z.output<typeof method>;

/** Schema of the parts of a run's result that tools read; they do not look at the rest. */
export const resultRead = z.object({
  run_id: z.string(),
  data: z.object({
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    observations: z.int(),
    assets: z.int(),
    doubts: z.array(z.object({ severity: z.string(), detail: z.string() })).default([]),
  }).nullable(),
  methods: z.array(method),
  benchmark: z.object({ id: z.string(), metrics: metrics.nullable() }).nullable(),
  assets: z.record(z.string(), metrics),
  efficient_frontier: z.object({
    measure: z.string().default("volatility"),
    points: z.array(
      z.object({ return: z.number(), volatility: z.number(), risk: z.number().nullable().default(null) }),
    ),
    detail: z.string().nullable(),
  }).nullable(),
});
export type ResultRead = z.output<typeof resultRead>;

/** Schema of the figures of a backtest that tools read, of a job of its own or within a run. */
export const backtestRead = z.object({
  methods: z.array(z.object({ key: z.string(), metrics })),
  benchmark: z.object({ id: z.string(), metrics }).nullable(),
});
export type BacktestRead = z.output<typeof backtestRead>;
