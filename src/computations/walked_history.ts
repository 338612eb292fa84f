import type { AlignedHistory } from "../documents/aligned_history.ts";

/** History of a backtest: the aligned one, or all returns that there are, in which assets come and go. */
export interface WalkedHistory extends Omit<AlignedHistory, "available"> {
  /** Whether a return is NaN where an asset has none; not if absent. */
  readonly hasGaps?: boolean;
}

/** Returns the history of a run over which its backtests walk. */
export function walkedHistory({ available, ...history }: AlignedHistory): WalkedHistory {
  return available === undefined ? history : { ...history, ...available, hasGaps: true };
}
