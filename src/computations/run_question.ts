import { enterPhase } from "../domain/phase.ts";
import { acceptedRequest } from "./accepted_request.ts";
import { type HistoryQuestion, historyQuestion } from "./align_run.ts";

/** Type of a run's question to market data, with the bytes of the config that it was read from. */
export interface RunQuestionOutput {
  readonly config: Uint8Array<ArrayBuffer>;
  readonly question: HistoryQuestion | null;
}

/**
 * Reads from the stored config of a run which prices market data has to find for it; null for none. A worker does it,
 * because the thread that answers requests has no time to read a config.
 */
export const runQuestion = {
  compute({ config }: { readonly config: Uint8Array<ArrayBuffer> }): RunQuestionOutput {
    enterPhase("read");
    return { config, question: historyQuestion(acceptedRequest({ config })) };
  },
};
