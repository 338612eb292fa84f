import type { Progress } from "../computations/computation.ts";

/**
 * Shortest time between a progress report of a computation and the next estimated one within the same phase, in
 * milliseconds.
 */
const PERIOD_MS = 500;

/** Milliseconds after which half of a computation's phase is reported as done; after twice this time, two thirds. */
const HALF_MS = 10_000;

/**
 * Reports the progress of a computation to viewers. A phase may report nothing itself; whenever its loops check the
 * stop flag, progress is estimated from the elapsed time. The duration of the phase is unknown, so the reported
 * fraction grows ever more slowly and never reaches the start of the next phase.
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

  /** Records and reports progress that the computation itself states. */
  say(progress: Progress): void {
    this.#said = progress;
    this.#saidAt = this.#elapsedMs();
    this.#tell(progress.fraction, this.#saidAt);
  }

  /**
   * Reports estimated progress within the current phase, if the last report is old enough; called whenever a loop
   * checks the stop flag.
   */
  look(): void {
    if (this.#said === null) return;
    const now = this.#elapsedMs();
    if (now - this.#sentAt < PERIOD_MS) return;
    const { fraction, until = fraction } = this.#said, gone = now - this.#saidAt;
    this.#tell(fraction + (until - fraction) * gone / (gone + HALF_MS), now);
  }

  /** Ends the progress of the computation: later checks of the stop flag report nothing. */
  end(): void {
    this.#said = null;
  }

  #tell(fraction: number, now: number): void {
    if (this.#said === null) return;
    this.#sentAt = now;
    this.#send({ phase: this.#said.phase, fraction });
  }
}
