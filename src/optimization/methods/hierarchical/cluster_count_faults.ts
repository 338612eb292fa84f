import { type Fault, jsonPointer } from "../../../domain/errors.ts";
import type { RuleCheckContext } from "../../problem.ts";
import { tooManyClusters } from "./asset_tree.ts";

/** What is wrong with a number of clusters beside the assets of a run. */
export function clusterCountFaults(
  { clusters }: { readonly clusters?: number | undefined },
  { assets }: Pick<RuleCheckContext, "assets">,
): readonly Fault[] {
  if (clusters === undefined || assets.length === 0 || clusters <= assets.length) return [];
  return [{ pointer: jsonPointer("clusters"), detail: tooManyClusters(clusters, assets.length) }];
}
