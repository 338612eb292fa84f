import { z } from "zod";
import {
  chosenMeasure,
  clusterMeasureFields,
  refuseParametersOfOthers,
  withOwnParameters,
} from "../../hierarchy/cluster_measure_choice.ts";
import { type ClusterRisks, clusterRisks } from "../../hierarchy/cluster_risks.ts";
import { type Dendrogram, layOut, partsOf } from "../../hierarchy/dendrogram.ts";
import type { Split } from "../../hierarchy/split_weights.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import type { Method } from "../method.ts";
import { allocate } from "./allocate.ts";
import { assetTree, clustersOf } from "./asset_tree.ts";
import { clusterCountFaults } from "./cluster_count_faults.ts";
import { byClusterRisk } from "./by_cluster_risk.ts";
import { clusters, distance, linkageOr } from "./tree_parameters.ts";

const parameters = z.strictObject({ distance, linkage: linkageOr("ward"), clusters, ...clusterMeasureFields() })
  .superRefine(refuseParametersOfOthers).overwrite(withOwnParameters);

/** Hierarchical equal risk contribution: weight is split along the tree down to the clusters, then within them. */
export const herc: Method<z.output<typeof parameters>> = {
  id: "herc",
  group: "hierarchical",
  documentation: {
    title: "Hierarchical equal risk contribution",
    formula: "w_left / w_right = Σ ρ(clusters to the right) / Σ ρ(clusters to the left); inverse risk within a cluster",
    reference: "Raffinot (2018), The hierarchical equal risk contribution portfolio, SSRN 3237540",
    paragraph:
      "Assets are clustered by how they move together. Weight is split along the tree, inversely to the sums " +
      "of the risks of the clusters on either side, and within a cluster inversely to the risks of its assets.",
  },
  parameters,
  ...byClusterRisk,
  check: clusterCountFaults,
  solve(problem, parameters, kernels) {
    const risks = clusterRisks(problem, chosenMeasure(parameters), kernels);
    if (typeof risks === "string") return withoutWeights("failed", risks);
    const tree = assetTree(problem, parameters, kernels);
    if (typeof tree === "string") return withoutWeights("failed", tree);
    const nodes = clustersOf(tree, parameters.clusters);
    if (typeof nodes === "string") return withoutWeights("failed", nodes);
    const splits = splitsByClusters(tree.dendrogram, nodes, risks);
    if (typeof splits === "string") return withoutWeights("failed", splits);
    return allocate(problem, layOut(tree.dendrogram).order, splits);
  },
};

/**
 * Returns the splits of the weight, one for each merger of the dendrogram, or a sentence that says why there are none.
 * A merger above the clusters splits inversely to the sums of the cluster risks on its two sides. A merger within a
 * cluster splits in proportion to the sums of the inverse asset risks, which gives weights inverse to the risks. They
 * are computed by splits too, because a split can keep weights within bounds.
 */
function splitsByClusters(
  dendrogram: Dendrogram,
  clusters: readonly number[],
  risks: ClusterRisks,
): readonly Split[] | string {
  const { leaves, parts } = dendrogram, { order, starts, sizes } = layOut(dendrogram);
  const ofClusters = new Float64Array(2 * leaves - 1), inverse = new Float64Array(2 * leaves - 1);
  for (const node of clusters) {
    const risk = risks.ofCluster(order.subarray(starts[node], starts[node] + sizes[node]));
    if (typeof risk === "string") return risk;
    ofClusters[node] = risk;
  }
  risks.ofAssets.forEach((risk, asset) => inverse[asset] = 1 / risk);
  for (let node = leaves; node < 2 * leaves - 1; node++) {
    const [left, right] = partsOf(parts, node, leaves);
    inverse[node] = inverse[left] + inverse[right];
    if (ofClusters[node] === 0) ofClusters[node] = ofClusters[left] + ofClusters[right];
  }
  const lowest = 2 * leaves - clusters.length;
  const splits: Split[] = [];
  for (let node = 2 * leaves - 2; node >= leaves; node--) {
    const [left, right] = partsOf(parts, node, leaves);
    const share = node >= lowest
      ? ofClusters[right] / (ofClusters[left] + ofClusters[right])
      : inverse[left] / inverse[node];
    splits.push({ from: starts[node], border: starts[right], to: starts[node] + sizes[node], share });
  }
  return splits;
}
