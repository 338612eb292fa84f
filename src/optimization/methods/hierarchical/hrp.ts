import { z } from "zod";
import {
  chosenMeasure,
  clusterMeasureFields,
  refuseParametersOfOthers,
  withOwnParameters,
} from "../../hierarchy/cluster_measure_choice.ts";
import { type ClusterRisks, clusterRisks } from "../../hierarchy/cluster_risks.ts";
import { bisections } from "../../hierarchy/bisections.ts";
import { orderedLeaves } from "../../hierarchy/leaf_order.ts";
import type { Split } from "../../hierarchy/split_weights.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import type { Method } from "../method.ts";
import { allocate } from "./allocate.ts";
import { assetTree } from "./asset_tree.ts";
import { byClusterRisk } from "./by_cluster_risk.ts";
import { distance, leafOrder, linkageOr } from "./tree_parameters.ts";

const parameters = z.strictObject({
  distance,
  linkage: linkageOr("single"),
  leaf_order: leafOrder,
  ...clusterMeasureFields(),
}).superRefine(refuseParametersOfOthers).overwrite(withOwnParameters);

/**
 * Hierarchical risk parity: bisects the ordered assets again and again, and splits weight inversely to the risks of the
 * halves.
 */
export const hrp: Method<z.output<typeof parameters>> = {
  id: "hrp",
  group: "hierarchical",
  documentation: {
    title: "Hierarchical risk parity",
    formula: "w_left / w_right = ρ(right half) / ρ(left half), each half weighed inversely to the risks of its assets",
    reference: "López de Prado (2016), Building diversified portfolios that outperform out of sample, JPM 42",
    paragraph:
      "Assets are clustered by how they move together and sorted in the order of the tree. This row of assets is " +
      "halved again and again, and each half gets weight inversely to its risk. The covariance is not inverted.",
  },
  parameters,
  ...byClusterRisk,
  solve(problem, parameters, kernels) {
    const risks = clusterRisks(problem, chosenMeasure(parameters), kernels);
    if (typeof risks === "string") return withoutWeights("failed", risks);
    const tree = assetTree(problem, parameters, kernels);
    if (typeof tree === "string") return withoutWeights("failed", tree);
    const { distances, dendrogram } = tree;
    const order = orderedLeaves(dendrogram, {
      distances,
      by: parameters.leaf_order,
      clustering: kernels.clustering,
    });
    const splits = splitsByRisk(order, risks);
    return typeof splits === "string" ? withoutWeights("failed", splits) : allocate(problem, order, splits);
  },
};

function splitsByRisk(order: Int32Array, risks: ClusterRisks): readonly Split[] | string {
  const splits: Split[] = [];
  for (const { from, border, to } of bisections(order.length)) {
    const left = risks.ofCluster(order.subarray(from, border));
    if (typeof left === "string") return left;
    const right = risks.ofCluster(order.subarray(border, to));
    if (typeof right === "string") return right;
    splits.push({ from, border, to, share: right / (left + right) });
  }
  return splits;
}
