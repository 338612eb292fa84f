import type { KernelDigests } from "../kernels/digests.ts";
import type { OptimizationRequest } from "../request/run_request.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";

/** What an optimisation computes from: plain data and typed arrays, to be transferred to a worker. */
export interface OptimizationInputs {
  readonly request: Omit<OptimizationRequest, "history">;
  /** Null with moments. */
  readonly history: AlignedHistory | null;
  readonly digests: KernelDigests;
}
