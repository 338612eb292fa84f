import type { Doubt } from "../domain/doubt.ts";
import type { Matrix } from "../domain/matrix.ts";
import type { Alignment } from "../estimation/alignment.ts";
import type { HistoryFindings } from "../estimation/history_doubts/mod.ts";

/** Asset returns of a run on their common dates, with the factor returns of its estimator. */
export interface AlignmentOfRun extends Alignment {
  /** Factor returns that an estimator uses, on the dates of the asset returns; null if no estimator has factors. */
  readonly factors: Matrix | null;
  /** Doubts about the dates of the history, and about the values of the caller's own. */
  readonly doubts: readonly Doubt[];
  /** Large moves of the caller's own prices; those of a provider's come with them. */
  readonly jumps: HistoryFindings["jumps"];
  /** How much each row of the returns counts, 1 on average, of scenarios that are not equally likely. */
  readonly rowWeights?: Float64Array;
}
