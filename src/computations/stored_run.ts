import type { KernelDigests } from "../kernels/digests.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { readStoredConfig, type StoredConfig } from "./stored_config.ts";
import { withPeriods } from "./with_periods.ts";
import { decodeHistory } from "../documents/aligned_history.ts";

/**
 * Stored inputs of a run as undecoded bytes: config and history. A worker decodes them, because decoding large inputs
 * takes long.
 */
export interface StoredRun extends StoredConfig {
  /** History of the run, encoded by `encodeHistory`; null for a run from moments. */
  readonly history: Uint8Array<ArrayBuffer> | null;
  readonly digests: KernelDigests;
}

/** Decodes the stored config and history of a run into the inputs of its optimisation. */
export function readStoredRun(run: StoredRun): OptimizationInputs {
  return inputsOfRun(readStoredConfig(run), run);
}

/** Returns the inputs of the optimisation of a stored run whose config was read. */
export function inputsOfRun(
  { history: _own, ...request }: OptimizationRequest,
  { history: bytes, digests }: Pick<StoredRun, "history" | "digests">,
): OptimizationInputs {
  if (bytes === null) return { request, history: null, digests };
  const { assets: _columns, ...history } = decodeHistory(bytes);
  return { request: withPeriods(request, history), history, digests };
}
