import { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { DAY_MS } from "../domain/instant.ts";
import { packedNumbers } from "../domain/packed_numbers.ts";
import { jsonDocument } from "./document.ts";
import { doubt } from "./doubt_schema.ts";
import { figures, metrics } from "./figures.ts";
import type { RunResult } from "./run_result.ts";

/**
 * Definition of the stored document with which runs are compared: a small part of the result, with packed return
 * curves.
 */
export const runComparison = jsonDocument({
  kind: "optimization",
  name: "comparison.json",
  hidden: true,
  schema: z.strictObject({
    /** Dates of the curves as days since 1970, packed by `packedNumbers`; null for a run without a history. */
    days: z.string().nullable(),
    /** Doubts about the run's data and numbers; empty for runs that an earlier version stored without them. */
    doubts: z.array(doubt).default([]),
    methods: z.array(z.strictObject({
      method: z.string(),
      key: z.string(),
      metrics: metrics.nullable(),
      weights: figures.nullable(),
      /**
       * Cumulative return of the method on each day, packed by `packedNumbers`; null without a history or without
       * weights.
       */
      cumulative_return: z.string().nullable(),
    })),
  }),
});

export type RunComparison = DeepReadonly<z.output<typeof runComparison.schema>>;

/** Returns the parts of a run's result that a comparison of runs needs. */
export function comparisonOf({ data, methods, curves }: Pick<RunResult, "data" | "methods" | "curves">): RunComparison {
  return {
    doubts: data?.doubts ?? [],
    days: curves && packedNumbers(curves.dates.map((date) => Date.parse(date) / DAY_MS)),
    methods: methods.map(({ method, key, metrics, weights }) => {
      const curve = curves?.methods[key];
      return {
        method,
        key,
        metrics,
        weights,
        cumulative_return: curve === undefined ? null : packedNumbers(curve.cumulative_return),
      };
    }),
  };
}
