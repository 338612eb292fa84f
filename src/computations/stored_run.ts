import type { Doubt } from "../domain/doubt.ts";
import type { KernelDigests } from "../kernels/digests.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { readConfigWithoutHistory, readRunConfig } from "../request/read_run_config.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { ofAcceptedRun } from "./accepted_request.ts";
import { storedJson } from "./stored_json.ts";
import { withPeriods } from "./with_periods.ts";
import { decodeHistory } from "../documents/aligned_history.ts";

/**
 * Stored inputs of a run as undecoded bytes: config and history. A worker decodes them, because decoding large inputs
 * takes long.
 */
export interface StoredRun {
  /** Config that the run was submitted with, as JSON bytes; with `doubts`, without the rows of its own history. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Doubts about the request, if the config has no rows of its own history; null or absent if it has them. */
  readonly doubts?: readonly Doubt[] | null;
  /** History of the run, encoded by `encodeHistory`; null for a run from moments. */
  readonly history: Uint8Array<ArrayBuffer> | null;
  readonly digests: KernelDigests;
}

/**
 * Decodes the stored config and history of an accepted run into the inputs of its optimisation. A config that this
 * version would refuse is not the caller's fault, so the error becomes `market_data_unavailable`.
 */
export function readStoredRun({ config, doubts = null, ...run }: StoredRun): OptimizationInputs {
  return ofAcceptedRun(() => {
    const value = storedJson(config);
    if (doubts === null || run.history === null) return inputsOfRun(readRunConfig(value), run);
    const { assets, ...history } = decodeHistory(run.history);
    const { history: _empty, ...request } = readConfigWithoutHistory(value, { assets, doubts });
    return { request: withPeriods(request, history), history, digests: run.digests };
  });
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
