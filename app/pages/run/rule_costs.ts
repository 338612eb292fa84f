import type { LimitUnit } from "./limit_figure.ts";
import type { MethodResult } from "./run_documents.ts";

export type RuleReport = NonNullable<MethodResult["constraint_report"]>[number];

/** Steps by which limits are loosened to tell what they cost, by their unit: a percentage point, or one. */
const STEPS: Readonly<Record<LimitUnit, number>> = { fraction: 0.01, number: 1 };

/** What a rule that binds costs: by how much the objective would get better if its limit were a step looser. */
export interface RuleCost {
  readonly rule: RuleReport;
  readonly limit: "min" | "max";
  readonly unit: LimitUnit;
  /** Change of the objective for a limit that is a step looser, per period, to first order. */
  readonly change: number;
}

/** Returns the rules that bind and have a price, the costliest first. `unitOf` tells the unit of a family's limits. */
export function ruleCosts(
  { constraint_report }: Pick<MethodResult, "constraint_report">,
  unitOf: (family: string) => LimitUnit,
): readonly RuleCost[] {
  const costs = (constraint_report ?? []).flatMap((rule): RuleCost[] => {
    const { binding, shadow_price: price } = rule;
    if (!binding || price === null || price === 0) return [];
    const limit = bindingLimit(rule), unit = unitOf(rule.family);
    return [{ rule, limit, unit, change: (limit === "max" ? 1 : -1) * price * STEPS[unit] }];
  });
  return costs.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
}

/**
 * Returns the rule that costs most, of those that somebody has chosen; null where none binds. That a weight is not
 * below 0 is no choice but what a portfolio without short sales is.
 */
export function costliestRule(costs: readonly RuleCost[]): RuleCost | null {
  return costs.find(({ rule, limit }) => rule[limit] !== 0) ?? null;
}

/** Returns the limit of a rule at which its value is. */
function bindingLimit({ value, min, max }: Pick<RuleReport, "value" | "min" | "max">): "min" | "max" {
  if (min === null) return "max";
  return max !== null && Math.abs(max - value) <= Math.abs(value - min) ? "max" : "min";
}
