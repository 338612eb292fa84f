import { type Matrix, matrix } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { Problem } from "../../problem.ts";
import { WITHOUT_RULES } from "../../problem_within.ts";
import { largestBreach } from "../../program/constrain_by_rules.ts";
import type { Solution } from "../../solution.ts";
import { maxQuadraticUtility } from "../mean_variance/max_quadratic_utility.ts";
import type { Method } from "../method.ts";

/** Largest breach of a rule at weights that count as keeping the rules. */
export const KEPT = 1e-9;

/** Weights that a method computed under rules. */
export interface RuledWeights {
  readonly weights: Float64Array;
  /** Whether the method does not enforce the rules and its weights were moved to the nearest that keep them. */
  readonly isMoved: boolean;
}

/**
 * Returns the weights that a method with default parameters computes under the rules of a problem, or why there are
 * none. A method that does not enforce the rules computes its weights without them; the nearest that keep the rules
 * take their place. A single asset gets the weight 1 without the method.
 */
export function weighUnderRules(method: Method, problem: Problem, kernels: Kernels): RuledWeights | string {
  if (problem.assets.length === 1) return { weights: Float64Array.of(1), isMoved: false };
  const parameters = method.parameters.parse({}), enforced = method.enforces(parameters);
  const isEnforced = problem.rules.every(({ id }) => enforced.has(id));
  const solution = method.solve(isEnforced ? problem : { ...problem, rules: [] }, parameters, kernels);
  const { weights } = solution;
  if (weights === null || !isAnswer(solution)) return whyNot(solution);
  if (isEnforced || largestBreach(weights, problem) <= KEPT) return { weights, isMoved: false };
  const nearest = nearestWeights(problem, weights, kernels);
  return nearest.weights === null || !isAnswer(nearest) ? whyNot(nearest) : { weights: nearest.weights, isMoved: true };
}

/**
 * Solves for the weights under the rules of a problem with the least squared distance to `target`. With clusters, the
 * differences of their sums count far more than those of single weights.
 */
export function nearestWeights(
  problem: Problem,
  target: Float64Array,
  kernels: Kernels,
  clusters: readonly Int32Array[] = [],
): Solution {
  const { length: n } = target, squares = identity(n), expectedReturns = target.slice();
  for (const members of clusters) {
    const sum = members.reduce((all, asset) => all + target[asset], 0);
    for (const i of members) {
      expectedReturns[i] += OF_CLUSTERS * sum;
      for (const j of members) squares.data[i * n + j] += OF_CLUSTERS;
    }
  }
  // t'w - w'w / 2 is largest where the distance of w to t is least.
  const asUtility = {
    ...problem,
    ...WITHOUT_RULES,
    rules: problem.rules,
    returns: null,
    expectedReturns,
    covariance: squares,
  };
  return maxQuadraticUtility.solve(asUtility, { risk_aversion: 1 }, kernels);
}

/** How much more the squared difference of the sum of a cluster counts than that of a single weight. */
const OF_CLUSTERS = 1000;

function identity(n: number): Matrix {
  const square = matrix(n, n);
  for (let i = 0; i < n; i++) square.data[i * n + i] = 1;
  return square;
}

function isAnswer({ status }: Solution): boolean {
  return status === "optimal" || status === "computed";
}

function whyNot({ status, detail }: Solution): string {
  return `${status}${detail === null ? "" : `, ${detail}`}`;
}
