import type { RuleCheckContext } from "../problem.ts";

/** Why nothing can be compared with a benchmark's series where estimates are made by pairs. */
export const NO_PAIRS =
  'with history "available" a run is compared only with a benchmark of weights or an asset of its ' +
  'own: send one, or history "common"';

/** Whether a run that estimates by pairs is to be compared with a series of returns, not with weights of its assets. */
export function comparesByPairs(
  { isByPairs = false, benchmark = null }: Pick<RuleCheckContext, "isByPairs" | "benchmark">,
): boolean {
  return isByPairs && benchmark !== null && !["weights", "asset"].includes(benchmark.kind);
}
