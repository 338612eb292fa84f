import { completeRequest, type RunAnswer, type RunQuestion } from "../request/complete_request.ts";
import { readRunBody } from "../request/read_run_body.ts";
import { refuseChain } from "../request/refuse_chain.ts";
import { type ReadSubmission, readSubmission } from "./read_submission.ts";
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
  | { readonly isRead: true; readonly submission: ReadSubmission }
  | { readonly isRead: false; readonly question: RunQuestion; readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * Reads a request body of POST /jobs from the beginning, using the answers so far, and aligns the caller's own history.
 * Throws the errors of `submitRun` that concern the body.
 */
export const submission = {
  compute({ bytes, credential, answers }: SubmissionInputs): SubmissionOutput {
    const body = readRunBody(bytes);
    refuseChain(body, credential);
    const completing = completeRequest(body);
    let step = completing.next();
    for (const answer of answers) if (!step.done) step = completing.next(answer);
    if (!step.done) return { isRead: false, question: step.value, bytes };
    return { isRead: true, submission: readSubmission(body, step.value) };
  },
};
