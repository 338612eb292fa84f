import { DomainError } from "../domain/errors.ts";
import { encodeHistory } from "../documents/aligned_history.ts";
import { readRunConfig } from "../request/read_run_config.ts";
import type { OptimizationRequest } from "../request/run_request.ts";
import { alignRun, type FoundHistory, type HistoryQuestion, historyQuestion } from "./align_run.ts";
import { storedJson } from "./stored_json.ts";

export interface RunHistoryInputs {
  /** What the run was submitted with, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Null before market data was asked. */
  readonly found: FoundHistory | null;
}

/**
 * The aligned history as `encodeHistory` makes it, null with moments; or what market data is to be asked before. The
 * bytes of the config come back with either.
 */
export type RunHistoryOutput =
  & { readonly config: Uint8Array<ArrayBuffer> }
  & (
    | { readonly question: null; readonly history: Uint8Array<ArrayBuffer> | null }
    | { readonly question: HistoryQuestion }
  );

/** What a run is computed from, by its config, which the thread that answers requests has no time to read. */
export const runHistory = {
  compute({ config, found }: RunHistoryInputs): RunHistoryOutput {
    const request = acceptedRequest(config);
    const question = found === null ? historyQuestion(request) : null;
    if (question !== null) return { config, question };
    const aligned = alignRun(request, found);
    return { config, question, history: aligned && encodeHistory({ ...aligned, assets: request.assets }) };
  },
};

/** A request that was accepted: that it would be refused now is no fault of the caller's. */
function acceptedRequest(config: Uint8Array): OptimizationRequest {
  try {
    return readRunConfig(storedJson(config));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "validation_failed") throw error;
    throw new DomainError("market_data_unavailable", error.message);
  }
}
