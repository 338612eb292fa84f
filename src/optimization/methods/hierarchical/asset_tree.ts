import type { Matrix } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { cutInto, type Dendrogram } from "../../hierarchy/dendrogram.ts";
import { DISTANCES } from "../../hierarchy/distances/mod.ts";
import { linkage } from "../../hierarchy/linkage.ts";
import { twoDifferenceGap } from "../../hierarchy/two_difference_gap.ts";
import type { Problem } from "../../problem.ts";
import type { TreeParameters } from "./tree_parameters.ts";

/** The dendrogram of the assets with the distances (n × n) from which it was built. */
export interface AssetTree {
  readonly distances: Matrix;
  readonly dendrogram: Dendrogram;
}

/**
 * Clusters the assets of a problem; returns a sentence if they cannot be clustered. Throws a RangeError for an unknown
 * distance.
 */
export function assetTree(problem: Problem, by: TreeParameters, kernels: Kernels): AssetTree | string {
  const distance = DISTANCES.get(by.distance);
  if (distance === undefined) throw new RangeError(`Cannot find distance "${by.distance}"`);
  if (distance.needsHistory && problem.returns === null) return `The distance "${distance.id}" needs a history`;
  const distances = distance.distances(problem, kernels);
  if (typeof distances === "string") return distances;
  return { distances, dendrogram: linkage(distances, by.linkage, kernels.clustering) };
}

/**
 * Cuts a tree into `count` clusters; without a count, into as many as `twoDifferenceGap` suggests. Returns the nodes of
 * the clusters, or a sentence if there are fewer assets than clusters.
 */
export function clustersOf(
  { distances, dendrogram }: AssetTree,
  count: number | undefined,
): readonly number[] | string {
  const { leaves } = dendrogram;
  if (count !== undefined && count > leaves) return tooManyClusters(count, leaves);
  return cutInto(dendrogram, count ?? twoDifferenceGap(distances, dendrogram));
}

/** Explains that there cannot be more clusters than assets. */
export function tooManyClusters(count: number, assets: number): string {
  return `Cannot part ${assets} assets into ${count} clusters: give at most ${assets}`;
}
