import { z } from "zod";
import { type Matrix, matrix, quadraticForm } from "../../../domain/matrix.ts";
import { bisections } from "../../hierarchy/bisections.ts";
import { clusterName, withoutRisk } from "../../hierarchy/cluster_risks.ts";
import { orderedLeaves } from "../../hierarchy/leaf_order.ts";
import { augmented } from "../../hierarchy/schur_augmentation.ts";
import type { Split } from "../../hierarchy/split_weights.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { ENFORCED } from "../enforced.ts";
import { type Method, needing } from "../method.ts";
import { allocate } from "./allocate.ts";
import { assetTree } from "./asset_tree.ts";
import { distance, distanceNeedsHistory, leafOrder, linkageOr } from "./tree_parameters.ts";

const parameters = z.strictObject({
  distance,
  linkage: linkageOr("ward"),
  leaf_order: leafOrder,
  gamma: z.number().min(0).max(1).default(0.5).meta({
    description:
      "How much the other half of the assets counts: 0 gives hrp, 1 comes near the minimum variance portfolio",
  }),
});

/**
 * Schur complementary portfolios: hierarchical risk parity in which each half takes account of its covariance with the
 * other.
 */
export const schur: Method<z.output<typeof parameters>> = {
  id: "schur",
  group: "hierarchical",
  documentation: {
    title: "Schur complementary portfolio",
    formula:
      "hrp with the symmetric part of (I - γ B D⁻¹ M')⁻¹ (A - γ B D⁻¹ B') in place of a half's covariance A, where D " +
      "is that of the other half and B between the two; M = I for halves of one size, else the mean over k of I with " +
      "a row of means put in at place k, or for the smaller half the transpose of that times their sizes' ratio",
    reference:
      "Cotton (2024), Schur complementary allocation: a unification of hierarchical risk parity and minimum variance " +
      "portfolios, arXiv:2411.05807",
    paragraph:
      "Hierarchical risk parity in which the covariance of each half is reduced by a fraction gamma of the part that " +
      "the other half explains. It leads from hrp at a gamma of 0 towards the minimum variance portfolio at 1.",
  },
  parameters,
  needs: ({ distance }) => needing({ history: distanceNeedsHistory(distance) })(),
  enforces: () => ENFORCED.byHierarchies,
  solve(problem, parameters, kernels) {
    const tree = assetTree(problem, parameters, kernels);
    if (typeof tree === "string") return withoutWeights("failed", tree);
    const { distances, dendrogram } = tree;
    const by = parameters.leaf_order;
    const order = orderedLeaves(dendrogram, { distances, by, clustering: kernels.clustering });
    const ordered = { problem, order, gamma: parameters.gamma }, splits = splitsByComplements(ordered, kernels);
    if (!("failed" in splits)) return allocate(problem, order, splits);
    const { failed, isIndefinite } = splits;
    return withoutWeights("failed", isIndefinite ? `${failed}: ${wayOut(ordered, kernels)}` : failed);
  },
};

interface Ordered {
  readonly problem: Problem;
  readonly order: Int32Array;
  readonly gamma: number;
}

/**
 * Why there are no splits. `isIndefinite` says that a covariance is not positive definite, which a smaller gamma
 * avoids.
 */
interface NoSplits {
  readonly failed: string;
  readonly isIndefinite: boolean;
}

/**
 * Computes the splits of the repeated bisection, or says why there are none. A half is split further by the matrix with
 * which `augmented` of `hierarchy/schur_augmentation.ts` replaces its covariance.
 */
function splitsByComplements({ problem, order, gamma }: Ordered, kernels: Kernels): readonly Split[] | NoSplits {
  const n = order.length, { data } = problem.covariance;
  const covariance = matrix(n, n);
  for (let i = 0, k = 0; i < n; i++) {
    for (let j = 0; j < n; j++, k++) covariance.data[k] = data[order[i] * n + order[j]];
  }
  const blocks = new Map([[`0 ${n}`, covariance]]);
  const splits: Split[] = [];
  for (const { from, border, to } of bisections(n)) {
    const whole = blocks.get(`${from} ${to}`);
    if (whole === undefined) throw new Error(`Cannot find the block of ${from} to ${to}`);
    blocks.delete(`${from} ${to}`);
    const halves = augmented(whole, { size: border - from, gamma }, kernels.linearAlgebra);
    if (halves === null) return singular(order.subarray(from, to), problem, gamma);
    const risks: number[] = [];
    for (const [half, start, end] of [[halves.left, from, border], [halves.right, border, to]] as const) {
      const members = order.subarray(start, end);
      if (halves.areNew && kernels.linearAlgebra.cholesky(half) === null) return indefinite(members, problem, gamma);
      const risk = inverseVarianceRisk(half);
      if (!(risk > 0)) {
        return { failed: withoutRisk(clusterName(members, problem.assets), "variance", risk), isIndefinite: false };
      }
      risks.push(risk);
      blocks.set(`${start} ${end}`, half);
    }
    splits.push({ from, border, to, share: risks[1] / (risks[0] + risks[1]) });
  }
  return splits;
}

/** The variance, by the covariance `half`, of the portfolio with weights inverse to the variances. */
function inverseVarianceRisk(half: Matrix): number {
  const { rows: n, data } = half;
  const weights = Float64Array.from({ length: n }, (_, i) => 1 / data[i * n + i]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return quadraticForm(half, weights.map((weight) => weight / total));
}

function singular(members: Int32Array, { assets }: Problem, gamma: number): NoSplits {
  const failed =
    `Cannot take the Schur complements in ${clusterName(members, assets)}, whose covariance is singular: ` +
    `give a shrunk covariance, or a gamma of 0 in place of ${gamma}`;
  return { failed, isIndefinite: false };
}

function indefinite(members: Int32Array, { assets }: Problem, gamma: number): NoSplits {
  const name = clusterName(members, assets);
  const failed =
    `Cannot weigh ${name} with a gamma of ${gamma}, which leaves it a covariance that is not positive definite`;
  return { failed, isIndefinite: true };
}

/** Suggests, by bisection, the largest gamma in hundredths that keeps every covariance positive definite. */
function wayOut(ordered: Ordered, kernels: Kernels): string {
  let low = 0, high = Math.ceil(HUNDREDTHS * ordered.gamma);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ("failed" in splitsByComplements({ ...ordered, gamma: middle / HUNDREDTHS }, kernels)) high = middle;
    else low = middle;
  }
  return `give a gamma of ${low / HUNDREDTHS}, or a shrunk covariance`;
}

const HUNDREDTHS = 100;
