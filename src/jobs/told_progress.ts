import type { Progress } from "../computations/computation.ts";

/** Milliseconds between reports of progress within a phase that continues. */
const PERIOD_MS = 500;

/** Milliseconds after which half of a phase is reported as done; after twice this time, two thirds. */
const HALF_MS = 10_000;

/**
 * Reports the progress of a computation to viewers. Within a phase that reports nothing itself, checks of the stop flag
 * show that the phase continues. Its duration is unknown, so the reported fraction grows ever more slowly and never
 * reaches the start of the next phase.
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

  /** Records and reports progress that the computation states. */
  say(progress: Progress): void {
    this.#said = progress;
    this.#saidAt = this.#elapsedMs();
    this.#tell(progress.fraction, this.#saidAt);
  }

  /** Reports progress within the current phase, if the last report is old enough; called at checks of the stop flag. */
  look(): void {
    if (this.#said === null) return;
    const now = this.#elapsedMs();
    if (now - this.#sentAt < PERIOD_MS) return;
    const { fraction, until = fraction } = this.#said, gone = now - this.#saidAt;
    this.#tell(fraction + (until - fraction) * gone / (gone + HALF_MS), now);
  }

  /** Ends the computation: later checks of the stop flag report nothing. */
  end(): void {
    this.#said = null;
  }

  #tell(fraction: number, now: number): void {
    if (this.#said === null) return;
    this.#sentAt = now;
    this.#send({ phase: this.#said.phase, fraction });
  }
}
