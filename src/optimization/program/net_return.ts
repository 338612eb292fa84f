import { dot } from "../../domain/matrix.ts";
import type { CostContext, Problem } from "../problem.ts";
import { Affine, type Variables } from "./program.ts";
import type { ProgramBuilder } from "./program_builder.ts";

/**
 * The expected return of weights per period, less what the rules take from it, times the scale of a program: what
 * objectives maximise, ratios divide and limits on return bound. Concave; affine where nothing is taken. Where each
 * family `isSeparate`, as in a search for those that conflict, what it takes is a variable with a row of its own, which
 * is 0 where the row is left out.
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

/** The expected return of weights per period, less what the rules take from it. */
export function netReturnOf(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce(
    (net, rules) => net - rules.costsOf(weights, problem),
    dot(problem.expectedReturns, weights),
  );
}

/** Whether rules take something from the expected return. */
export function hasCosts({ rules }: Problem): boolean {
  return rules.some(({ hasCosts }) => hasCosts);
}

/** What holding weights costs in each period, by the rules of a problem. */
export function carryOf(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce((sum, rules) => sum + rules.carryOf(weights, problem), 0);
}
