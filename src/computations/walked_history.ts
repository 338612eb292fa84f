import { type Matrix, matrix, sharedMatrix } from "../domain/matrix.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";
import { type BacktestRequest, rowsOfBacktest } from "../request/parts/backtest.ts";

/** History of a backtest: the aligned one, or all returns that there are, in which assets come and go. */
export interface WalkedHistory extends Omit<AlignedHistory, "available"> {
  /** Whether a return is NaN where an asset has none; not if absent. */
  readonly hasGaps?: boolean;
}

/** Returns the history of a run over which a backtest walks: that of its stretch and of the train window before it. */
export function walkedHistory({ available, ...history }: AlignedHistory, backtest: BacktestRequest): WalkedHistory {
  const whole: WalkedHistory = available === undefined ? history : { ...history, ...available, hasGaps: true };
  const { dates, returns, benchmark, factors } = whole;
  const { first, end } = rowsOfBacktest(backtest, dates);
  if (first === 0 && end === dates.length) return whole;
  const of = ({ columns, data }: Matrix): Float64Array => data.subarray(first * columns, end * columns);
  // Idle workers read the returns, too.
  const cut = sharedMatrix(end - first, returns.columns);
  cut.data.set(of(returns));
  return {
    ...whole,
    dates: dates.slice(first, end),
    returns: cut,
    benchmark: benchmark && benchmark.slice(first, end),
    factors: factors && matrix(end - first, factors.columns, of(factors).slice()),
  };
}
