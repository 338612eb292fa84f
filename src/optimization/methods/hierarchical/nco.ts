import { z } from "zod";
import { assetId } from "../../../domain/asset.ts";
import { type Matrix, matrix, row, symmetricPart, timesVector, transposed } from "../../../domain/matrix.ts";
import type { Registry } from "../../../domain/registry.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { clusterName } from "../../hierarchy/cluster_risks.ts";
import { layOut } from "../../hierarchy/dendrogram.ts";
import type { Problem } from "../../problem.ts";
import { problemWithin, WITHOUT_RULES } from "../../problem_within.ts";
import { isNegligible } from "../../refine/solve_without_negligible.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import type { Solution } from "../../solution.ts";
import { ENFORCED } from "../enforced.ts";
import { minVolatility } from "../mean_variance/min_volatility.ts";
import { type ComposedMethod, type Method, type MethodNeeds, needing } from "../method.ts";
import { computed } from "../naive/computed.ts";
import { assetTree, clustersOf } from "./asset_tree.ts";
import { clusterCountFaults } from "./cluster_count_faults.ts";
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
 * weights must be proven optimal or computed by a formula.
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
      formula: "w = Σ_c v_c u_c: u_c the inner method's weights in cluster c, v the outer one's among these portfolios",
      reference: "López de Prado (2019), A robust estimator of the efficient frontier, SSRN 3469961",
      paragraph:
        "Assets are clustered by how they move together. One method finds the weights inside each cluster, another " +
        "method the weights of the clusters, both from the same history. Noise between the clusters does not affect " +
        "the weights inside them.",
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
    enforces: () => ENFORCED.byFormulas,
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

interface Nested {
  /** The indices of the assets of each cluster, ascending. */
  readonly inside: readonly Int32Array[];
  readonly inner: Method;
  readonly outer: Method;
}

function nest(problem: Problem, { inside, inner, outer }: Nested, kernels: Kernels): Solution {
  const portfolios = matrix(inside.length, problem.assets.length);
  for (const [c, members] of inside.entries()) {
    const within = weightsBy(inner, problemWithin(problem, members), kernels);
    if (typeof within === "string") {
      const name = clusterName(members, problem.assets);
      return withoutWeights("failed", `Cannot weigh ${name} by ${inner.id}: ${within}`);
    }
    members.forEach((asset, k) => row(portfolios, c)[asset] = within[k]);
  }
  const across = weightsBy(outer, problemAcross(problem, portfolios, kernels), kernels);
  if (typeof across === "string") {
    return withoutWeights("failed", `Cannot weigh the ${inside.length} clusters by ${outer.id}: ${across}`);
  }
  return computed(shown(timesVector(transposed(portfolios), across)));
}

/**
 * Returns the weights that a method computes, or why there are none. A single asset gets the weight 1 without the
 * method.
 */
function weightsBy(method: Method, problem: Problem, kernels: Kernels): Float64Array | string {
  if (problem.assets.length === 1) return Float64Array.of(1);
  const { status, weights, detail } = method.solve(problem, method.parameters.parse({}), kernels);
  if (weights !== null && (status === "optimal" || status === "computed")) return weights;
  return `${status}${detail === null ? "" : `, ${detail}`}`;
}

/** The problem in which each portfolio, a row of `portfolios`, takes the place of an asset. */
function problemAcross(problem: Problem, portfolios: Matrix, { linearAlgebra }: Kernels): Problem {
  const across = transposed(portfolios);
  return {
    ...problem,
    ...WITHOUT_RULES,
    assets: Array.from({ length: portfolios.rows }, (_, c) => assetId(`cluster ${c + 1}`)),
    returns: problem.returns && linearAlgebra.multiply(problem.returns, across),
    expectedReturns: timesVector(portfolios, problem.expectedReturns),
    covariance: symmetricPart(
      linearAlgebra.multiply(linearAlgebra.multiply(portfolios, problem.covariance), across),
    ),
  };
}

/** Sets negligible weights to 0 and scales the others to a sum of 1. */
function shown(weights: Float64Array): Float64Array {
  const kept = weights.map((weight) => isNegligible(weight) ? 0 : weight);
  const total = kept.reduce((sum, weight) => sum + weight, 0);
  return kept.map((weight) => weight / total);
}
