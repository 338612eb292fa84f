import type { RuleCheckContext } from "../problem.ts";

/**
 * End of a sentence that says why a run that estimates each covariance from the days that its two assets share has no
 * benchmark series.
 */
export const NO_PAIRS =
  'with history "available" a run is compared only with a benchmark of weights or an asset of its ' +
  'own: send one, or history "common"';

/**
 * Whether a run estimates each covariance from the days that its two assets share and has a benchmark series, not
 * weights or one of its own assets.
 */
export function comparesByPairs(
  { isByPairs = false, benchmark = null }: Pick<RuleCheckContext, "isByPairs" | "benchmark">,
): boolean {
  return isByPairs && benchmark !== null && !["weights", "asset"].includes(benchmark.kind);
}
