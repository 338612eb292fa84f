import type { JobKindName } from "../../src/domain/job_kinds.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import type { Computations } from "../../src/computations/mod.ts";
import { workOfKinds } from "../../src/jobs/kinds/mod.ts";
import type { JobWork } from "../../src/jobs/job_work.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { sample } from "../../src/market_data/providers/sample.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { type RunningJobs, runningJobs, type RunningJobsOptions } from "./running_jobs.ts";
import { RISK_FREE_RATES } from "./submission.ts";
import { sourceOfChance } from "./temporary_store.ts";

/**
 * Phase of an attempt at a job at which a test makes the attempt wait. `written` is the moment after all files of the
 * job are written.
 */
export type Stop = "preparing" | "computing" | "uploading" | "written";

export interface RunnerProcessOptions {
  /** Number of jobs that the test's job runner works on at the same time. */
  readonly atOnce: number;
  readonly leaseMs: number;
  /**
   * Phase at which every attempt at a job but the third, its last, waits forever, so that the test can kill the process
   * there; null makes no attempt wait.
   */
  readonly stopAt: Stop | null;
}

const LAST_ATTEMPT = 3;

/**
 * Script for tests that runs the jobs of a store with real workers in its own process, so that a test can kill it.
 * Arguments: the path of the store, and the options as JSON. The signal SIGUSR2 advances the runner's stopwatch by the
 * length of a lease.
 */
if (import.meta.main) await run(Deno.args[0], JSON.parse(Deno.args[1]));

async function run(path: string, { atOnce, leaseMs, stopAt }: RunnerProcessOptions): Promise<void> {
  const clock = { now: () => Date.now() };
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
  let aheadMs = 0;
  Deno.addSignalListener("SIGUSR2", () => aheadMs += leaseMs);
  stoppingRunner(store, {
    pool: new WorkerPool<Computations>({ workers: atOnce }),
    stopAt,
    stop: () => new Promise(() => {}),
    clock,
    elapsedMs: () => performance.now() + aheadMs,
    atOnce,
    timing: { leaseMs },
  });
}

export interface StoppingRunnerOptions extends Pick<RunningJobsOptions, "clock" | "elapsedMs" | "atOnce" | "timing"> {
  readonly pool: WorkerPool<Computations>;
  readonly stopAt: Stop | null;
  /** Kinds of the jobs that the test's runner computes; all kinds if absent. */
  readonly kinds?: readonly JobKindName[];
  /** Returns the promise for which an attempt waits when it has reached the phase `stopAt`. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a runner in this process for jobs on the sample market. Every attempt at a job but its last waits at the phase
 * `stopAt`, for the promise that `stop` returns.
 */
export function stoppingRunner(
  store: Pick<Store, "jobQueue" | "artifacts">,
  { pool, stopAt, kinds, stop, ...running }: StoppingRunnerOptions,
): RunningJobs {
  const sources = { marketData: sample, riskFreeRates: RISK_FREE_RATES, now: () => new Date().toISOString() };
  const attempts = new Map<string, number>();
  const pass = async (place: Stop, jobId: string): Promise<void> => {
    if (place === stopAt && (attempts.get(jobId) ?? 1) < LAST_ATTEMPT) await stop();
  };
  const work = workOfKinds({ pool, sources }).filter(({ kind }) => kinds?.includes(kind) ?? true);
  return runningJobs(store, {
    ...running,
    work: work.map((one) => stopping(one, pass)),
    queue: {
      ...store.jobQueue,
      async claim(after, options) {
        const lease = await store.jobQueue.claim(after, options);
        if (lease !== null) attempts.set(lease.jobId, lease.attempt);
        // Counts the attempts of a report by the id of its run, because the files of a report are stored under that id.
        if (lease?.job.kind === "report") attempts.set(lease.job.parentRunId ?? lease.jobId, lease.attempt);
        return lease;
      },
    },
    artifacts: {
      async write(accountId, jobId, files) {
        await pass("uploading", jobId);
        const written = await store.artifacts.write(accountId, jobId, files);
        await pass("written", jobId);
        return written;
      },
    },
  });
}

/**
 * Test helper. Wraps the work of a job kind so that it calls `pass`, which may wait forever, before preparing and
 * before computing.
 */
function stopping(work: JobWork, pass: (place: Stop, jobId: string) => Promise<void>): JobWork {
  return {
    ...work,
    async prepare(task, options) {
      await pass("preparing", task.id);
      const prepared = await work.prepare(task, options);
      return {
        ...prepared,
        async compute(options) {
          options.onProgress?.({ phase: "computing", fraction: 0.1 });
          await pass("computing", task.id);
          return await prepared.compute(options);
        },
      };
    },
  };
}
