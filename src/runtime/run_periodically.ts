import { pause } from "./pause.ts";

export interface PeriodicOptions {
  readonly pauseMs: () => number;
  /** Signal that ends the periodic loop: at once during a pause, or else when the running task ends. */
  readonly signal: AbortSignal;
  readonly onError: (reason: string) => void;
}

/**
 * Runs a task repeatedly, with a pause after each run, until the signal aborts. A failure is reported to `onError` and
 * the loop continues. Resolves after the abort, once a running task has ended.
 */
export async function runPeriodically(task: () => Promise<unknown>, options: PeriodicOptions): Promise<void> {
  const { pauseMs, signal, onError } = options;
  while (!signal.aborted) {
    try {
      await task();
    } catch (error) {
      // A task that fails after the signal has aborted was interrupted, so its error is not reported.
      if (!signal.aborted) onError(error instanceof Error ? error.message : String(error));
    }
    await pause(pauseMs(), signal);
  }
}
