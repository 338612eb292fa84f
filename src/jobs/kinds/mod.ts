import { optimization, type OptimizationOutput } from "./optimization.ts";
import type { OptimizationInputs } from "./inputs.ts";

/** Every kind of work that a worker computes, by name. */
export const JOB_KINDS = { optimization };

/** What each takes and gives. */
export type JobComputations = {
  readonly optimization: { readonly inputs: OptimizationInputs; readonly output: OptimizationOutput };
};
