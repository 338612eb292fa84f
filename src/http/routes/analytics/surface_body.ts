import { z } from "zod";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { doubt } from "../../../documents/doubt_schema.ts";
import { figures, metrics } from "../../../documents/figures.ts";
import { pageOf } from "../../pagination.ts";

const curve = z.strictObject({
  dates: z.array(z.string()).meta({ description: "Dates common to all runs of the comparison" }),
  cumulative_return: z.array(z.number()).meta({ description: "Cumulative return, 0 at the first date" }),
  drawdown: z.array(z.number()).meta({ description: "Fall from the highest wealth since the first date" }),
});

const method = z.strictObject({
  method: z.string(),
  key: z.string(),
  metrics: metrics.nullable(),
  weights: figures.nullable(),
  group_weights: figures.nullable().meta({
    description: "`(none)` has the sum of the weights of assets in no group; null without `groups`",
  }),
  curve: curve.nullable().meta({ description: "Null where the method is not picked, or where the run has no history" }),
}).meta({ id: "ComparedMethod" });

const surfaceRun = z.strictObject({
  run_id: z.string(),
  name: z.string().nullable(),
  deleted: z.boolean(),
  doubts: z.array(doubt).meta({
    description: "Doubts about the data and numbers of the run, as in its result; empty for a deleted run",
  }),
  methods: z.array(method).meta({ description: "Empty for a deleted run" }),
}).meta({ id: "ComparedRun" });

/** Schema of a page of compared runs: each with its methods, metrics, weights and curves. */
export const surfacePage = pageOf(surfaceRun, "ComparisonSurface");

export type SurfaceMethod = DeepReadonly<z.input<typeof method>>;
export type SurfaceRun = DeepReadonly<z.input<typeof surfaceRun>>;
