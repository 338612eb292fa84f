import { encodeHistory } from "../documents/aligned_history.ts";
import { readRunConfig } from "../request/read_run_config.ts";
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
    const request = readRunConfig(storedJson(config));
    const question = found === null ? historyQuestion(request) : null;
    if (question !== null) return { config, question };
    const aligned = alignRun(request, found);
    return { config, question, history: aligned && encodeHistory({ ...aligned, assets: request.assets }) };
  },
};
