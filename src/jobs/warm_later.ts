import { pause } from "../runtime/pause.ts";

/**
 * Milliseconds after the start of a process at which its workers start without a task. Earlier, loading their code
 * would take the processor from the first answers.
 */
export const WARMING_DELAY_MS = 5_000;

/** Options of `warmLater`. */
export interface WarmLaterOptions {
  /** Milliseconds to wait before the workers start; `Infinity` starts none. */
  readonly delayMs: number;
  /** Signal of the end of the process; no worker starts after it. */
  readonly signal: AbortSignal;
}

/**
 * Starts workers after a delay, so that later work finds their code loaded. `warm` starts them and returns a promise
 * for each pool. Resolves when they are ready, or when the signal aborts before they start.
 */
export async function warmLater(
  warm: () => readonly Promise<void>[],
  { delayMs, signal }: WarmLaterOptions,
): Promise<void> {
  if (delayMs === Infinity) return;
  await pause(delayMs, signal);
  if (!signal.aborted) await Promise.all(warm());
}
