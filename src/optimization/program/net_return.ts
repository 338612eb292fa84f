import { dot } from "../../domain/matrix.ts";
import type { Problem } from "../problem.ts";
import { Affine, type Variables } from "./program.ts";
import type { ProgramBuilder } from "./program_builder.ts";

/**
 * The expected return of weights per period, less what the rules take from it, times the scale of a program: what
 * objectives maximise, ratios divide and limits on return bound. Concave; affine where nothing is taken.
 */
export function netReturn(
  program: ProgramBuilder,
  weights: Variables,
  { problem, scale }: { readonly problem: Problem; readonly scale: Affine },
): Affine {
  return problem.rules.reduce<Affine>((net, rules) => {
    const costs = rules.costs(program, weights, { problem, scale });
    return costs === null ? net : net.minus(costs);
  }, weights.dot(problem.expectedReturns));
}

/** The expected return of weights per period, less what the rules take from it. */
export function netReturnOf(weights: Float64Array, problem: Problem): number {
  return problem.rules.reduce(
    (net, rules) => net - rules.costsOf(weights, problem),
    dot(problem.expectedReturns, weights),
  );
}
