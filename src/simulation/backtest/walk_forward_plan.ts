/** Plan of a walk-forward backtest. Windows and intervals are counted in rows of returns. */
export interface WalkForwardPlan {
  readonly trainWindow: number;
  readonly rebalanceEvery: number;
  /** Whether each train window of the backtest starts at the first row and so grows with each rebalance. */
  readonly expanding: boolean;
  /**
   * Whether weights drift with returns between rebalances of the backtest. If not, they stay at the target without
   * cost.
   */
  readonly drift: boolean;
  readonly costBps: number;
  readonly slippageBps: number;
}

/** Returns why the history has too few returns for the train window of a backtest, or null if it has enough. */
export function whyWindowTooLong({ trainWindow }: Pick<WalkForwardPlan, "trainWindow">, rows: number): string | null {
  if (trainWindow < rows) return null;
  return `Cannot train on ${trainWindow} returns: the history has ${rows}, and one after them is needed`;
}

/** Returns the number of rebalances that a backtest plan makes on a number of rows of returns. */
export function rebalancesOf(
  { trainWindow, rebalanceEvery }: Pick<WalkForwardPlan, "trainWindow" | "rebalanceEvery">,
  rows: number,
): number {
  return Math.ceil((rows - trainWindow) / rebalanceEvery);
}

/** Returns the first row of the returns that the weights of each rebalance earn, in ascending order. */
export function rebalanceRowsOf(
  plan: Pick<WalkForwardPlan, "trainWindow" | "rebalanceEvery">,
  rows: number,
): readonly number[] {
  const { trainWindow, rebalanceEvery } = plan;
  return Array.from({ length: Math.max(0, rebalancesOf(plan, rows)) }, (_, k) => trainWindow + k * rebalanceEvery);
}
