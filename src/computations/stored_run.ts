import type { KernelDigests } from "../kernels/digests.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
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

/** Type of a stored run: its request, and the inputs of its optimisation. */
export interface ReadRun {
  /** Request of the run. A history that was read at the submission has no rows, but what was found in them. */
  readonly whole: OptimizationRequest;
  readonly inputs: OptimizationInputs;
}

/**
 * Decodes the stored config and history of an accepted run, for the run itself and for every job that is based on it. A
 * history that was aligned at the submission is not read from the config again. A config that this version would refuse
 * is not the caller's fault, so the error becomes `market_data_unavailable`.
 */
export function readStoredRun({ config, history, digests }: StoredRun): ReadRun {
  return ofAcceptedRun(() => {
    const value = storedJson(config), stored = history && decodeHistory(history);
    const whole = stored?.doubtsOfRequest === undefined ? readRunConfig(value) : requestReadBefore(value, stored);
    return { whole, inputs: inputsOf(whole, stored, digests) };
  });
}

function requestReadBefore(config: unknown, stored: StoredHistory): OptimizationRequest {
  const { assets, doubtsOfRequest: doubts = [], facts } = stored;
  if (facts !== undefined) return readConfigWithoutHistory(config, { assets, doubts, facts });
  return { ...readConfigWithoutHistory(config, { assets, doubts }), history: alignedAsSent(stored) };
}

function inputsOf(
  { history: _own, ...request }: OptimizationRequest,
  stored: StoredHistory | null,
  digests: KernelDigests,
): OptimizationInputs {
  if (stored === null) return { request, history: null, digests };
  const { assets: _columns, doubtsOfRequest: _doubts, facts: _facts, ...history } = stored;
  return { request: withPeriods(request, history), history, digests };
}

/**
 * Returns an aligned history as one of returns, or as scenarios if it has no dates. It stands for the rows that an
 * earlier version stored no facts of.
 */
function alignedAsSent(
  { dates, assets, returns: values, rowWeights }: StoredHistory,
): NonNullable<OptimizationRequest["history"]> {
  const source = { source: "request", market: "CUSTOM" } as const;
  if (dates.length > 0) return { ...source, kind: "returns", table: { dates, assets, values } };
  const probabilities = rowWeights?.map((weight) => weight / values.rows);
  const table = { dates, assets, values, ...probabilities === undefined ? {} : { probabilities } };
  return { ...source, kind: "scenarios", table };
}
