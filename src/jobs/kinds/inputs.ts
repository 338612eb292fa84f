import type { Matrix } from "../../domain/matrix.ts";
import type { KernelDigests } from "../../kernels/digests.ts";
import type { OptimizationRequest } from "../request.ts";
import type { ResultData } from "../result.ts";

/** What an optimisation computes from: plain data and typed arrays, to be transferred to a worker. */
export interface OptimizationInputs {
  readonly request: Omit<OptimizationRequest, "history">;
  /** Null with moments. */
  readonly history: AlignedHistory | null;
  readonly digests: KernelDigests;
}

export interface AlignedHistory {
  /** The last day of each return. */
  readonly dates: readonly string[];
  /** Dates × assets, simple returns. */
  readonly returns: Matrix;
  /** Of a benchmark with prices of its own, on the same dates. */
  readonly benchmark: Float64Array | null;
  readonly benchmarkReturnType: "price" | "total" | null;
  readonly data: ResultData;
}
