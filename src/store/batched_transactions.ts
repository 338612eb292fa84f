/** Waited for a turn at most: who is before may wait for a store that is away. */
const WAIT_AT_MOST_MS = 1_000;

/**
 * Lets what a process does for one key go one after the other: transactions over the same counters would each undo the
 * reads of all others. It is no lock: after a second nobody waits for a turn any longer.
 */
export class TurnsByKey {
  readonly #last = new Map<string, Promise<void>>();

  /** What the act answers, or throws. */
  async take<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const before = this.#last.get(key);
    const turn = Promise.all([before, over]).then(() => undefined);
    this.#last.set(key, turn);
    if (before !== undefined) await orLater(before);
    try {
      return await act();
    } finally {
      resolve();
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }
}

/** Resolves with a promise, or after a second. */
async function orLater(before: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WAIT_AT_MOST_MS);
  await Promise.race([before, late]);
  clearTimeout(timer);
}
