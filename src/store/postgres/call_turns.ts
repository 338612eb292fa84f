import { WaitingLimit } from "../waiting_limit.ts";

/**
 * Number of times that a call waits for its limit while others are answered: it moves up in a long line, and the
 * database is not silent.
 */
const PERIODS_AT_MOST = 3;

/**
 * Turns of calls at a number of connections, in the order in which they came. A call that waits here has sent nothing,
 * so that no queue of the driver, which knows no order across broken connections, keeps it.
 */
export class CallTurns {
  readonly #waiting = new Set<() => void>();
  #free: number;
  #answers = 0;

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a turn. Returns false if none came in the given number of milliseconds without an answer to another call,
   * or in three times that number. Who has a turn gives it back.
   */
  async take(limitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    const turn = Promise.withResolvers<void>();
    this.#waiting.add(turn.resolve);
    for (let periods = 1; periods <= PERIODS_AT_MOST; periods++) {
      const before = this.#answers;
      await settledOrOver(turn.promise, limitMs);
      if (!this.#waiting.has(turn.resolve)) return true;
      if (this.#answers === before) break;
    }
    this.#waiting.delete(turn.resolve);
    return false;
  }

  /** Gives a turn back; the call that has waited longest gets it. */
  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  /** Notes that the database answered a call: calls that still wait for a turn may then wait longer. */
  noteAnswer(): void {
    this.#answers++;
  }
}

async function settledOrOver(turn: Promise<void>, limitMs: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  using _limit = new WaitingLimit(limitMs, resolve);
  await Promise.race([turn, over]);
}
