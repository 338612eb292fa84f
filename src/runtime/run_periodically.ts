import { pause } from "./pause.ts";

export interface PeriodicOptions {
  readonly pauseMs: () => number;
  /** Ends the loop, in a pause at once. */
  readonly signal: AbortSignal;
  readonly onError: (reason: string) => void;
}

/**
 * Runs a task again and again, a pause after each end; a failure is told and the next turn taken. Resolves when the
 * signal aborts.
 */
export async function runPeriodically(task: () => Promise<unknown>, options: PeriodicOptions): Promise<void> {
  const { pauseMs, signal, onError } = options;
  while (!signal.aborted) {
    try {
      await task();
    } catch (error) {
      // What ends with the signal has not failed.
      if (!signal.aborted) onError(error instanceof Error ? error.message : String(error));
    }
    await pause(pauseMs(), signal);
  }
}
