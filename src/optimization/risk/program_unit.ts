import type { Problem } from "../problem.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { typicalDeviation } from "./typical_deviation.ts";
import { largestVolatility } from "./volatility.ts";

/**
 * Returns the unit by which a program divides a measure of risk: the typical size of returns, or the largest volatility
 * if the measure needs no history. The unit is 1 where a measure without history is used by its own objective, which
 * adds no rows, and not by its expression (`isExpressed`).
 */
export function programUnit(
  measure: RiskMeasure,
  problem: Problem,
  { isExpressed = measure.minimise === undefined }: { readonly isExpressed?: boolean } = {},
): number {
  if (measure.needsHistory) return typicalDeviation(historyOf(problem));
  return isExpressed ? largestVolatility(problem.covariance) : 1;
}
