import type { AccountId } from "../domain/identifier.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import type { PlanName } from "../domain/plan.ts";
import type { AccountRecord } from "./records.ts";

/** Kinds of jobs that a search may find, by the prefix of their ids. */
export type SearchedKinds = Readonly<Record<string, JobKindName>>;

/** What a KV needs to find the next queued job for a runner by itself (see `EncodedKv.reserveJob`). */
export interface QueueSearch {
  /** First part of the keys of the queue that is searched. */
  readonly queue: string;
  readonly kinds: SearchedKinds;
  /** Largest counted work of a job that is found; null for no bound. */
  readonly workLimit: number | null;
  /** Whether the runner has no other job, so that it may get the last attempt of a job. */
  readonly isIdle: boolean;
  /** Account whose jobs come after those of all others; null for none. */
  readonly last: AccountId | null;
  /** Accounts whose jobs are not found. */
  readonly leftOut: readonly AccountId[];
  /** Number of jobs that an account may have running at once, by its plan; null for any number. */
  readonly runningAtMost: Readonly<Record<PlanName, number | null>>;
  /** Number of jobs that an account gets in one turn, by its plan. */
  readonly jobsInTurn: Readonly<Record<PlanName, number>>;
  /** Queue entries that this runner has seen and cannot compute. */
  readonly passedOver: readonly Deno.KvKey[];
  /** Time of the searching process, by which pauses of jobs end. */
  readonly now: number;
}

/**
 * The next queued job for a runner, reserved for it for a moment: no other search finds it meanwhile. A reservation
 * decides nothing. Only the commit that takes the job does, and a reservation whose process ends is forgotten.
 */
export interface ReservedJob<JobRecord> {
  readonly waiting: Deno.KvEntry<unknown>;
  /** Record of the job; absent if the job was deleted. */
  readonly record: Deno.KvEntryMaybe<JobRecord>;
  /** Record of the account; null if it is gone. */
  readonly account: AccountRecord | null;
  /** Record of the run that a report is about; null for any other job. */
  readonly run: Deno.KvEntryMaybe<JobRecord> | null;
  /** Free place among the running jobs of the account; null where its plan has no limit. */
  readonly slot: number | null;
}
