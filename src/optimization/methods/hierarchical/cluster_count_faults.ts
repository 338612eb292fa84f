import { type Fault, jsonPointer } from "../../../domain/errors.ts";
import type { RuleCheckContext } from "../../problem.ts";
import { tooManyClusters } from "./asset_tree.ts";

/** Returns the fault of a number of clusters above the number of assets. */
export function clusterCountFaults(
  { clusters }: { readonly clusters?: number | undefined },
  { assets }: Pick<RuleCheckContext, "assets">,
): readonly Fault[] {
  if (clusters === undefined || assets.length === 0 || clusters <= assets.length) return [];
  return [{ pointer: jsonPointer("clusters"), detail: tooManyClusters(clusters, assets.length) }];
}
