import { dot } from "../domain/matrix.ts";
import type { MeasureContext } from "./measure.ts";
import { portfolioVolatility } from "./portfolio_volatility.ts";
import type { ReturnSeries } from "./return_series.ts";

/**
 * Returns the mean and the standard deviation of the returns per period: those of the history or, without a history,
 * those that follow from the portfolio's weights, expected returns and covariance. Null if there is neither.
 */
export function periodMoments(
  series: ReturnSeries | null,
  context: MeasureContext,
): { mean: number; standardDeviation: number } | null {
  if (series !== null && series.values.length > 0) {
    return { mean: series.mean, standardDeviation: series.standardDeviation };
  }
  if (context.portfolio === null) return null;
  const { weights, expectedReturns, covariance, carry = 0 } = context.portfolio;
  return { mean: dot(weights, expectedReturns) - carry, standardDeviation: portfolioVolatility(weights, covariance) };
}
