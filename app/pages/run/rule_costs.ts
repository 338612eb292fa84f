import type { LimitUnit } from "./limit_figure.ts";
import type { MethodResult } from "./run_documents.ts";

export type RuleReport = NonNullable<MethodResult["constraint_report"]>[number];

/** Steps by which limits are loosened to tell what they cost, by their unit: a percentage point, or one. */
const STEPS: Readonly<Record<LimitUnit, number>> = { fraction: 0.01, number: 1 };

/** What a rule that binds costs: by how much the objective would change if its limit were a step looser. */
export interface RuleCost {
  readonly rule: RuleReport;
  /** The limit that binds; `both` where the rule asks for exactly one value, so that neither is looser. */
  readonly limit: "min" | "max" | "both";
  readonly unit: LimitUnit;
  /**
   * Change of the objective per period, to first order, for a limit that is a step looser; of `both`, for a value that
   * is a step higher, and a lower one changes it the other way.
   */
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
    return [{ rule, limit, unit, change: (limit === "min" ? -1 : 1) * price * STEPS[unit] }];
  });
  return costs.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
}

/**
 * Returns the rule that costs most, of those that somebody has chosen and that could have more room; null where none
 * binds. That a weight is not below 0 is no choice but what a portfolio without short sales is. What more room brings
 * where a rule asks for exactly one value hangs on the side to which it is given, so such a rule is left out.
 */
export function costliestRule(costs: readonly RuleCost[]): (RuleCost & { readonly limit: "min" | "max" }) | null {
  for (const cost of costs) {
    const { rule, limit } = cost;
    if (limit !== "both" && rule[limit] !== 0) return { ...cost, limit };
  }
  return null;
}

/** Returns the limit of a rule at which its value is. */
function bindingLimit({ value, min, max }: Pick<RuleReport, "value" | "min" | "max">): RuleCost["limit"] {
  if (min === null) return "max";
  if (max === null) return "min";
  if (min === max) return "both";
  return Math.abs(max - value) <= Math.abs(value - min) ? "max" : "min";
}
