import { systemStopwatch } from "./clock.ts";

/** Of the time that a client's turn took, left to everybody else before its next. */
const PAUSE_SHARE = 3;
const LONGEST_PAUSE_MS = 500;

/**
 * Lets work begin that holds the event loop: one at a time, and a client again only when three times as long has gone
 * by for others as its last turn took. Who sends what is dear waits for itself; between two turns the loop comes round.
 */
export class PacedTurns {
  /** What waits, by client; the first one that may is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Until when clients that had a turn wait for their next. */
  readonly #restsUntil = new Map<string, number>();
  #pacing: Promise<void> | null = null;
  readonly #elapsedMs: () => number;

  constructor(elapsedMs: () => number = systemStopwatch) {
    this.#elapsedMs = elapsedMs;
  }

  /** Resolves when it is the turn of this client's work, which must begin at once. */
  take(client: string): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(client);
      if (own === undefined) this.#waiting.set(client, [resolve]);
      else own.push(resolve);
      this.#pacing ??= this.#pace();
    });
  }

  /** Resolves when nothing waits and the last turn is over. */
  async settled(): Promise<void> {
    await this.#pacing;
  }

  async #pace(): Promise<void> {
    while (this.#waiting.size > 0) {
      const client = this.#rested();
      if (client === null) await timer(this.#untilRestedMs());
      else await this.#turn(client);
    }
    this.#pacing = null;
  }

  async #turn(client: string): Promise<void> {
    const begun = this.#elapsedMs();
    this.#shift(client)?.();
    // Comes when the turn has given the loop back, and what came meanwhile has had its turn.
    await timer(0);
    const ended = this.#elapsedMs();
    this.#restsUntil.set(client, ended + Math.min(LONGEST_PAUSE_MS, PAUSE_SHARE * (ended - begun)));
  }

  #rested(): string | null {
    const now = this.#elapsedMs();
    for (const [client, until] of this.#restsUntil) if (until <= now) this.#restsUntil.delete(client);
    return this.#waiting.keys().find((client) => !this.#restsUntil.has(client)) ?? null;
  }

  #untilRestedMs(): number {
    const ends = this.#waiting.keys().map((client) => this.#restsUntil.get(client) ?? 0);
    return Math.max(0, Math.min(...ends) - this.#elapsedMs());
  }

  #shift(client: string): (() => void) | undefined {
    const own = this.#waiting.get(client) ?? [];
    const next = own.shift();
    // Behind the others that wait.
    this.#waiting.delete(client);
    if (own.length > 0) this.#waiting.set(client, own);
    return next;
  }
}

function timer(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
