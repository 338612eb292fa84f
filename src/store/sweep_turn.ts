import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { put, remove, transaction } from "./transaction.ts";

/**
 * Lease of the sweep, as one process sees it: of all processes on a store, one sweeps. The lease holds no time, because
 * clocks differ: it belongs to its process as long as it changes between two looks of another one.
 */
export class SweepTurn {
  readonly #context: StoreContext;
  /** Value of the lease at the last look; null if there was none. */
  #seen: string | null = null;
  #isHeld = false;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  /** Takes or renews the lease; false if another process took or renewed it since this one looked last. */
  async take(): Promise<boolean> {
    const token = this.#context.random.ulid();
    const found = await transaction(this.#context, async (read) => {
      const entry = await read.get<string>(keys.sweepTurn);
      const isFree = entry.value === null || entry.value === this.#seen;
      return {
        checks: [entry],
        mutations: isFree ? [put(keys.sweepTurn, token)] : [],
        result: isFree ? null : entry.value,
      };
    });
    this.#seen = found ?? token;
    this.#isHeld = found === null;
    return this.#isHeld;
  }

  /** Gives the lease up, so that the next process that looks sweeps at once. */
  async end(): Promise<void> {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    await transaction(this.#context, async (read) => {
      const entry = await read.get<string>(keys.sweepTurn);
      const isOurs = entry.value === this.#seen;
      return { checks: [entry], mutations: isOurs ? [remove(keys.sweepTurn)] : [], result: undefined };
    });
  }
}
