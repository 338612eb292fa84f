import type { KernelDigests } from "../kernels/digests.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { uploadNamedIn } from "../request/parts/upload.ts";
import { readConfigWithoutHistory, readRunConfig } from "../request/read_run_config.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { ofAcceptedRun } from "./accepted_request.ts";
import { storedJson } from "./stored_json.ts";
import { withPeriods } from "./with_periods.ts";
import { decodeHistory, type StoredHistory } from "../documents/aligned_history.ts";

/**
 * Stored inputs of a run as undecoded bytes: config and history. A worker decodes them, because decoding large inputs
 * takes long.
 */
export interface StoredRun {
  /** Config that the run was submitted with, as JSON bytes; without the rows of a history that was read before. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** History of the run, encoded by `encodeHistory`; null for a run from moments. */
  readonly history: Uint8Array<ArrayBuffer> | null;
  readonly digests: KernelDigests;
}

/**
 * Decodes the stored config and history of an accepted run into the inputs of its optimisation. A history that was
 * aligned at the submission is not read from the config again. A config that this version would refuse is not the
 * caller's fault, so the error becomes `market_data_unavailable`.
 */
export function readStoredRun({ config, history, digests }: StoredRun): OptimizationInputs {
  return ofAcceptedRun(() => {
    const value = storedJson(config), stored = history && decodeHistory(history);
    if (stored?.doubtsOfRequest === undefined) return inputsOf(readRunConfig(value), stored, digests);
    const { assets, doubtsOfRequest: doubts } = stored;
    return inputsOf(readConfigWithoutHistory(value, { assets, doubts }), stored, digests);
  });
}

/**
 * Decodes the stored config and history of a run for a job that is based on it, with the request for the doubts about
 * the job. The aligned returns take the place of a history from an upload, of which the config has only the name.
 */
export function readRunOfJob(
  { config, history, digests }: StoredRun,
): { readonly whole: OptimizationRequest; readonly inputs: OptimizationInputs } {
  const value = storedJson(config), stored = history && decodeHistory(history);
  const whole = stored === null || uploadNamedIn(value) === null
    ? readRunConfig(value)
    : { ...readConfigWithoutHistory(value, { assets: stored.assets, doubts: [] }), history: alignedAsSent(stored) };
  return { whole, inputs: inputsOf(whole, stored, digests) };
}

function inputsOf(
  { history: _own, ...request }: OptimizationRequest,
  stored: StoredHistory | null,
  digests: KernelDigests,
): OptimizationInputs {
  if (stored === null) return { request, history: null, digests };
  const { assets: _columns, doubtsOfRequest: _doubts, ...history } = stored;
  return { request: withPeriods(request, history), history, digests };
}

/** Returns an aligned history as one of returns, or as scenarios if it has no dates. */
function alignedAsSent(
  { dates, assets, returns: values, rowWeights }: StoredHistory,
): NonNullable<OptimizationRequest["history"]> {
  const source = { source: "request", market: "CUSTOM" } as const;
  if (dates.length > 0) return { ...source, kind: "returns", table: { dates, assets, values } };
  const probabilities = rowWeights?.map((weight) => weight / values.rows);
  const table = { dates, assets, values, ...probabilities === undefined ? {} : { probabilities } };
  return { ...source, kind: "scenarios", table };
}
