import { z } from "zod";
import { line, paragraph } from "../../../accounts/fields.ts";
import { givenName } from "../../../domain/bounded_name.ts";
import {
  type ClassificationMap,
  type ClassificationMapDraft,
  CLASSIFIED_ASSETS_AT_MOST,
} from "../../../domain/classification_map.ts";
import type { DeepReadonly } from "../../../domain/deep_readonly.ts";
import { isoTimestamp } from "../../../domain/instant.ts";

const groupOfAsset = z.record(givenName, givenName).meta({
  description: "The group of each asset: {asset: group}",
  minProperties: 1,
  maxProperties: CLASSIFIED_ASSETS_AT_MOST,
});

/** Schema of the request body that creates or replaces a classification map (asset to group). */
export const classificationMapRequest = z.strictObject({
  name: line(120),
  description: paragraph(500).nullish(),
  map: z.preprocess(refuseSize, groupOfAsset),
}).meta({ id: "ClassificationMapRequest" });

/**
 * Size limits of a request with a classification map. A map has two texts per asset; twice as many are read, so that a
 * refusal can say how many assets were sent.
 */
export const LARGEST_REQUEST = { maxBytes: 1024 * 1024, mostValues: 4 * CLASSIFIED_ASSETS_AT_MOST } as const;

export const classificationMapBody = z.strictObject({
  map_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  map: z.record(z.string(), z.string()),
  groups: z.array(
    z.strictObject({ name: z.string(), assets: z.int().meta({ description: "Number of assets in the group" }) }),
  ).meta({
    description: "Groups in the order of their names",
  }),
  revision: z.int().meta({ description: "1 at first, and one higher after each replacement" }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}).meta({ id: "ClassificationMap" });

/** Returns the classification map in a validated request body. */
export function draftOf(
  { name, description = null, map }: z.output<typeof classificationMapRequest>,
): ClassificationMapDraft {
  return { name, description, map };
}

/** Returns the JSON body that shows a classification map. */
export function presentClassificationMap(
  saved: ClassificationMap,
): DeepReadonly<z.input<typeof classificationMapBody>> {
  const { id, name, description, map, revision, createdAt, updatedAt } = saved;
  return {
    map_id: id,
    name,
    description,
    map,
    groups: groupsOf(map),
    revision,
    created_at: isoTimestamp(createdAt),
    updated_at: isoTimestamp(updatedAt),
  };
}

/**
 * Adds a fault to the schema check if a classification map has too few or too many assets. It is a `preprocess` step,
 * so that the size is checked before the entries are.
 */
function refuseSize(value: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { length } = Object.keys(value);
  if (length >= 1 && length <= CLASSIFIED_ASSETS_AT_MOST) return value;
  const message = `Cannot take a map of ${length} assets: it has 1 to ${CLASSIFIED_ASSETS_AT_MOST}`;
  context.addIssue({ code: "custom", message });
  return value;
}

function groupsOf(map: ClassificationMap["map"]): z.input<typeof classificationMapBody>["groups"] {
  const counts = new Map<string, number>();
  for (const group of Object.values(map)) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...counts].map(([name, assets]) => ({ name, assets })).sort((a, b) => a.name < b.name ? -1 : 1);
}
