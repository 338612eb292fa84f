import type { BoundRules, Problem } from "./problem.ts";

/**
 * Returns the problem with every expected return negated: its largest return is the least return of the original. Its
 * rules still use the original expected returns, and allow the same weights.
 */
export function mirroredProblem(problem: Problem): Problem {
  const { expectedReturns } = problem;
  const original = (of: Problem): Problem => ({ ...of, expectedReturns });
  const within = <Context extends { readonly problem: Problem }>(context: Context): Context => ({
    ...context,
    problem: original(context.problem),
  });
  const mirrored = (rules: BoundRules): BoundRules => ({
    ...rules,
    reach: (likely, of) => rules.reach(likely, original(of)),
    sizeLimits: (of) => rules.sizeLimits(original(of)),
    constrain: (program, weights, context) => rules.constrain(program, weights, within(context)),
    costs: (program, weights, context) => rules.costs(program, weights, within(context)),
    costsOf: (weights, of) => rules.costsOf(weights, original(of)),
    evaluate: (weights, of) => rules.evaluate(weights, original(of)),
    breach: (weights, of) => rules.breach(weights, original(of)),
    slopes: (weights, rule, of) => rules.slopes(weights, rule, original(of)),
    integers: (of) => rules.integers(original(of)),
  });
  return { ...problem, expectedReturns: expectedReturns.map((mean) => -mean), rules: problem.rules.map(mirrored) };
}
