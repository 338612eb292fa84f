import { z } from "zod";
import { figures, metrics } from "../documents/figures.ts";
import { markedKey, markedName, withMarkedNames } from "./text_of_account.ts";

// Words of the account are marked here, where they are read, so that no answer can have them bare.
const sentence = z.string().transform(withMarkedNames);
const name = z.string().transform(markedName);

const rule = z.object({
  family: z.string(),
  rule: name.nullable(),
  value: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  slack: z.number().nullable(),
  binding: z.boolean(),
  shadow_price: z.number().nullable(),
});

const method = z.object({
  method: z.string(),
  key: z.string(),
  status: z.string(),
  detail: sentence.nullable(),
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
}).transform((read) => ({ ...read, key: markedKey(read) }));
export type MethodRead = z.output<typeof method>;

/** Schema of the parts of a run's result that tools read; they do not look at the rest. */
export const resultRead = z.object({
  run_id: z.string(),
  data: z.object({
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    observations: z.int(),
    assets: z.int(),
    doubts: z.array(z.object({ severity: z.string(), detail: sentence })).default([]),
  }).nullable(),
  methods: z.array(method),
  benchmark: z.object({ id: name, metrics: metrics.nullable() }).nullable(),
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
  methods: z.array(
    z.object({ method: z.string(), key: z.string(), metrics }).transform((read) => ({ ...read, key: markedKey(read) })),
  ),
  benchmark: z.object({ id: name, metrics }).nullable(),
});
export type BacktestRead = z.output<typeof backtestRead>;
