import { assetId } from "../../../domain/asset.ts";
import { type Matrix, matrix, row, symmetricPart, timesVector, transposed } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { clusterName } from "../../hierarchy/cluster_risks.ts";
import { limitsAcross, limitsInside, nestedLimits } from "../../hierarchy/nested_limits.ts";
import type { Problem } from "../../problem.ts";
import { problemWithin, WITHOUT_RULES } from "../../problem_within.ts";
import { largestBreach } from "../../program/constrain_by_rules.ts";
import { isNegligible } from "../../refine/solve_without_negligible.ts";
import type { Solution } from "../../solution.ts";
import { withoutWeights } from "../../weights/without_weights.ts";
import type { Method } from "../method.ts";
import { computed } from "../naive/computed.ts";
import { KEPT, nearestWeights, weighUnderRules } from "./weigh_under_rules.ts";

/** Clusters of the assets, with the methods that weigh them. */
export interface Nested {
  /** The indices of the assets of each cluster, ascending. */
  readonly inside: readonly Int32Array[];
  readonly inner: Method;
  readonly outer: Method;
}

/** Weights inside the clusters, a row for each, and those of all assets. */
interface Weighed {
  readonly portfolios: Matrix;
  readonly weights: Float64Array;
  /** Sentences on the methods whose weights were moved to keep the rules, and on shares that did not settle. */
  readonly said: readonly string[];
}

/** Most rounds in which shares of the limits are taken. */
const MOST_ROUNDS = 30;

/** The rounds end when no weight moves by more. */
const SETTLED = 1e-8;

/** If a weight moved by more in the last round, the answer says so. */
const UNSETTLED = 1e-6;

const NOT_FOUND = "No weights were found that keep the rules to 1e-9";

/**
 * Weighs the assets inside the clusters and then the clusters. Where the weights break a rule, both are weighed again
 * under shares of the limits. The shares are taken at weights that keep the rules, first at the nearest of them, so
 * that none asks for more than can be met. The status is `infeasible` if no weights keep the rules.
 */
export function nest(problem: Problem, nested: Nested, kernels: Kernels): Solution {
  const free = weigh(problem, nested, { kernels });
  if (typeof free === "string") return withoutWeights("failed", free);
  if (problem.rules.length === 0 || largestBreach(free.weights, problem) <= KEPT) return computed(free.weights);
  const nearest = nearestWeights(problem, free.weights, kernels, nested.inside);
  if (nearest.status === "infeasible") return withoutWeights("infeasible");
  if (nearest.weights === null) return withoutWeights("failed", NOT_FOUND);
  const ruled = settled((at) => weigh(problem, nested, { kernels, free, at }), nearest.weights);
  if (typeof ruled === "string") return withoutWeights("failed", ruled);
  const weights = keptExactly(ruled.weights, problem, kernels);
  if (weights === null) return withoutWeights("failed", NOT_FOUND);
  return { ...computed(weights), detail: ruled.said.length === 0 ? null : ruled.said.join(". ") };
}

/**
 * Weighs under the shares of the limits at given weights, and again at the weights found until they settle. A later
 * round in which a method has no answer ends the rounds.
 */
function settled(weighAt: (at: Float64Array) => Weighed | string, first: Float64Array): Weighed | string {
  let found = weighAt(first), moved = Infinity;
  for (let round = 1; typeof found !== "string" && round < MOST_ROUNDS && moved > SETTLED; round++) {
    const { weights: before }: Weighed = found, next = weighAt(before);
    if (typeof next === "string") return found;
    moved = next.weights.reduce((most, weight, i) => Math.max(most, Math.abs(weight - before[i])), 0);
    found = next;
  }
  if (typeof found === "string" || moved <= UNSETTLED) return found;
  const said = `The shares of the rules had not settled after ${MOST_ROUNDS} rounds: the last moved a weight by ${
    moved.toPrecision(2)
  }`;
  return { ...found, said: [...found.said, said] };
}

/**
 * Returns the weights by both methods, or a sentence that says why there are none. They are weighed without rules, or
 * under the shares of the limits at the weights `at`.
 */
function weigh(
  problem: Problem,
  { inside, inner, outer }: Nested,
  { kernels, free, at }: { readonly kernels: Kernels; readonly free?: Weighed; readonly at?: Float64Array },
): Weighed | string {
  const { assets } = problem, limits = at && nestedLimits(problem);
  const portfolios = matrix(inside.length, assets.length), moved = new Set<string>();
  for (const [c, members] of inside.entries()) {
    const rules = limits && at ? limitsInside(limits, { members, inside, at, assets }) : [];
    if (free !== undefined && rules.length === 0) {
      row(portfolios, c).set(row(free.portfolios, c));
      continue;
    }
    const within = weighUnderRules(inner, { ...problemWithin(problem, members), rules }, kernels);
    if (typeof within === "string") return cannotWeigh(clusterName(members, assets), { by: inner, rules, why: within });
    members.forEach((asset, k) => row(portfolios, c)[asset] = within.weights[k]);
    if (within.isMoved) moved.add(`${inner.id} inside the clusters`);
  }
  const whole = problemAcross(problem, portfolios, kernels);
  const rows = inside.map((_, c) => row(portfolios, c));
  const rules = limits && at ? limitsAcross(limits, { portfolios: rows, inside, at, names: whole.assets }) : [];
  const across = weighUnderRules(outer, { ...whole, rules }, kernels);
  if (typeof across === "string") {
    return cannotWeigh(`the ${inside.length} clusters`, { by: outer, rules, why: across });
  }
  if (across.isMoved) moved.add(`${outer.id} across the clusters`);
  return {
    portfolios,
    weights: shown(timesVector(transposed(portfolios), across.weights)),
    said: moved.size === 0
      ? []
      : [`The weights of ${[...moved].join(" and ")} were moved to the nearest that keep the rules`],
  };
}

function cannotWeigh(
  what: string,
  { by, rules, why }: { readonly by: Method; readonly rules: Problem["rules"]; readonly why: string },
): string {
  return `Cannot weigh ${what} by ${by.id}${rules.length === 0 ? "" : " under the share of the rules"}: ${why}`;
}

/** Returns the weights, or the nearest that keep the rules where shares of the limits missed them by rounding. */
function keptExactly(weights: Float64Array, problem: Problem, kernels: Kernels): Float64Array | null {
  if (largestBreach(weights, problem) <= KEPT) return weights;
  const { weights: nearest } = nearestWeights(problem, weights, kernels);
  return nearest !== null && largestBreach(nearest, problem) <= KEPT ? nearest : null;
}

/** Returns the problem across the clusters: a row of `portfolios` (the weights inside a cluster) is an asset of it. */
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
