/** How a walk-forward goes. Windows and intervals count rows of returns. */
export interface WalkForwardPlan {
  readonly trainWindow: number;
  readonly rebalanceEvery: number;
  /** Whether windows start at the first row, and grow. */
  readonly expanding: boolean;
  /** Whether weights move with returns between rebalances; else they stay on target at no cost. */
  readonly drift: boolean;
  readonly costBps: number;
  readonly slippageBps: number;
}

/** Why rows of returns are too few for the window of a plan; null where they are enough. */
export function whyWindowTooLong({ trainWindow }: Pick<WalkForwardPlan, "trainWindow">, rows: number): string | null {
  if (trainWindow < rows) return null;
  return `Cannot train on ${trainWindow} returns: the history has ${rows}, and one after them is needed`;
}

/** How often a plan rebalances on rows of returns. */
export function rebalancesOf(
  { trainWindow, rebalanceEvery }: Pick<WalkForwardPlan, "trainWindow" | "rebalanceEvery">,
  rows: number,
): number {
  return Math.ceil((rows - trainWindow) / rebalanceEvery);
}
