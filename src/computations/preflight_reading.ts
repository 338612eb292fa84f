import { readJsonText } from "../faults/json_text.ts";
import type { RunAnswer, RunQuestion } from "../request/complete_request.ts";
import { completePreflight, preflightConfig } from "../request/preflight_request.ts";
import { type HistoryQuestion, historyQuestion } from "./align_run.ts";

/** A body of POST /constraints/preflight that was read. */
export interface ReadPreflight {
  /** With every default filled in, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** What market data is to be asked before it is computed; null where nothing is. */
  readonly question: HistoryQuestion | null;
}

export interface PreflightReadingInputs {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What was answered so far. */
  readonly answers: readonly RunAnswer[];
}

/** What was read; or what is to be asked before, with the bytes of the body back. */
export type PreflightReadingOutput =
  | { readonly isRead: true; readonly read: ReadPreflight }
  | { readonly isRead: false; readonly question: RunQuestion; readonly bytes: Uint8Array<ArrayBuffer> };

/** Reads a large body from the beginning, as far as the answers go. Throws `validation_failed`. */
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
