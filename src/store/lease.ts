import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";

/**
 * A job that is held by one runner. After another attempt has begun or the job has ended, the lease can no longer write
 * anything.
 */
export interface Lease {
  readonly accountId: AccountId;
  readonly jobId: JobId;
  readonly attempt: number;
  /** Job of the lease, in its state when the runner took it. */
  readonly job: Job;
  /** Digest of the inputs that an earlier attempt stored; null if none were stored. */
  readonly inputs: string | null;
  /**
   * Whether the job fails if this attempt is lost too. Such an attempt runs alone, so that a lost process can be blamed
   * on this job.
   */
  readonly isLastChance: boolean;
  /** Number of jobs that the account gets in one turn, by its plan. */
  readonly jobsInTurn: number;
}

/** A lease as any process reads it from the store. While its runner is alive, `version` changes with every renewal. */
export interface LeaseSighting {
  readonly jobId: JobId;
  readonly accountId: AccountId;
  readonly attempt: number;
  readonly version: string;
}

/** Type of the fields that identify a lease: account, job and attempt number. */
export type LeaseId = Pick<Lease, "accountId" | "jobId" | "attempt">;
