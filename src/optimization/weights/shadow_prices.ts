import type { Point } from "../program/point.ts";
import { type Program, quadraticTimes } from "../program/program.ts";
import { reducedCostsAt } from "../program/reduced_costs.ts";
import { BINDING_SLACK, ruleKey } from "../solution.ts";

/**
 * Returns the shadow price of each rule: the derivative of the method's value by the limit of the rule. The derivative
 * of the program's objective by the limit is -Σ z'(∂s/∂limit) over the rows of the rule, with multipliers z and slacks
 * s (Boyd and Vandenberghe, Convex Optimization, 5.6.3). `slope` is the derivative of the method's value by that
 * objective, and the price is the product of the two. Rules of families outside `families` get no price.
 */
export function shadowPrices(
  program: Program,
  point: Point,
  { slope, families }: { slope: number; families: ReadonlySet<string> },
): Map<string, number> {
  const prices = new Map<string, number>();
  const add = (family: string, rule: string | null, price: number): void => {
    const key = ruleKey(family, rule);
    prices.set(key, (prices.get(key) ?? 0) + price);
  };
  for (const { firstRow, rows, label, unit } of program.blocks) {
    if (label === null || !families.has(label.family)) continue;
    const derivatives = label.slackByLimit.evaluate(point.x);
    for (let i = 0; i < rows; i++) {
      const derivative = derivatives[derivatives.length === 1 ? 0 : i];
      add(label.family, label.rule, -point.z[firstRow + i] / unit * derivative * slope);
    }
  }
  const bounds = program.boundLabels.filter(({ family }) => families.has(family));
  if (bounds.length === 0) return prices;
  const costs = reducedCostsAt(program, quadraticTimes(program, point.x), point.z);
  // In a homogenised program the bound of a variable is the limit of the rule times the scale.
  const [scale] = program.scale.evaluate(point.x);
  for (const { family, offset, count, rule } of bounds) {
    for (let i = 0; i < count; i++) {
      const j = offset + i;
      const room = Math.min(point.x[j] - program.lower[j], program.upper[j] - point.x[j]);
      if (room <= BINDING_SLACK * scale) add(family, rule(i), costs[j] * scale * slope);
    }
  }
  return prices;
}
