import type { AccountId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import type { JobRecord } from "./job_record.ts";
import type { PassedJobs } from "./passed_jobs.ts";
import type { Reader } from "./transaction.ts";

/** Conditions for the queued job that a runner takes. */
export interface ClaimOptions {
  /**
   * Whether the runner can compute a job. Other jobs stay queued for a runner that can compute them. Every job is
   * accepted if absent.
   */
  readonly knows?: (job: Job) => boolean;
  /** Jobs that `knows` refused before; the claim adds to them. None if absent. */
  readonly passed?: PassedJobs;
  /** Whether the runner takes only small jobs; false if absent. */
  readonly onlySmall?: boolean;
  /** Largest counted work of a job that the runner takes; null or absent for no bound. */
  readonly workLimit?: number | null;
  /**
   * Whether the runner has no other job at the moment; true if absent. Only an idle runner gets the last attempt of a
   * job.
   */
  readonly isIdle?: boolean;
  /** Whether the turn of the account `after` goes on, so that its jobs come first; false if absent. */
  readonly isTurnKept?: boolean;
  /** Id of the account whose jobs the runner takes only if no other account has a job. */
  readonly last?: AccountId | null;
  /** Accounts whose jobs the runner does not take at all; none if absent. */
  readonly leftOut?: readonly AccountId[];
}

/** Conditions for queued jobs that a runner could take. */
export type QueueOptions = Pick<ClaimOptions, "knows" | "passed" | "onlySmall" | "workLimit" | "leftOut">;

/** A queue entry and the record of its job; the record is missing if the job was deleted. */
export interface Queued {
  readonly waiting: Deno.KvEntry<unknown>;
  readonly entry: Deno.KvEntryMaybe<JobRecord>;
  /** Free place among the running jobs of the account; null where its plan has no limit. */
  readonly slot: number | null;
  readonly jobsInTurn: number;
  /** Reads entries that were found with the job; absent if there are none. */
  readonly reader?: Reader;
}

/** What a search of the queue looks for, with every default. */
export interface Search extends Required<ClaimOptions> {
  readonly after: AccountId | null;
}
