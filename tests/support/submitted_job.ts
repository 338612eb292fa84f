import type { AccountId } from "../../src/domain/identifier.ts";
import type { Job } from "../../src/domain/job.ts";
import type { JobRepository } from "../../src/store/jobs.ts";
import type { JobDraft, SubmissionOptions } from "../../src/store/job_submission.ts";

/** Fields of a job that a test submits unless it gives others: a run of `min_volatility` on Indian stocks. */
export const JOB_DRAFT: JobDraft = {
  kind: "optimization",
  name: null,
  market: "IN",
  currency: "INR",
  mode: "construct",
  methods: ["min_volatility"],
  constraintFamilies: [],
  parentRunId: null,
};

/**
 * Test helper. Submits a job to the store directly, without the checks of a request. Its config is an empty JSON object
 * unless the options give another.
 */
export async function submittedJob(
  { jobs }: { readonly jobs: JobRepository },
  accountId: AccountId,
  draft: Partial<JobDraft> = {},
  options: Partial<SubmissionOptions> = {},
): Promise<Job> {
  const config = new TextEncoder().encode("{}");
  return (await jobs.submit(accountId, { ...JOB_DRAFT, ...draft }, { config, ...options })).job;
}
