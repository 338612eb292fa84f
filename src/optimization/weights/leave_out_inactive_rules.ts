import { missedBy, type Problem, type RuleValue } from "../problem.ts";
import { ruleKey, type Solution } from "../solution.ts";
import { PROOF } from "../certify/proof.ts";
import { costlyRules, costlyValues } from "./costly_rules.ts";

/**
 * Solves a problem without its costly rules, adds the rules that the solution breaks, and repeats until it breaks none.
 * The optimum under fewer rules is the optimum under all rules if it keeps them; the multipliers of the omitted rules
 * are 0. If the smaller problem has no optimum, or none that is proven, all rules are added. If a search ends early,
 * its weights are returned with its bound, which is also valid under more rules.
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
 * Of the broken rules, those that are costly only in a search, if there are any. Once these are added, the others may
 * hold without being added.
 */
function lightest(missed: readonly RuleValue[], { rules }: Problem): readonly RuleValue[] {
  const heavy = new Set(rules.filter(({ isCostly }) => isCostly).map(({ id }) => id));
  const light = missed.filter(({ family }) => !heavy.has(family));
  return light.length === 0 ? missed : light;
}

/** The primal residual including the costly rules. */
function residualOf(
  problem: Problem,
  weights: Float64Array,
  { primalResidual }: { readonly primalResidual: number },
): number {
  return costlyValues(problem, weights).reduce((most, value) => Math.max(most, missedBy(value)), primalResidual);
}
