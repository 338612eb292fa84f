/**
 * How long anything is waited for. Whoever waits this long waits for what never comes: the busiest machine is no
 * slower, and a test that passes spends nothing of it.
 */
export const DEADLINE_MS = 300_000;

/** Waits until a condition holds; throws at the deadline. */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  what: string | (() => string) = "the condition",
): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!await isSo()) {
    if (performance.now() > deadline) {
      throw new Error(`Waited ${DEADLINE_MS} ms for ${typeof what === "string" ? what : what()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The outcome of a promise, or an error at the deadline. */
export async function inTime<Value>(promise: Promise<Value>, what: () => string): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Waited ${DEADLINE_MS} ms for ${what()}`)), DEADLINE_MS);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
