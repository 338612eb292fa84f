/** Names of the phases of a run, in the order in which they come. Their times are in the result. */
export const PHASES = [
  "read",
  "align",
  "rules",
  "estimate",
  "solve",
  "certify",
  "backtest",
  "statistics",
  "documents",
] as const;
export type Phase = typeof PHASES[number];

/** One listener in each thread, because a thread computes one job at a time. */
let onPhase: ((phase: Phase) => void) | null = null;
let current: Phase = "read";

/** Calls the listener whenever a computation of this thread enters a phase; null stops that. */
export function watchPhases(listener: ((phase: Phase) => void) | null): void {
  onPhase = listener;
}

/** Says that the computation of this thread enters a phase. */
export function enterPhase(phase: Phase): void {
  current = phase;
  onPhase?.(phase);
}

/** Runs a part of a phase that counts as another phase, and enters the first one again. */
export function inPhase<Result>(phase: Phase, act: () => Result): Result {
  const before = current;
  enterPhase(phase);
  try {
    return act();
  } finally {
    enterPhase(before);
  }
}
