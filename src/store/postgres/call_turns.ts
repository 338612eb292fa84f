interface Waiting {
  readonly begin: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Turns of calls at a number of connections, in the order in which they came. A call that waits here has sent nothing,
 * so that no queue of the driver, which knows no order across broken connections, keeps it.
 */
export class CallTurns {
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a turn; returns false if none came in the given number of milliseconds. Who has one gives it back. */
  take(limitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve(false);
      }, limitMs);
      const waiting = { begin: () => resolve(true), timer };
      this.#waiting.add(waiting);
    });
  }

  /** Gives a turn back; the call that has waited longest gets it. */
  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    clearTimeout(next.timer);
    this.#waiting.delete(next);
    next.begin();
  }
}
