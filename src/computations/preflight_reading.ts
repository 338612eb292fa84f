import { readJsonText } from "../faults/json_text.ts";
import type { RunAnswer, RunQuestion } from "../request/complete_request.ts";
import { completePreflight, preflightConfig } from "../request/preflight_request.ts";
import { type HistoryQuestion, historyQuestion } from "./align_run.ts";

/** Result of reading a request body of POST /constraints/preflight. */
export interface ReadPreflight {
  /** Config of the preflight with every default filled in, as bytes of JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Question to market data before the preflight can be computed; null if no prices are needed. */
  readonly question: HistoryQuestion | null;
}

export interface PreflightReadingInputs {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Answers, in order, to the questions that earlier readings of the body asked. */
  readonly answers: readonly RunAnswer[];
}

/**
 * Result of reading a preflight body: either the read preflight, or a question that must be answered before reading can
 * go on, with the bytes of the body.
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
    return { isRead: true, read: { config: preflightConfig(body, request), question: historyQuestion(request) } };
  },
};
