import type { Problem } from "../problem.ts";
import { historyOf, type RiskMeasure } from "./risk_measure.ts";
import { typicalDeviation } from "./typical_deviation.ts";
import { largestVolatility } from "./volatility.ts";

/**
 * The unit in which a measure of risk stands in a program: the size of returns, or of volatilities where no history is
 * needed. One that has an objective of its own and no rows stands as it is there, unless it is expressed all the same.
 */
export function programUnit(
  measure: RiskMeasure,
  problem: Problem,
  { isExpressed = measure.minimise === undefined }: { readonly isExpressed?: boolean } = {},
): number {
  if (measure.needsHistory) return typicalDeviation(historyOf(problem));
  return isExpressed ? largestVolatility(problem.covariance) : 1;
}
