import { DomainError } from "../domain/errors.ts";
import { encodeHistory } from "../documents/aligned_history.ts";
import { readRunConfig } from "../request/read_run_config.ts";
import type { OptimizationRequest } from "../request/optimization_request.ts";
import { alignRun, type FoundHistory, type HistoryQuestion, historyQuestion } from "./align_run.ts";
import { storedJson } from "./stored_json.ts";

export interface RunHistoryInputs {
  /** Config that the run was submitted with, as JSON bytes. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Price history from market data; null in the first attempt, before market data has been asked. */
  readonly found: FoundHistory | null;
}

/**
 * Result of aligning the history of a run: either the aligned history, encoded by `encodeHistory` (null for moments),
 * or the request to market data for the missing prices. Both contain the config's bytes.
 */
export type RunHistoryOutput =
  & { readonly config: Uint8Array<ArrayBuffer> }
  & (
    | { readonly question: null; readonly history: Uint8Array<ArrayBuffer> | null }
    | { readonly question: HistoryQuestion }
  );

/**
 * Aligns the history of a run from its config. A worker does it, because the thread that answers requests has no time
 * to read a large config.
 */
export const runHistory = {
  compute({ config, found }: RunHistoryInputs): RunHistoryOutput {
    const request = acceptedRequest(config);
    const question = found === null ? historyQuestion(request) : null;
    if (question !== null) return { config, question };
    const aligned = alignRun(request, found);
    return { config, question, history: aligned && encodeHistory({ ...aligned, assets: request.assets }) };
  },
};

/**
 * Reads the stored config of an accepted run. A config that this version would refuse is not the caller's fault, so the
 * error becomes `market_data_unavailable`.
 */
function acceptedRequest(config: Uint8Array): OptimizationRequest {
  try {
    return readRunConfig(storedJson(config));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    throw new DomainError("market_data_unavailable", error.message);
  }
}
