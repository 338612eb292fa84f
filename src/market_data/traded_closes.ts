import type { SourceHistory } from "./series_history.ts";

/**
 * Converts split-adjusted closes to closes as traded: the closes before a split of n shares for one are multiplied by
 * n.
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
