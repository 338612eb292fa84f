import type { AccountId, JobId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Largest number of saved comparisons of an account. */
export const COMPARISONS_AT_MOST = 200;

/** Smallest number of runs in a saved comparison; the next constant is the largest number. */
export const COMPARED_RUNS_AT_LEAST = 2;
export const COMPARED_RUNS_AT_MOST = 20;

/** Type of the parts of a saved comparison of runs that its owner provides: its name and run ids. */
export interface ComparisonDraft {
  readonly name: string;
  /** Ids of the compared runs, all different, in display order. */
  readonly runIds: readonly JobId[];
}

/** Type of a saved comparison of runs. The id of a run that is deleted later stays in the list. */
export interface Comparison extends ComparisonDraft {
  /** Id of the comparison, `cmp_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
