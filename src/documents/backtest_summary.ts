import { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import type { BacktestSection } from "./backtest_section.ts";
import { doubtsOfJob } from "./doubt_schema.ts";
import { jsonDocument } from "./document.ts";
import { metrics, returnType } from "./figures.ts";

/** Definition of the stored document with the metrics of each backtested method and of the benchmark. */
export const backtestSummary = jsonDocument({
  kind: "backtest",
  name: "summary.json",
  schema: z.strictObject({
    methods: z.array(z.strictObject({ method: z.string(), key: z.string(), metrics })),
    benchmark: z.strictObject({ id: z.string(), return_type: returnType, metrics }).nullable(),
    doubts: doubtsOfJob,
  }).meta({ id: "BacktestSummary" }),
});

export type BacktestSummary = DeepReadonly<z.output<typeof backtestSummary.schema>>;

/** Returns the summary of a backtest: the metrics of its methods and of the benchmark, and the doubts. */
export function summaryOf({ methods, benchmark, doubts }: BacktestSection): BacktestSummary {
  return {
    methods: methods.map(({ method, key, metrics }) => ({ method, key, metrics })),
    benchmark: benchmark && { id: benchmark.id, return_type: benchmark.return_type, metrics: benchmark.metrics },
    ...doubts === undefined ? {} : { doubts },
  };
}
