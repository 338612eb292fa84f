import { bindRules } from "../constraints/constraint_family.ts";
import type { BoundRules, Problem } from "../problem.ts";
import { budget } from "../constraints/budget.ts";
import { weightBounds } from "../constraints/weight_bounds.ts";
import type { Affine, ProgramBuilder, Variables } from "./program.ts";

/**
 * What holds where a request says nothing: no weight below 0 unless short selling is allowed, and weights that sum to
 * 1.
 */
const DEFAULT_RULES: readonly BoundRules[] = [bindRules(weightBounds, {}), bindRules(budget, { min: 1, max: 1 })];

/** The rules of a problem with the defaults of the families that it does not name. */
export function rulesInForce({ rules }: Problem): readonly BoundRules[] {
  return [...DEFAULT_RULES.filter(({ id }) => !isNamed(rules, id)), ...rules];
}

/**
 * Lowers the rules of a problem into a program, every limit times `scale`; defaults without a label, for nobody asks
 * what they cost.
 */
export function constrainByRules(program: ProgramBuilder, weights: Variables, problem: Problem, scale: Affine): void {
  const { rules, short } = problem;
  if (!isNamed(rules, "weight_bounds") && !short) program.bound(weights, { lower: new Float64Array(weights.count) });
  if (!isNamed(rules, "budget")) program.equal(weights.sum(), scale);
  for (const bound of rules) bound.constrain(program, weights, { problem, scale });
}

/** The largest breach of a rule at given weights, each in its own unit, by plain arithmetic. */
export function largestBreach(weights: Float64Array, problem: Problem): number {
  const { rules, short } = problem;
  let worst = 0;
  if (!isNamed(rules, "weight_bounds") && !short) { for (const weight of weights) worst = Math.max(worst, -weight); }
  if (!isNamed(rules, "budget")) worst = Math.max(worst, Math.abs(weights.reduce((sum, weight) => sum + weight, -1)));
  for (const { value, min, max } of rules.flatMap((bound) => bound.evaluate(weights, problem))) {
    worst = Math.max(worst, (min ?? -Infinity) - value, value - (max ?? Infinity));
  }
  return worst;
}

function isNamed(rules: readonly BoundRules[], id: BoundRules["id"]): boolean {
  return rules.some((bound) => bound.id === id);
}
