import type { RunnerOptions } from "./runner_options.ts";

/**
 * Times at which a runner looks at the leases of jobs. Where it hears of the jobs of all processes, a ring makes it
 * look only for a job to take, so that many runners do not read all leases whenever one job is accepted.
 */
export class LeaseLooks {
  readonly #options: Pick<RunnerOptions, "timing" | "elapsedMs">;
  #hearsAll = false;
  #dueAt = -Infinity;

  constructor(options: Pick<RunnerOptions, "timing" | "elapsedMs">) {
    this.#options = options;
  }

  /** Notes whether the runner hears of the jobs of all processes from now on. */
  reach(isReached: boolean): void {
    this.#hearsAll = isReached;
  }

  /** Makes the next look due at once. */
  hasten(): void {
    this.#dueAt = -Infinity;
  }

  /** Whether the runner must look now; it then does. */
  isDue(): boolean {
    const { elapsedMs, timing: { pauseMs } } = this.#options;
    if (this.#hearsAll && elapsedMs() < this.#dueAt) return false;
    this.#dueAt = elapsedMs() + pauseMs(this.#hearsAll);
    return true;
  }

  /** Milliseconds until the runner looks again by itself. */
  untilNextMs(): number {
    const { elapsedMs, timing: { pauseMs } } = this.#options;
    return this.#hearsAll ? Math.max(0, this.#dueAt - elapsedMs()) : pauseMs(false);
  }
}
