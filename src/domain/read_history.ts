import type { ByteRange } from "./artifact.ts";
import type { Doubt } from "./doubt.ts";

/**
 * What stays of the reading of a run's own history at its submission, beside the aligned history: with both, the run
 * need not read the history again.
 */
export interface ReadHistory {
  /** Bytes of the run's config between the braces of its `prices` or `returns`. */
  readonly place: ByteRange;
  /** Doubts about the numbers of the request. Some of them were found by looking at the history. */
  readonly doubts: readonly Doubt[];
}
