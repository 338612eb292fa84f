import type { Telemetry } from "../runtime/telemetry.ts";
import type { Log } from "../runtime/log.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";
import type { JobQueue } from "../store/job_queue.ts";
import type { JobWork } from "./job_work.ts";

/** Spare workers, in the order in which they look for a job: one for small jobs, and one for any. */
export const SPARE_PLACES = ["small", "second"] as const;
export type SparePlace = (typeof SPARE_PLACES)[number];

export interface RunnerOptions {
  readonly queue: JobQueue;
  readonly artifacts: Pick<ArtifactRepository, "write" | "find">;
  readonly work: readonly JobWork[];
  /**
   * Computes jobs on spare workers for accounts that have no job on any other, while all `atOnce` are at work. No spare
   * worker of a kind that is absent.
   */
  readonly spareWork?: Readonly<Partial<Record<SparePlace, readonly JobWork[]>>>;
  /**
   * Told true when all regular workers are at large jobs, beside which a small one is taken at once, and false when one
   * is no longer. Nobody is told if absent.
   */
  readonly onLargeJobs?: (areEverywhere: boolean) => void;
  /**
   * Number of jobs that the runner holds at the same time, without those on spare workers. With 0 it only looks
   * after the jobs of dead runners and takes none.
   */
  readonly atOnce: number;
  /** Largest counted work of a job that the runner takes; null or absent for no bound. */
  readonly workLimit?: number | null;
  readonly clock: Clock;
  /** Stopwatch of the runner: returns elapsed milliseconds that never decrease, unlike the time of day. */
  readonly elapsedMs: () => number;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /**
   * Whether the runner ends once it has no job, none waits that it could take, and no lease is left whose runner may be
   * dead; false if absent.
   */
  readonly endsWhenIdle?: boolean;
  /** Signal after which the runner takes no more jobs, and ends when those that it has are done; never if absent. */
  readonly noMoreJobs?: AbortSignal;
  /** Stops the runner: jobs being computed return to the queue, and results being stored are finished. */
  readonly signal: AbortSignal;
  readonly timing: RunnerTiming;
}

/** Waits, periods and time limits of a runner, in milliseconds. */
export interface RunnerTiming {
  /**
   * Returns the milliseconds that a runner waits before it looks for work again, which are more where it hears of the
   * jobs of all processes. The wait varies from call to call, so that processes do not fall into step.
   */
  readonly pauseMs: (hearsAll: boolean) => number;
  /** Milliseconds after which an unchanged lease no longer belongs to its runner. */
  readonly leaseMs: number;
  /** Milliseconds between writes of a job's progress; a large gain is written sooner (see `ProgressPace`). */
  readonly progressMs: number;
  /** Time limit for loading the inputs of a job, in milliseconds. */
  readonly preparationMs: number;
  /** Time limit for the computation of a job, in milliseconds. */
  readonly computationMs: number;
  /**
   * Milliseconds that an attempt at a job waits after each failed request to the store or the bucket before it repeats
   * the request. If the request after the last wait fails too, the attempt counts as lost.
   */
  readonly storingPausesMs: readonly number[];
  /** Longest time in milliseconds that a stopping runner waits for results being stored. */
  readonly graceMs: number;
  /**
   * Milliseconds that a job is computed alone before a spare worker takes a job of another account. Beside large jobs
   * alone a small one does not wait for it.
   */
  readonly aloneMs: number;
  /** Milliseconds after which a spare worker stops a job that proved not to be small, if another account has one. */
  readonly longMs: number;
}

/**
 * Default timing of a runner. A lease lasts 10 s, and progress is written twice a second. Loading the inputs may take
 * ten minutes, computing one hour, and storing a result about half a minute. A stopping runner has 5 s of grace.
 *
 * A spare worker helps after 1 s, and a job that was expected to be small gives way after 10 s.
 */
export const RUNNER_TIMING: Omit<RunnerTiming, "pauseMs"> = {
  leaseMs: 10_000,
  progressMs: 500,
  preparationMs: 600_000,
  computationMs: 3_600_000,
  storingPausesMs: [250, 1_000, 2_000, 4_000, 8_000, 15_000],
  graceMs: 5_000,
  aloneMs: 1_000,
  longMs: 10_000,
};
