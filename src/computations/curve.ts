import type { Curve } from "../documents/run_result.ts";

/**
 * Compounded wealth less 1 after each return, and how far it is below the highest so far, the initial 1 included.
 * Wealth beyond the largest number stays there.
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
