import { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { SOLUTION_STATUSES } from "../domain/solution_status.ts";

/** Schema of one number for each asset or each period. */
export const figures = z.record(z.string(), z.number());
export type Figures = DeepReadonly<z.output<typeof figures>>;

/** Schema of metrics by name; null for an undefined metric. */
export const metrics = z.record(z.string(), z.number().nullable());
export type Metrics = DeepReadonly<z.output<typeof metrics>>;

/** Schema of the outcome of a method, such as optimal or infeasible. */
export const solutionStatus = z.enum(SOLUTION_STATUSES);

/** Schema of whether the returns of a benchmark include dividends ("total") or not ("price"); null if unknown. */
export const returnType = z.enum(["price", "total"]).nullable();
