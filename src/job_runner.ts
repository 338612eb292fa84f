import { runSweeps } from "./background.ts";
import { type Config, ConfigError } from "./config.ts";
import { createDependencies, type Dependencies } from "./dependencies.ts";
import { systemStopwatch } from "./runtime/clock.ts";
import { randomFraction } from "./runtime/random.ts";
import { runPeriodically } from "./runtime/run_periodically.ts";
import { HOUR_MS, isoTimestamp } from "./domain/instant.ts";
import type { Computations } from "./computations/mod.ts";
import { giveFiguresToEarlierRuns } from "./jobs/figures_of_earlier_runs.ts";
import { observeProcess } from "./jobs/observe_process.ts";
import { workOfKinds } from "./jobs/kinds/mod.ts";
import { noteJobRunner } from "./jobs/note_job_runner.ts";
import { runJobs } from "./jobs/runner.ts";
import { RUNNER_TIMING, type RunnerTiming, type SparePlace } from "./jobs/runner_options.ts";
import { WARMING_DELAY_MS, warmLater } from "./jobs/warm_later.ts";
import { WorkerPool } from "./jobs/worker_pool.ts";
import type { SettingsFiles } from "./settings_files.ts";
import type { Store } from "./store/open_store.ts";

export interface JobRunnerOptions {
  /** Signal that stops the job runner. The job runner then gives unfinished jobs back to the queue. */
  readonly signal: AbortSignal;
  readonly timing?: Partial<RunnerTiming>;
  /**
   * Milliseconds after which the workers that compute jobs start, if no job comes before; `Infinity` leaves each to its
   * first job; `WARMING_DELAY_MS` if absent.
   */
  readonly warmingDelayMs?: number;
  /**
   * Workers that compute the jobs, which stay open at the end and have no spare ones; absent means workers of the job
   * runner's own, as many as the settings say.
   */
  readonly pool?: WorkerPool<Computations>;
  /** Whether the job runner ends when it is idle (see `RunnerOptions.endsWhenIdle`); false if absent. */
  readonly endsWhenIdle?: boolean;
  /** Signal after which it takes no more jobs and ends when those that it has are done; never if absent. */
  readonly noMoreJobs?: AbortSignal;
  /** Whether other processes may count on this one to compute large jobs as long as it lives; true if absent. */
  readonly isLasting?: boolean;
  /**
   * Whether it computes the missing dashboard figures of earlier runs, for which it reads every account; true if
   * absent.
   */
  readonly completesDashboards?: boolean;
}

const LOOK_EVERY_MS = 250;
/** The same where the runner hears of the jobs that other processes accept, return or cancel. */
const LOOK_WHEN_HEARING_MS = 1_500;
/**
 * Idle milliseconds after which a spare worker of a job runner ends, because it is rarely needed. The one for small
 * jobs stays while large jobs have taken all regular workers.
 */
const SPARE_IDLE_MS = 5_000;
/**
 * Milliseconds for which large jobs have taken all regular workers before the spare worker for small jobs starts.
 * Beside large jobs that end sooner it is not worth its memory.
 */
const LARGE_FOR_MS = 1_000;
/** Amount added to the POSIX `nice` value of the worker for small jobs; that of regular workers is larger. */
const SMALL_NICENESS = 3;

/**
 * Computes queued jobs until the signal aborts, in as many workers as the settings say, and takes over the jobs of
 * runners that died. Spare workers help out while all are at work. With 0 workers it returns the jobs of dead runners
 * to the queue but computes none.
 */
export async function runJobsOfService(
  dependencies: Dependencies,
  options: JobRunnerOptions,
): Promise<void> {
  const {
    signal,
    timing,
    warmingDelayMs = WARMING_DELAY_MS,
    pool: given,
    isLasting = true,
    completesDashboards = true,
    ...ending
  } = options;
  const { config, jobQueue, artifacts, marketData, clock, random, log, telemetry } = dependencies;
  const own = given !== undefined || config.workers === 0
    ? null
    : new WorkerPool<Computations>({ workers: config.workers, isolation: config.isolation });
  const pool = given ?? own;
  let areLargeEverywhere = false, warmingSpare: ReturnType<typeof setTimeout> | undefined;
  const spare = own === null ? {} : sparePoolsOf(config, { isSmallKept: () => areLargeEverywhere });
  const warming = warmLater(() => pool === null ? [] : [pool.warm()], { delayMs: warmingDelayMs, signal });
  const sources = { marketData, now: () => isoTimestamp(clock.now()) };
  const over = new AbortController();
  const completing = completesDashboards
    ? completeDashboards(dependencies, { signal: AbortSignal.any([signal, over.signal]) })
    : null;
  if (isLasting) observeProcess(dependencies, { pool, spare: Object.values(spare) });
  const noting = isLasting && config.workers > 0 ? noteJobRunner(dependencies, { signal }) : null;
  await runJobs({
    queue: jobQueue,
    artifacts,
    work: pool === null ? [] : workOfKinds({ pool, sources }),
    spareWork: Object.fromEntries(
      Object.entries(spare).map(([place, pool]) => [place, workOfKinds({ pool, sources })]),
    ),
    onLargeJobs(areEverywhere) {
      areLargeEverywhere = areEverywhere;
      clearTimeout(warmingSpare);
      // Otherwise the next small job would wait until its worker has started, which takes long beside large jobs.
      if (areEverywhere) warmingSpare = setTimeout(() => spare.small?.warm(), LARGE_FOR_MS);
    },
    atOnce: config.workers,
    workLimit: config.workLimit,
    clock,
    elapsedMs: systemStopwatch,
    log,
    telemetry,
    signal,
    ...ending,
    // The pause between two searches of the queue for work varies at random. Otherwise the processes on one store would
    // search at the same moments.
    timing: {
      ...RUNNER_TIMING,
      pauseMs: (hearsAll) => (hearsAll ? LOOK_WHEN_HEARING_MS : LOOK_EVERY_MS) * (0.8 + 0.4 * randomFraction(random)),
      ...timing,
    },
  });
  over.abort();
  clearTimeout(warmingSpare);
  const closing = [own, ...Object.values(spare)].map((pool) => pool?.close());
  await Promise.all([warming, completing, noting, ...closing]);
}

/**
 * Returns the spare workers of a process. The one for small jobs has a higher priority than those at large jobs, and a
 * single regular worker shares its time with a second one, because accounts could not take turns otherwise.
 */
function sparePoolsOf(
  { workers, isolation }: Dependencies["config"],
  { isSmallKept }: { readonly isSmallKept: () => boolean },
): Partial<Record<SparePlace, WorkerPool<Computations>>> {
  const options = { workers: 1, idleMs: SPARE_IDLE_MS, isolation };
  const small = new WorkerPool<Computations>({ ...options, niceness: SMALL_NICENESS, isKept: isSmallKept });
  return workers > 1 ? { small } : { small, second: new WorkerPool<Computations>(options) };
}

/**
 * Computes the missing dashboard figures of runs that an earlier version of the service stored without them, at once
 * and then every hour.
 */
async function completeDashboards(dependencies: Dependencies, { signal }: { signal: AbortSignal }): Promise<void> {
  const { log } = dependencies;
  await runPeriodically(() => giveFiguresToEarlierRuns(dependencies, { signal }), {
    pauseMs: () => HOUR_MS,
    signal,
    onError: (reason) => log.warn("dashboards not completed", { reason }),
  });
}

/** Type of a started job runner: a process that computes jobs and answers no HTTP requests. */
export interface JobRunner {
  readonly dependencies: Dependencies;
  /** Stops the job runner: gives unfinished jobs back to the queue and closes the store. */
  stop(): Promise<void>;
}

export interface JobRunnerParts {
  readonly config: Config;
  readonly files: SettingsFiles;
  readonly store: Store;
  /** Metrics that the job runner counts; absent means those of OpenTelemetry. */
  readonly telemetry?: Dependencies["telemetry"];
}

/**
 * Starts a job runner: a process that answers no HTTP requests, computes jobs that other processes accept, and deletes
 * expired data from the store. Throws a `ConfigError` if the settings allow no worker.
 */
export function startJobRunner({ config, files, store, ...given }: JobRunnerParts): JobRunner {
  if (config.workers === 0) throw new ConfigError(["Cannot run jobs with WORKERS 0: set at least 1"]);
  const dependencies = createDependencies({ config, repositories: store, signingKeys: files.signingKeys, ...given });
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = Promise.all([runJobsOfService(dependencies, { signal }), runSweeps(dependencies, { signal })]);
  return {
    dependencies,
    async stop() {
      stopping.abort();
      await running;
      dependencies.marketDataPool.close();
      await store.close();
    },
  };
}
