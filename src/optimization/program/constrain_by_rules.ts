import { bindRules } from "../constraints/constraint_family.ts";
import { CONSTRAINT_FAMILIES } from "../constraints/mod.ts";
import type { BoundRules, ConstraintContext, Problem } from "../problem.ts";
import type { Variables } from "./program.ts";
import type { ProgramBuilder } from "./program_builder.ts";

/** What holds where a request says nothing. */
const DEFAULT_RULES: readonly BoundRules[] = [...CONSTRAINT_FAMILIES].flatMap((family) =>
  family.defaultRule === undefined ? [] : [bindRules(family, family.defaultRule)]
);

/** The rules of a problem with the defaults of the families that it does not name. */
export function rulesInForce({ rules }: Problem): readonly BoundRules[] {
  const named = new Set(rules.map(({ id }) => id));
  return [...DEFAULT_RULES.filter(({ id }) => !named.has(id)), ...rules];
}

/**
 * Lowers the rules of a problem into a program, every limit times `scale`. With `withoutBounds` each rule means what it
 * says whether or not those of the bounds hold.
 */
export function constrainByRules(
  program: ProgramBuilder,
  weights: Variables,
  { problem, scale, withoutBounds = false }: Omit<ConstraintContext, "withoutBounds"> & { withoutBounds?: boolean },
): void {
  for (const bound of rulesInForce(problem)) bound.constrain(program, weights, { problem, scale, withoutBounds });
}

/** The largest breach of a rule at given weights, each in its own unit, by plain arithmetic. */
export function largestBreach(weights: Float64Array, problem: Problem): number {
  return rulesInForce(problem).reduce((worst, bound) => Math.max(worst, bound.breach(weights, problem)), 0);
}
