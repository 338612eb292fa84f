import { z } from "zod";
import type { ConstraintFamily } from "./constraint_family.ts";
import { inOrder, limit, limitsOn, outOfOrder, within } from "./limits.ts";

const budgetRules = z.strictObject(
  limitsOn("sum of all weights, a fraction of the portfolio; the rest up to 1 is cash"),
).refine(inOrder, { error: ({ input }) => outOfOrder(input) })
  .transform(({ min, max }) => min === undefined && max === undefined ? { min: 1, max: 1 } : { min, max });

export type BudgetRules = z.output<typeof budgetRules>;

/** Limits on the sum of the weights. */
export const budget: ConstraintFamily<BudgetRules> = {
  id: "budget",
  kind: "affine",
  limitsIn: "fraction",
  documentation: {
    title: "Budget",
    formula: "min ≤ Σ w_i ≤ max",
    reference: "Markowitz (1952), Portfolio selection, Journal of Finance 7",
    paragraph: "The smallest and the largest sum of the weights, both 1 by default. The rest up to 1 is cash.",
  },
  rules: budgetRules,
  priceFree: true,
  defaultRule: { min: 1, max: 1 },
  inConflict: "uncounted",
  describe: (rule) => within("Sum of the weights", rule),
  constrain(program, weights, rules, { scale }) {
    limit(program, weights.sum(), rules, { scale, family: this.id, rule: null });
  },
  evaluate(weights, { min, max }) {
    const value = weights.reduce((sum, weight) => sum + weight, 0);
    return [{ family: this.id, rule: null, value, min: min ?? null, max: max ?? null }];
  },
  // The sum starts at the negated limit, so that its rounding is relative to the small difference.
  breach: (weights, { min, max }) =>
    max === undefined || min !== max ? null : Math.abs(weights.reduce((sum, weight) => sum + weight, -max)),
};
