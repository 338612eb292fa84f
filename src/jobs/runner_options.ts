import type { Telemetry } from "../runtime/telemetry.ts";
import type { Log } from "../runtime/log.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";
import type { JobQueue } from "../store/job_queue.ts";
import type { JobWork } from "./job_work.ts";

export interface RunnerOptions {
  readonly queue: JobQueue;
  readonly artifacts: Pick<ArtifactRepository, "write" | "find">;
  readonly work: readonly JobWork[];
  /**
   * The same by a worker of its own: computes a job of another account beside one that takes long, where `atOnce` is 1.
   * None if absent.
   */
  readonly spareWork?: readonly JobWork[];
  /** Jobs in its hands at the same time; with 0 it looks after those of runners that have died, and takes none. */
  readonly atOnce: number;
  readonly clock: Clock;
  /** Milliseconds that only ever grow, as no clock of the wall does. */
  readonly elapsedMs: () => number;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Ends the runner: what it computes goes back to the queue, what it is storing is stored. */
  readonly signal: AbortSignal;
  readonly timing: RunnerTiming;
}

/** How fast a runner is. */
export interface RunnerTiming {
  /**
   * How long to wait before the next look for work; differs from call to call, so that processes do not fall into step.
   */
  readonly pauseMs: () => number;
  /** A lease that has not changed for this long is its runner's no more. */
  readonly leaseMs: number;
  /** How often progress is written; sooner where it leaps, see `ProgressPace`. */
  readonly progressMs: number;
  /** How long it may take to load what a job is computed from. */
  readonly preparationMs: number;
  /** How long a computation may take. */
  readonly computationMs: number;
  /** The waits between attempts to store a result; after the last the attempt is lost. */
  readonly storingPausesMs: readonly number[];
  /** How long a stop waits for what is being stored. */
  readonly graceMs: number;
  /** How long a job is computed before one of another account comes beside it. */
  readonly aloneMs: number;
}

/**
 * A lease of 10 s, progress twice a second, ten minutes to load what an hour may be computed from, and half a minute to
 * get a result stored; a second for a job alone.
 */
export const RUNNER_TIMING: Omit<RunnerTiming, "pauseMs"> = {
  leaseMs: 10_000,
  progressMs: 500,
  preparationMs: 600_000,
  computationMs: 3_600_000,
  storingPausesMs: [250, 1_000, 2_000, 4_000, 8_000, 15_000],
  graceMs: 5_000,
  aloneMs: 1_000,
};
