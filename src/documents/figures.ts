import { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { SOLUTION_STATUSES } from "../domain/solution_status.ts";

/** Schema of an object with one number for each asset or each period. */
export const figures = z.record(z.string(), z.number());
export type Figures = DeepReadonly<z.output<typeof figures>>;

/** Schema of an object with a number for each metric; null for an undefined metric. */
export const metrics = z.record(z.string(), z.number().nullable());
export type Metrics = DeepReadonly<z.output<typeof metrics>>;

/** Schema of the status of a method's result, for example optimal or infeasible. */
export const solutionStatus = z.enum(SOLUTION_STATUSES);

/**
 * Schema of the field that says whether benchmark returns include dividends ("total") or not ("price"); null if
 * unknown.
 */
export const returnType = z.enum(["price", "total"]).nullable();
