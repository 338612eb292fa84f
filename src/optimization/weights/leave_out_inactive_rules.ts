import { missedBy, type Problem, type RuleValue } from "../problem.ts";
import { ruleKey, type Solution } from "../solution.ts";
import { PROOF } from "../certify/proof.ts";
import { costlyRules, costlyValues } from "./costly_rules.ts";

/**
 * Solves a problem without the rules that cost much to solve with, takes in those that the weights found miss, and so
 * on until none is missed: what is best under fewer rules and keeps all is best under all, rules that are left out
 * having no price. Where fewer rules show nothing, being met by no best weights or none that are proven, all are taken.
 * The best weights of a search that ended early are those under all rules too, with its bound: more rules take longer.
 */
export function leaveOutInactiveRules(problem: Problem, solve: (problem: Problem) => Solution): Solution {
  if (problem.leftOut !== undefined) return solve(problem);
  let leftOut = costlyRules(problem);
  while (leftOut.size > 0) {
    const solution = solve({ ...problem, leftOut }), { weights, certificate } = solution;
    if (solution.status === "infeasible") return solution;
    if (weights === null) break;
    const missed = costlyValues(problem, weights).filter((value) =>
      leftOut.has(ruleKey(value.family, value.rule)) && !(missedBy(value) <= PROOF.primal)
    );
    if (missed.length > 0) {
      const taken = new Set(lightest(missed, problem).map(({ family, rule }) => ruleKey(family, rule)));
      leftOut = new Set([...leftOut].filter((key) => !taken.has(key)));
      continue;
    }
    if (certificate === null || (solution.status !== "optimal" && certificate.search === undefined)) break;
    return { ...solution, certificate: { ...certificate, primalResidual: residualOf(problem, weights, certificate) } };
  }
  return solve(problem);
}

/**
 * Of rules that are missed those that cost much in a search alone, where there are some: with these the others may be
 * kept without being taken in.
 */
function lightest(missed: readonly RuleValue[], { rules }: Problem): readonly RuleValue[] {
  const heavy = new Set(rules.filter(({ isCostly }) => isCostly).map(({ id }) => id));
  const light = missed.filter(({ family }) => !heavy.has(family));
  return light.length === 0 ? missed : light;
}

/** Of all rules, those that were left out included. */
function residualOf(
  problem: Problem,
  weights: Float64Array,
  { primalResidual }: { readonly primalResidual: number },
): number {
  return costlyValues(problem, weights).reduce((most, value) => Math.max(most, missedBy(value)), primalResidual);
}
