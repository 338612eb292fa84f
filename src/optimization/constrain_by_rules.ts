import { bindRules, type BoundRules } from "./constraint_family.ts";
import { budget } from "./constraints/budget.ts";
import { weightBounds } from "./constraints/weight_bounds.ts";
import type { Problem } from "./problem.ts";
import type { Affine, ProgramBuilder, Variables } from "./program.ts";

/** What holds where a request says nothing: no weight below 0 unless short selling is allowed, and weights that sum to 1. */
const DEFAULT_RULES: readonly BoundRules[] = [bindRules(weightBounds, {}), bindRules(budget, { min: 1, max: 1 })];

/** The rules of a problem, its defaults included. */
export function rulesInForce({ rules }: Problem): readonly BoundRules[] {
  return [...DEFAULT_RULES.filter(({ id }) => rules.every((bound) => bound.id !== id)), ...rules];
}

/** Lowers every rule of a problem into a program, every limit times `scale`. */
export function constrainByRules(program: ProgramBuilder, weights: Variables, problem: Problem, scale: Affine): void {
  for (const rules of rulesInForce(problem)) rules.constrain(program, weights, { problem, scale });
}

/** The largest breach of a rule at given weights, each in its own unit, by plain arithmetic. */
export function largestBreach(weights: Float64Array, problem: Problem): number {
  const values = rulesInForce(problem).flatMap((rules) => rules.evaluate(weights, problem));
  return values.reduce(
    (worst, { value, min, max }) => Math.max(worst, (min ?? -Infinity) - value, value - (max ?? Infinity)),
    0,
  );
}
