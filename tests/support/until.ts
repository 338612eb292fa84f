/**
 * Longest time that a test waits for an event, in milliseconds. Even the busiest machine is faster, so reaching it
 * means that the event never comes. A passing test does not use it up.
 */
export const DEADLINE_MS = 300_000;

/** Pause between two looks of `until`, in milliseconds. */
const PAUSE_MS = 5;

/**
 * Test helper. Waits until a condition holds. Throws at the deadline. Where a look costs much, `longestPauseMs` lets
 * the pauses between looks grow by half each time, up to this number of milliseconds.
 */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what: string | (() => string) = "the condition",
  { longestPauseMs = PAUSE_MS }: { longestPauseMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  let pauseMs = PAUSE_MS;
  while (!await isSo()) {
    if (performance.now() > deadline) {
      throw new Error(`Waited ${DEADLINE_MS} ms for ${typeof what === "string" ? what : what()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(1.5 * pauseMs, longestPauseMs);
  }
}

/** Test helper. Returns the value of a promise. Throws if it is not settled by the deadline. */
export async function inTime<Value>(promise: Promise<Value>, what: () => string): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Waited ${DEADLINE_MS} ms for ${what()}`)), DEADLINE_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
