import type { Progress } from "../computations/computation.ts";

/** Looks at the progress in a period, at which a leap is noticed. */
export const LOOKS_A_PERIOD = 5;

/** Such a gain of the share done is not left to the next period: whoever watches would see the job jump. */
const LEAP = 0.02;
/** Written between periods for the leaps of one job; each is a write to the store. */
const LEAPS = 50;

/**
 * When the progress of a job is written: once a period, and between periods where it has gained 2 % since it was, at
 * most fifty times a job.
 */
export class ProgressPace {
  #written: Progress | null = null;
  #looks = 0;
  #leaps = 0;

  /** At a look, one of `LOOKS_A_PERIOD`: whether what is new is to be written now. */
  isDue(progress: Progress | null): boolean {
    this.#looks++;
    if (progress === null || progress === this.#written) return false;
    if (this.#looks % LOOKS_A_PERIOD === 0) return true;
    // A rounding less, for shares like 0.04 - 0.02.
    if (this.#leaps >= LEAPS || progress.fraction - (this.#written?.fraction ?? 0) < LEAP - 1e-12) return false;
    this.#leaps++;
    return true;
  }

  /** Hears what was written. */
  wrote(progress: Progress): void {
    this.#written = progress;
  }
}
