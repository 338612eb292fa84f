/**
 * Longest time that a test waits for an event, in milliseconds. It is far longer than any awaited event takes, so
 * reaching it means that the event does not come. A passing test does not use it up.
 */
export const DEADLINE_MS = 300_000;

/** Pause between two checks of `until`, in milliseconds. */
const PAUSE_MS = 5;

/**
 * Test helper. Waits until a condition holds, checking it every 5 ms. With `longestPauseMs`, for a condition that costs
 * much to check, each pause is half as long again as the one before, up to this number of milliseconds. Throws after
 * `DEADLINE_MS`; `what` names the condition in the error.
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

/**
 * Test helper. Returns the value of a promise. Throws if it is not settled after `DEADLINE_MS`; `what` describes what
 * was awaited.
 */
export async function inTime<Value>(promise: Promise<Value>, what: () => string): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Waited ${DEADLINE_MS} ms for ${what()}`)), DEADLINE_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
