import type { KernelDigests } from "../kernels/digests.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";

/** Inputs of an optimisation: plain data and typed arrays, which can be transferred to a worker. */
export interface OptimizationInputs {
  readonly request: Omit<OptimizationRequest, "history">;
  /** Aligned history of the run; null for a run from moments. */
  readonly history: AlignedHistory | null;
  readonly digests: KernelDigests;
}
