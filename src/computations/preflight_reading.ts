import { readJsonText } from "../faults/json_text.ts";
import type { RunAnswer, RunQuestion } from "../request/complete_request.ts";
import { type NamedUpload, uploadNamedIn } from "../request/parts/upload.ts";
import { completePreflight, preflightConfig } from "../request/preflight_request.ts";
import { type HistoryQuestion, historyQuestion } from "./align_run.ts";

/** Result of reading a request body of POST /constraints/preflight: its config, and the prices that it needs. */
export interface ReadPreflight {
  /** Config of the constraint preflight with every default filled in, as JSON bytes. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Upload from which the history comes; null if it comes from elsewhere. */
  readonly upload: NamedUpload | null;
  /** Request to market data for the prices that the preflight needs; null if it needs none. */
  readonly question: HistoryQuestion | null;
}

export interface PreflightReadingInputs {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Answers from market data and saved maps, in order, to the questions that earlier attempts to read the body asked.
   */
  readonly answers: readonly RunAnswer[];
}

/**
 * Result of reading a preflight body in a worker: either the read preflight, or a question to market data or the saved
 * maps that must be answered first, with the bytes of the body.
 */
export type PreflightReadingOutput =
  | { readonly isRead: true; readonly read: ReadPreflight }
  | { readonly isRead: false; readonly question: RunQuestion; readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Reads a large request body of a preflight from the beginning, using the answers so far. Throws `validation_failed`.
 */
export const preflightReading = {
  compute({ bytes, answers }: PreflightReadingInputs): PreflightReadingOutput {
    const body = readJsonText(bytes);
    const completing = completePreflight(body);
    let step = completing.next();
    for (const answer of answers) if (!step.done) step = completing.next(answer);
    if (!step.done) return { isRead: false, question: step.value, bytes };
    const request = step.value;
    const read = {
      config: preflightConfig(body, request),
      upload: uploadNamedIn(body),
      question: historyQuestion(request),
    };
    return { isRead: true, read };
  },
};
