import type { JobErrorCode } from "./job.ts";

/** What a fault of the data of a run, at its place in the body, fails the run with where only the run finds it. */
export function failureCodeOf(pointer: string): JobErrorCode {
  if (/^\/(moments|covariance\/(matrix|factors\/series))(\/|$)/.test(pointer)) return "methods_failed";
  return pointer === "/rolling_backtest/rebalance_every" ? "too_many_rebalances" : "insufficient_history";
}
