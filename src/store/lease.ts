import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";

/**
 * A job in the hands of one runner. Once another attempt began, or the job ended otherwise, nothing is written by it
 * any more.
 */
export interface Lease {
  readonly accountId: AccountId;
  readonly jobId: JobId;
  readonly attempt: number;
  /** As it was when it was taken. */
  readonly job: Job;
  /** Digest of the inputs that an attempt before stored; null where there are none. */
  readonly inputs: string | null;
  /** Lost once more, it fails: it runs alone, so that what ends its process is known to be this job. */
  readonly isLastChance: boolean;
}

/** A lease as anyone sees it. While its runner lives, `version` changes with every beat. */
export interface LeaseSighting {
  readonly jobId: JobId;
  readonly accountId: AccountId;
  readonly attempt: number;
  readonly version: string;
}

/** What tells a lease from every other. */
export type LeaseId = Pick<Lease, "accountId" | "jobId" | "attempt">;
