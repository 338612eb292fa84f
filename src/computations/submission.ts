import { readJsonText } from "../faults/json_text.ts";
import { completeRequest, type RunAnswer, type RunQuestion } from "../request/complete_request.ts";
import { refuseChain } from "../request/refuse_chain.ts";
import { type RunSubmission, runSubmission } from "../request/run_submission.ts";
import { alignHistory } from "./align_history.ts";
import type { SentBody } from "./request_digest.ts";

/**
 * Type of the input for reading a request body of POST /jobs: the body, and the answers to the questions of earlier
 * attempts to read it.
 */
export interface SubmissionInputs extends SentBody {
  readonly answers: readonly RunAnswer[];
}

/**
 * Result of reading a request body of POST /jobs: either the submission to store, or a question to market data or the
 * saved maps that must be answered first, with the bytes of the body.
 */
export type SubmissionOutput =
  | { readonly isRead: true; readonly submission: RunSubmission }
  | { readonly isRead: false; readonly question: RunQuestion; readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Reads a request body of POST /jobs from the beginning, using the answers so far. The caller's own history is aligned
 * at once, to find its faults, if it comes from an upload or the run needs no preflight. Throws the errors of
 * `submitRun` that concern the body.
 */
export const submission = {
  compute({ bytes, credential, answers }: SubmissionInputs): SubmissionOutput {
    const body = readJsonText(bytes);
    refuseChain(body, credential);
    const completing = completeRequest(body);
    let step = completing.next();
    for (const answer of answers) if (!step.done) step = completing.next(answer);
    if (!step.done) return { isRead: false, question: step.value, bytes };
    const request = step.value;
    const submission = runSubmission(body, request);
    const isAligned = submission.upload !== null || !submission.needsPreflight;
    if (isAligned && request.history !== null) alignHistory(request, request.history, null);
    return { isRead: true, submission };
  },
};
