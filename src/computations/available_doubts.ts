import type { Doubt } from "../domain/doubt.ts";
import { estimatedByPairs } from "../doubts/kinds/estimated_by_pairs.ts";
import { measuredOnCommonDays } from "../doubts/kinds/measured_on_common_days.ts";
import type { Alignment } from "../estimation/alignment.ts";
import { pairCounts } from "../estimation/pair_counts.ts";
import type { Estimators } from "../request/parts/estimators.ts";
import { readsHistory } from "./estimated_places.ts";

/**
 * Returns notes that estimates use all returns that each pair of assets has, and metrics only those of all. None where
 * all assets have the same days.
 */
export function availableDoubts(
  request: Estimators,
  { aligned, available }: Pick<Alignment, "aligned" | "available">,
): readonly Doubt[] {
  if (available === undefined) return [];
  const { fewest, most } = pairCounts(available.returns, aligned.assets), common = aligned.returns.rows;
  if (most === common) return [];
  return [
    ...readsHistory(request) ? [estimatedByPairs.about(fewest.assets, { fewest: fewest.returns, most })] : [],
    measuredOnCommonDays.about([], { returns: common, of: most }),
  ];
}
