import { DomainError } from "../domain/errors.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import { isWithinWorkLimit } from "../domain/job.ts";
import type { Clock } from "../runtime/clock.ts";
import type { JobRunnerRepository, JobRunnerSighting } from "../store/job_runners.ts";

/** Milliseconds for which a process that computes counts as alive after its latest note. */
const SEEN_MS = 10 * MINUTE_MS;

export interface WorkBoundOptions {
  readonly jobRunners: Pick<JobRunnerRepository, "list">;
  readonly clock: Clock;
  /** Stopwatch of the process: returns elapsed milliseconds that never decrease. */
  readonly elapsedMs: () => number;
}

/** A version of a process's note that this process has read, and when it saw the version change. */
interface Noticed {
  readonly version: string;
  /** Stopwatch time at which this process read a version other than the one before; null for the first version. */
  readonly changedAt: number | null;
}

/**
 * Bound on the counted work of the jobs that a process accepts. Beyond the bound, it accepts what a process that
 * computes more will take. Such a process notes itself in the store once a minute. It counts as seen where the time of
 * its note lies within ten minutes of this process's clock, before or after, so clocks may differ by a few minutes; or
 * where this process saw the note change within ten minutes of its own stopwatch, whatever the clocks say.
 */
export class WorkBound {
  readonly #workLimit: number | null;
  readonly #options: WorkBoundOptions;
  readonly #noticed = new Map<string, Noticed>();

  constructor(workLimit: number | null, options: WorkBoundOptions) {
    this.#workLimit = workLimit;
    this.#options = options;
  }

  /** Throws `not_ready` for a job of so much work that neither this process nor another one seen lately computes it. */
  async check(work: number): Promise<void> {
    if (isWithinWorkLimit({ work }, this.#workLimit)) return;
    const sightings = await this.#options.jobRunners.list();
    const seen = sightings.filter((sighting) => this.#isSeen(sighting));
    if (seen.some(({ workLimit }) => isWithinWorkLimit({ work }, workLimit))) return;
    throw new DomainError(
      "not_ready",
      `Cannot compute this here: its counted work is ${work}, this service computes up to ${this.#workLimit}, and no ` +
        "process that computes more was seen in the last ten minutes: start `deno task work` on the same database, " +
        "or ask for less, for example fewer assets, days, methods, rebalances or paths",
    );
  }

  #isSeen({ id, version, notedAt }: JobRunnerSighting): boolean {
    const { clock, elapsedMs } = this.#options;
    const before = this.#noticed.get(id), now = elapsedMs();
    const hasChanged = before !== undefined && before.version !== version;
    const changedAt = hasChanged ? now : before?.changedAt ?? null;
    this.#noticed.set(id, { version, changedAt });
    return Math.abs(clock.now() - notedAt) <= SEEN_MS || (changedAt !== null && now - changedAt <= SEEN_MS);
  }
}
