import { z } from "zod";
import type { DeepReadonly } from "../../domain/deep_readonly.ts";

/** Type of an object with values keyed by percentile: "1", "5", "10", "25", "50", "75", "90", "95", "99". */
export type Percentiles<Value = number> = Readonly<Record<string, Value>>;

const percentiles = z.record(z.string(), z.number());

/** Schema of the figures that summarise all simulated paths. */
export const pathFiguresSchema = z.strictObject({
  paths: z.int(),
  horizon: z.int().meta({ description: "Number of periods" }),
  terminal: z.strictObject({ mean: z.number(), median: z.number(), standard_deviation: z.number(), percentiles }),
  probability_of_loss: z.number().meta({
    description: "Fraction of paths whose final wealth and withdrawals together are below the money paid in",
  }),
  probability_of_ruin: z.number(),
  probability_of_goal: z.number().nullable().meta({ description: "Null without a goal" }),
  value_at_risk: z.number().meta({ description: "A fraction of the money paid in" }),
  conditional_value_at_risk: z.number(),
  max_drawdown: z.strictObject({ median: z.number(), percentiles }),
  cagr: z.strictObject({
    median: z.number().nullable(),
    percentiles: z.record(z.string(), z.number().nullable()),
  }).meta({ description: "Null where the rate is too large for a double" }),
});
export type PathFigures = DeepReadonly<z.output<typeof pathFiguresSchema>>;

/**
 * Schema of the degrees of freedom and block length that simulated paths were drawn with, as the plan sets them or as
 * fitted.
 */
export const drawnModelSchema = z.strictObject({
  degrees_of_freedom: z.number().nullable(),
  block_length: z.number().nullable().meta({ description: "Periods; their mean with stationary_bootstrap" }),
});
export type DrawnModel = DeepReadonly<z.output<typeof drawnModelSchema>>;

/** Schema of the histogram of terminal wealth. */
export const histogramSchema = z.strictObject({
  edges: z.array(z.number()).meta({ description: "One more than `counts`" }),
  counts: z.array(z.number()),
});
export type Histogram = DeepReadonly<z.output<typeof histogramSchema>>;
