import { dot } from "../domain/matrix.ts";
import type { MeasureContext } from "./measure.ts";
import { portfolioVolatility } from "./portfolio_volatility.ts";
import type { ReturnSeries } from "./return_series.ts";

/**
 * The mean and the standard deviation per period: of the history, or of the portfolio's own moments where there is
 * none. Null without both.
 */
export function periodMoments(
  series: ReturnSeries | null,
  context: MeasureContext,
): { mean: number; standardDeviation: number } | null {
  if (series !== null && series.values.length > 0) {
    return { mean: series.mean, standardDeviation: series.standardDeviation };
  }
  if (context.portfolio === null) return null;
  const { weights, expectedReturns, covariance } = context.portfolio;
  return { mean: dot(weights, expectedReturns), standardDeviation: portfolioVolatility(weights, covariance) };
}
