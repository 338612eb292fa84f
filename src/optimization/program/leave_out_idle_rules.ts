import { missedBy, type Problem, type RuleValue } from "../problem.ts";
import { ruleKey, type Solution } from "../solution.ts";
import { PROOF } from "../solve/proof.ts";

/**
 * Solves a problem without the rules that cost much to solve with, takes in those that the weights found miss, and so
 * on until none is missed: what is best under fewer rules and keeps all is best under all, rules that are left out
 * having no price. Where fewer rules show nothing, being met by no best weights or none that are proven, all are taken.
 */
export function leaveOutIdleRules(problem: Problem, solve: (problem: Problem) => Solution): Solution {
  let leftOut = costlyRules(problem);
  if (problem.leftOut !== undefined || hasIntegers(problem)) return solve(problem);
  while (leftOut.size > 0) {
    const solution = solve({ ...problem, leftOut }), { weights, certificate } = solution;
    if (solution.status === "infeasible") return solution;
    if (weights === null) break;
    const missed = ruleValues(problem, weights).filter((value) =>
      leftOut.has(ruleKey(value.family, value.rule)) && !(missedBy(value) <= PROOF.primal)
    );
    if (missed.length > 0) {
      const taken = new Set(missed.map(({ family, rule }) => ruleKey(family, rule)));
      leftOut = new Set([...leftOut].filter((key) => !taken.has(key)));
      continue;
    }
    if (solution.status !== "optimal" || certificate === null) break;
    return { ...solution, certificate: { ...certificate, primalResidual: residualOf(problem, weights, certificate) } };
  }
  return solve(problem);
}

function costlyRules(problem: Problem): ReadonlySet<string> {
  const weights = new Float64Array(problem.assets.length);
  const costly = problem.rules.filter(({ isCostly }) => isCostly);
  return new Set(
    costly.flatMap((rules) => rules.evaluate(weights, problem)).map(({ family, rule }) => ruleKey(family, rule)),
  );
}

/** A search over what is held would be made twice. */
function hasIntegers(problem: Problem): boolean {
  return problem.rules.some((rules) => rules.integers(problem) !== null);
}

function ruleValues(problem: Problem, weights: Float64Array): readonly RuleValue[] {
  return problem.rules.filter(({ isCostly }) => isCostly).flatMap((rules) => rules.evaluate(weights, problem));
}

/** Of all rules, those that were left out included. */
function residualOf(
  problem: Problem,
  weights: Float64Array,
  { primalResidual }: { readonly primalResidual: number },
): number {
  return ruleValues(problem, weights).reduce((most, value) => Math.max(most, missedBy(value)), primalResidual);
}
