import { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { SOLUTION_STATUSES } from "../domain/solution_status.ts";

/** A figure of each asset, or of each period. */
export const figures = z.record(z.string(), z.number());
export type Figures = DeepReadonly<z.output<typeof figures>>;

/** Metrics by their names; null where one is not defined. */
export const metrics = z.record(z.string(), z.number().nullable());
export type Metrics = DeepReadonly<z.output<typeof metrics>>;

/** What a method may come to. */
export const solutionStatus = z.enum(SOLUTION_STATUSES);

/** Whether the returns of a benchmark count what was paid out; null where that is not known. */
export const returnType = z.enum(["price", "total"]).nullable();
