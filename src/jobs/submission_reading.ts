import { digestOfBody } from "../computations/digest_of_body.ts";
import { type ReadSubmission, readSubmission } from "../computations/read_submission.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { RequestSources } from "../request/ask_market.ts";
import { readRequest } from "../request/read_request.ts";
import { refuseChain, type SubmissionCredential } from "../request/refuse_chain.ts";
import { preflightOfSubmission } from "./preflight_of_submission.ts";
import type { PreflightQueue } from "./preflight_queue.ts";

/**
 * Functions that read a request body of POST /jobs: one returns its digest, the other the submission. Each throws the
 * faults of the body.
 */
export interface SubmissionReading {
  digest(): Promise<string>;
  submission(): Promise<ReadSubmission>;
}

export interface ReadingOptions {
  readonly accountId: AccountId;
  readonly credential: SubmissionCredential;
  readonly sources: RequestSources;
  /** Queue of preflights of runs. Its workers compute nothing else, so that no run delays a request. */
  readonly preflights: Pick<PreflightQueue, "run">;
  readonly signal: AbortSignal;
}

/** Returns functions that read a request body which is already parsed JSON; they run on the current thread. */
export function readingOfValue(
  body: unknown,
  { accountId, credential, sources, preflights, signal }: ReadingOptions,
): SubmissionReading {
  refuseChain(body, credential);
  return {
    digest: () => Promise.resolve(digestOfBody(body)),
    async submission() {
      const request = await readRequest(body, sources, { signal });
      const submission = readSubmission(body, request);
      if (submission.needsPreflight) await preflights.run(accountId, preflightOfSubmission(submission), signal);
      return submission;
    },
  };
}
