import type { components } from "../../../clients/typescript/mod.ts";
import { answered, api } from "../../api.ts";
import { loadable } from "../../loaded.ts";
import type { Job } from "../run/job_events.ts";
import { comparisonName } from "./comparison_name.ts";

export type Comparison = components["schemas"]["Comparison"];

/** The saved comparisons of the account, newest first. */
export const comparisons = loadable(async (_key, signal): Promise<readonly Comparison[]> => {
  const { items } = await answered(api.GET("/analytics/comparisons", { signal }));
  return items;
});

/** Returns the path of the page of a comparison. */
export function comparisonPath({ comparison_id }: Pick<Comparison, "comparison_id">): string {
  return `/app/compare/${encodeURIComponent(comparison_id)}`;
}

/**
 * Returns the comparison of runs: the saved one, or a new one where there is none of the same runs. Throws a `Refusal`
 * where the service refuses.
 */
export async function comparisonOf(runs: readonly Job[]): Promise<Comparison> {
  const { items } = await answered(api.GET("/analytics/comparisons"));
  const ids = new Set(runs.map(({ run_id }) => run_id));
  const same = items.find(({ run_ids }) => run_ids.length === ids.size && run_ids.every((id) => ids.has(id)));
  if (same !== undefined) return same;
  return await answered(
    api.POST("/analytics/comparisons", { body: { name: comparisonName(runs), run_ids: [...ids] } }),
  );
}
