import { dot } from "../../domain/matrix.ts";
import type { CostContext, Problem } from "../problem.ts";
import { Affine, type Variables } from "./program.ts";
import type { ProgramBuilder } from "./program_builder.ts";

/**
 * The expected return of weights per period less the costs that the rules charge, times the scale of a program.
 * Concave; affine without costs. With `isSeparate`, as in a search for conflicting rules, the costs of each family are
 * a variable with a row of its own. That variable is 0 if the row is left out.
 */
export function netReturn(
  program: ProgramBuilder,
  weights: Variables,
  { isSeparate = false, ...context }: CostContext & { readonly isSeparate?: boolean },
): Affine {
  return context.problem.rules.reduce<Affine>((net, rules) => {
    const costs = rules.costs(program, weights, context);
    if (costs === null) return net;
    if (!isSeparate) return net.minus(costs);
    const taken = program.variables(1, 0).at(0);
    program.atMost(costs, taken, { family: rules.id, rule: null, slackByLimit: Affine.constant(0) });
    return net.minus(taken);
  }, weights.dot(context.problem.expectedReturns));
}

/** The expected return of weights per period less the costs that the rules charge. */
export function netReturnOf(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce(
    (net, rules) => net - rules.costsOf(weights, problem),
    dot(problem.expectedReturns, weights),
  );
}

/** Whether some rule charges costs. */
export function hasCosts({ rules }: Problem): boolean {
  return rules.some(({ hasCosts }) => hasCosts);
}

/** The cost of holding weights for one period, under the rules of a problem. */
export function carryOf(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce((sum, rules) => sum + rules.carryOf(weights, problem), 0);
}
