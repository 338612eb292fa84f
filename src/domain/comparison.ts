import type { AccountId, JobId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Largest number of saved comparisons of an account. */
export const COMPARISONS_AT_MOST = 200;

/** Smallest number of runs in a comparison; the next constant is the largest. */
export const COMPARED_RUNS_AT_LEAST = 2;
export const COMPARED_RUNS_AT_MOST = 20;

/** The parts of a comparison that its owner provides. */
export interface ComparisonDraft {
  readonly name: string;
  /** Ids of the compared runs, all different, in display order. */
  readonly runIds: readonly JobId[];
}

/** A saved comparison of runs. A run that is deleted later keeps its position. */
export interface Comparison extends ComparisonDraft {
  /** Id of the comparison, `cmp_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
