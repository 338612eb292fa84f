import type { SourceHistory } from "./series_history.ts";

/**
 * Closes as they were traded, of closes that are corrected for splits: those before a split of n shares for one were n
 * times as high.
 */
export function tradedCloses(
  { dates, closes, actions }: Pick<SourceHistory, "dates" | "closes" | "actions">,
): Float64Array {
  const splits = actions.filter(({ kind }) => kind === "split").sort((a, b) => a.date < b.date ? -1 : 1);
  const traded = closes.slice();
  let factor = 1;
  for (let row = dates.length - 1; row >= 0; row--) {
    while (splits.length > 0 && dates[row] < splits[splits.length - 1].date) factor *= splits.pop()?.amount ?? 1;
    traded[row] *= factor;
  }
  return traded;
}
