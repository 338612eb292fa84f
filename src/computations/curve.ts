import type { Curve } from "../documents/run_result.ts";

/**
 * Returns the cumulative return and the drawdown after each return of a series. The peak includes the initial wealth of
 * 1. Wealth is capped at the largest finite number.
 */
export function curveOf(returns: Float64Array): Curve {
  const cumulative: number[] = [], drawdown: number[] = [];
  let wealth = 1, peak = 1;
  for (const value of returns) {
    wealth = Math.max(-Number.MAX_VALUE, Math.min(wealth * (1 + value), Number.MAX_VALUE));
    peak = Math.max(peak, wealth);
    cumulative.push(wealth - 1);
    drawdown.push(1 - wealth / peak);
  }
  return { cumulative_return: cumulative, drawdown };
}
