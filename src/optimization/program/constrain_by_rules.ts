import { bindRules } from "../constraints/constraint_family.ts";
import { CONSTRAINT_FAMILIES } from "../constraints/mod.ts";
import type { BoundRules, ConstraintContext, Problem } from "../problem.ts";
import type { Variables } from "./program.ts";
import type { ProgramBuilder } from "./program_builder.ts";

/** The rules of families that apply by default. */
const DEFAULT_RULES: readonly BoundRules[] = [...CONSTRAINT_FAMILIES].flatMap((family) =>
  family.defaultRule === undefined ? [] : [bindRules(family, family.defaultRule)]
);

/** The rules of a problem, with the defaults of the families that it does not name. */
export function rulesInForce({ rules }: Problem): readonly BoundRules[] {
  const named = new Set(rules.map(({ id }) => id));
  return [...DEFAULT_RULES.filter(({ id }) => !named.has(id)), ...rules];
}

/**
 * Adds the rules of a problem to a program, with every limit times `scale`. With `withoutBounds`, no rule relies on the
 * bounds of weights, for example on weights of at least 0.
 */
export function constrainByRules(
  program: ProgramBuilder,
  weights: Variables,
  { problem, scale, withoutBounds = false }: Omit<ConstraintContext, "withoutBounds"> & { withoutBounds?: boolean },
): void {
  for (const bound of rulesInForce(problem)) bound.constrain(program, weights, { problem, scale, withoutBounds });
}

/** The largest violation of a rule at given weights, each in its own unit, by direct evaluation. */
export function largestBreach(weights: Float64Array, problem: Problem): number {
  return rulesInForce(problem).reduce((worst, bound) => Math.max(worst, bound.breach(weights, problem)), 0);
}
