import { z } from "zod";
import type { Registry } from "../../../domain/registry.ts";
import { layOut } from "../../hierarchy/dendrogram.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import { ENFORCED } from "../enforced.ts";
import { minVolatility } from "../mean_variance/min_volatility.ts";
import { type ComposedMethod, type Method, type MethodNeeds, needing } from "../method.ts";
import { assetTree, clustersOf } from "./asset_tree.ts";
import { clusterCountFaults } from "./cluster_count_faults.ts";
import { nest } from "./nest.ts";
import { clusters, distance, distanceNeedsHistory, linkageOr } from "./tree_parameters.ts";

interface NcoParameters {
  readonly distance: string;
  readonly linkage: "single" | "complete" | "average" | "ward";
  readonly clusters?: number | undefined;
  readonly inner: string;
  readonly outer: string;
}

/**
 * Nested clusters optimisation: one method computes the weights inside each cluster, another the weights of the
 * clusters. Each may be any method that needs no benchmark, no starting portfolio and no required parameter. Its
 * weights must be proven optimal or computed by a formula. Bounds and limits of groups are shared out (`nest.ts`).
 */
export const nco: ComposedMethod = { compose: nestedClusters };

function nestedClusters(methods: Registry<Method>): Method<NcoParameters> {
  const nested = [...methods].filter(isSelfContained).map(({ id }) => id);
  const method = (where: string) =>
    z.enum(nested).default(minVolatility.id).meta({
      description: `The method used ${where}, with its default parameters`,
    });
  const needsOf = (id: string): MethodNeeds => {
    const found = methodOf(methods, id);
    return found.needs(found.parameters.parse({}));
  };
  return {
    id: "nco",
    group: "hierarchical",
    documentation: {
      title: "Nested clusters optimisation",
      formula: "w = Σ_c v_c u_c: u_c the inner method's weights in cluster c, v the outer one's among these " +
        "portfolios; under rules each u_ci within the bounds of w_i divided by the weight of the cluster, and v where " +
        "every Σ_c v_c u_ci and every group keep their limits",
      reference: "López de Prado (2019), A robust estimator of the efficient frontier, SSRN 3469961",
      paragraph:
        "Assets are clustered by how they move together. One method finds the weights inside each cluster, another " +
        "method the weights of the clusters, both from the same history. Noise between the clusters does not affect " +
        "the weights inside them. Where these weights break a bound or a limit of a group, both methods run again " +
        "under shares of the limits, taken at weights that keep all rules: first the nearest to those found, above all " +
        "in the weights of the clusters. Inside a cluster each bound is divided by the weight of the cluster there, and " +
        "clusters with a part of a group share what its limits have to spare in proportion to their weights. Across " +
        "the clusters the limits of every weight and of every group are linear for given weights inside, and the outer " +
        "method keeps them all. The shares are taken again at the weights found until they settle, in at most 30 " +
        "rounds, or until a method has no answer under them. Weights of a method that does not enforce these rules, " +
        "such as equal_weight, are moved to the nearest that keep them. The detail of the answer tells moved weights, " +
        "and shares that had not settled. Without rules that bind nothing of this happens.",
    },
    parameters: z.strictObject({
      distance,
      linkage: linkageOr("ward"),
      clusters,
      inner: method("inside the clusters"),
      outer: method("across the clusters"),
    }),
    needs({ distance, inner, outer }) {
      const own = needing({ history: distanceNeedsHistory(distance) })();
      return { ...needsOfBoth(own, needsOfBoth(needsOf(inner), needsOf(outer))), assets: own.assets };
    },
    asks: ({ inner, outer }) => [
      { id: inner, parameter: "inner", needs: needsOf(inner) },
      { id: outer, parameter: "outer", needs: needsOf(outer) },
    ],
    enforces: () => ENFORCED.byNestedClusters,
    check: clusterCountFaults,
    solve(problem, parameters, kernels) {
      const tree = assetTree(problem, parameters, kernels);
      if (typeof tree === "string") return withoutWeights("failed", tree);
      const nodes = clustersOf(tree, parameters.clusters);
      if (typeof nodes === "string") return withoutWeights("failed", nodes);
      const { order, starts, sizes } = layOut(tree.dendrogram);
      const inside = nodes.map((node) => order.slice(starts[node], starts[node] + sizes[node]).sort());
      const by = { inner: methodOf(methods, parameters.inner), outer: methodOf(methods, parameters.outer) };
      return nest(problem, { inside, ...by }, kernels);
    },
  };
}

/** Whether a method runs with default parameters, without a benchmark and without a starting portfolio. */
function isSelfContained({ parameters, needs }: Method): boolean {
  const parsed = parameters.safeParse({});
  if (!parsed.success) return false;
  const { benchmark, startingPortfolio } = needs(parsed.data);
  return !benchmark && !startingPortfolio;
}

/** Returns the needs of two methods together. */
function needsOfBoth(one: MethodNeeds, other: MethodNeeds): MethodNeeds {
  const both = Object.entries(one).map(([need, own]) => {
    const others = Reflect.get(other, need);
    return [need, typeof own === "number" ? Math.max(own, others) : own || others];
  });
  return { ...one, ...Object.fromEntries(both) };
}

function methodOf(methods: Registry<Method>, id: string): Method {
  const method = methods.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  return method;
}
