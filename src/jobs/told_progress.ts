import type { Progress } from "../computations/computation.ts";

/** How often a phase that goes on is told of. */
const PERIOD_MS = 500;

/** After so long half of a phase is told as done, after twice as long two thirds. */
const HALF_MS = 10_000;

/**
 * How far a computation is, for who watches it: what it says of itself and, within a phase of which it says nothing,
 * at looks at the stop flag, that it goes on. How long that takes nobody knows, so that the share done grows ever more
 * slowly and never to that of the next phase.
 */
export class ToldProgress {
  readonly #send: (progress: Progress) => void;
  readonly #elapsedMs: () => number;
  #said: Progress | null = null;
  #saidAt = 0;
  #sentAt = 0;

  constructor(send: (progress: Progress) => void, elapsedMs: () => number) {
    this.#send = send;
    this.#elapsedMs = elapsedMs;
  }

  /** Hears what a computation says. */
  say(progress: Progress): void {
    this.#said = progress;
    this.#saidAt = this.#elapsedMs();
    this.#tell(progress.fraction, this.#saidAt);
  }

  /** Hears that it goes on. */
  look(): void {
    if (this.#said === null) return;
    const now = this.#elapsedMs();
    if (now - this.#sentAt < PERIOD_MS) return;
    const { fraction, until = fraction } = this.#said, gone = now - this.#saidAt;
    this.#tell(fraction + (until - fraction) * gone / (gone + HALF_MS), now);
  }

  /** The computation has ended: looks are of no phase now. */
  end(): void {
    this.#said = null;
  }

  #tell(fraction: number, now: number): void {
    if (this.#said === null) return;
    this.#sentAt = now;
    this.#send({ phase: this.#said.phase, fraction });
  }
}
