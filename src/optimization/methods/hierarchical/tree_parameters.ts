import { z } from "zod";
import type { LinkageName } from "../../../kernels/clustering.ts";
import { DISTANCES } from "../../hierarchy/distances/mod.ts";
import { LEAF_ORDERS } from "../../hierarchy/leaf_order.ts";
import { LINKAGES } from "../../hierarchy/linkage.ts";

/** What assets are clustered by. */
export interface TreeParameters {
  readonly distance: string;
  readonly linkage: LinkageName;
}

/** The word of a distance. */
export const distance: z.ZodType<string> = z.enum(DISTANCES.ids).default("pearson").meta({
  description: "The correlation from which the distance of two assets is computed",
});

/** The word of a linkage, the default a method's own. */
export function linkageOr(byDefault: LinkageName): z.ZodType<LinkageName> {
  return z.enum(LINKAGES).default(byDefault).meta({ description: "The rule for the distance of two clusters" });
}

/** The order in which leaves are bisected. */
export const leafOrder: z.ZodType<typeof LEAF_ORDERS[number]> = z.enum(LEAF_ORDERS).default("optimal").meta({
  description: "The order of the assets: with neighbours as close as the tree allows, or as the tree was built",
});

/** How many clusters. */
export const clusters: z.ZodType<number | undefined> = z.int().min(1).optional().meta({
  description: "The number of clusters, at most the number of assets; found by the two-difference gap if absent",
});

/** Whether a distance is one of returns, row by row. */
export function distanceNeedsHistory(id: string): boolean {
  return DISTANCES.get(id)?.needsHistory ?? false;
}
