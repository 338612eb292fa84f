import { z } from "zod";
import { metrics } from "../documents/figures.ts";

/** Schema of the answer of the operation `compare_runs`. */
export const comparisonRead = z.strictObject({
  common_days: z.int().nullable(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  runs: z.array(z.strictObject({
    run_id: z.string(),
    methods: z.array(z.strictObject({ method: z.string(), key: z.string(), metrics: metrics.nullable() })),
  })),
});
