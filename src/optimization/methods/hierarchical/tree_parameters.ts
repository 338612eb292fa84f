import { z } from "zod";
import type { LinkageName } from "../../../kernels/clustering.ts";
import { DISTANCES } from "../../hierarchy/distances/mod.ts";
import { LEAF_ORDERS } from "../../hierarchy/leaf_order.ts";
import { LINKAGES } from "../../hierarchy/linkage.ts";

/** The parameters of a hierarchical clustering. */
export interface TreeParameters {
  readonly distance: string;
  readonly linkage: LinkageName;
}

/** Request parameter: the id of a distance. */
export const distance: z.ZodType<string> = z.enum(DISTANCES.ids).default("pearson").meta({
  description: "The correlation from which the distance of two assets is computed",
});

/** Request parameter: the name of a linkage. Each method has its own default. */
export function linkageOr(byDefault: LinkageName): z.ZodType<LinkageName> {
  return z.enum(LINKAGES).default(byDefault).meta({ description: "The rule for the distance of two clusters" });
}

/** Request parameter: the order in which the tree lists the assets, which recursive bisection then halves. */
export const leafOrder: z.ZodType<typeof LEAF_ORDERS[number]> = z.enum(LEAF_ORDERS).default("optimal").meta({
  description: "The order of the assets: with neighbours as close as the tree allows, or as the tree was built",
});

/** Request parameter: the number of clusters. The two-difference gap finds it if absent. */
export const clusters: z.ZodType<number | undefined> = z.int().min(1).optional().meta({
  description: "The number of clusters, at most the number of assets; found by the two-difference gap if absent",
});

/** Whether a distance is computed from the rows of the history and not from moments. */
export function distanceNeedsHistory(id: string): boolean {
  return DISTANCES.get(id)?.needsHistory ?? false;
}
