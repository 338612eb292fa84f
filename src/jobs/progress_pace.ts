import type { Progress } from "../computations/computation.ts";

/**
 * Number of times per period (the usual time between writes of progress) that a job's progress is checked for a large
 * gain.
 */
export const LOOKS_A_PERIOD = 2;

/**
 * Gain of a job's completed fraction that is written to the store at once, before the next period, so that viewers do
 * not see the job jump.
 */
const LEAP = 0.05;
/**
 * Largest number of writes to the store of one job's progress that are made early, after a large gain, in addition to
 * one write per period. Progress is most of what short jobs write, so a fleet feels each further write.
 */
const LEAPS = 20;

/**
 * Decides when the progress of a job is written: once per period, and between periods after a gain of 5 %, at most
 * twenty times per job.
 */
export class ProgressPace {
  #written: Progress | null = null;
  #looks = 0;
  #isOwed = false;
  #leaps = 0;

  /**
   * Whether the current progress of a job is to be written to the store now; called `LOOKS_A_PERIOD` times per period.
   */
  isDue(progress: Progress | null): boolean {
    this.#looks++;
    if (!this.isNew(progress)) return false;
    if (this.#isOwed || this.#looks % LOOKS_A_PERIOD === 0) return true;
    // The limit for a gain of progress has a tolerance for rounding, because 0.3 - 0.25 is not exactly 0.05.
    if (this.#leaps >= LEAPS || progress.fraction - (this.#written?.fraction ?? 0) < LEAP - 1e-12) return false;
    this.#leaps++;
    return true;
  }

  /** Whether the progress differs from what was written last. */
  isNew(progress: Progress | null): progress is Progress {
    return progress !== null && progress !== this.#written;
  }

  /** Records that the progress could not be written yet, so that it is due at the next look. */
  owe(): void {
    this.#isOwed = true;
  }

  /** Records that the current progress of the job was written to the store. */
  wrote(progress: Progress): void {
    this.#isOwed = false;
    this.#written = progress;
  }
}
