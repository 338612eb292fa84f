import { z } from "zod";
import { line } from "../../../accounts/fields.ts";
import { COMPARED_RUNS_AT_LEAST, COMPARED_RUNS_AT_MOST, type Comparison } from "../../../domain/comparison.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { jobIdOf } from "../../../domain/identifier.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import { pageOf } from "../../pagination.ts";

/**
 * Schema of the run ids in a comparison: all different. A text without the form of a run id is accepted here and later
 * found to name no run.
 */
const runIds = z.array(z.string().max(64)).min(COMPARED_RUNS_AT_LEAST).max(COMPARED_RUNS_AT_MOST)
  .superRefine((ids, context) => {
    for (const [place, id] of ids.entries()) {
      const message = `Cannot compare run "${id}" with itself: name it once`;
      if (ids.indexOf(id) < place) context.addIssue({ code: "custom", path: [place], message });
    }
  })
  .transform((ids) => ids.map(jobIdOf))
  .meta({ description: "Ids of different runs that have succeeded", uniqueItems: true });

/** Schema of the request body that creates a comparison: a name and run ids. */
export const comparisonRequest = z.strictObject({ name: line(100), run_ids: runIds }).meta({
  id: "ComparisonRequest",
});

/** Schema of the request body that changes a comparison. Fields that are left out keep their values. */
export const comparisonChange = comparisonRequest.partial().meta({ id: "ComparisonChange" });

export const comparisonBody = z.strictObject({
  comparison_id: z.string(),
  name: z.string(),
  run_ids: z.array(z.string()).meta({ description: "The id of a deleted run keeps its place" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "Comparison" });

export const comparisonList = pageOf(comparisonBody, "ComparisonList");

/** Returns the JSON body that shows a comparison. */
export function presentComparison(
  { id, name, runIds, createdAt, updatedAt }: Comparison,
): DeepReadonly<z.input<typeof comparisonBody>> {
  return {
    comparison_id: id,
    name,
    run_ids: runIds,
    created_at: isoTimestamp(createdAt),
    updated_at: isoTimestamp(updatedAt),
  };
}
