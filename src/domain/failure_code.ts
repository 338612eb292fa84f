import type { JobErrorCode } from "./job.ts";

/**
 * Returns the error code with which a run fails for a fault in its data that is found only during the run. `pointer` is
 * the place of the fault in the request body.
 */
export function failureCodeOf(pointer: string): JobErrorCode {
  if (/^\/(moments|covariance\/(matrix|factors\/series))(\/|$)/.test(pointer)) return "methods_failed";
  return pointer === "/rolling_backtest/rebalance_every" ? "too_many_rebalances" : "insufficient_history";
}
