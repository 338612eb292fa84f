import type { AccountId, JobId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** An account has no more of them. */
export const COMPARISONS_AT_MOST = 200;

/** Runs that one compares. */
export const COMPARED_RUNS_AT_LEAST = 2;
export const COMPARED_RUNS_AT_MOST = 20;

/** What its owner gives a comparison. */
export interface ComparisonDraft {
  readonly name: string;
  /** All different, in the order in which they are shown. */
  readonly runIds: readonly JobId[];
}

/** Runs that are looked at beside each other. One that is deleted later keeps its place. */
export interface Comparison extends ComparisonDraft {
  /** `cmp_<ULID>` */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
