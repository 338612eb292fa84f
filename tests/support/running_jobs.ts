import type { Telemetry } from "../../src/runtime/telemetry.ts";
import type { Log } from "../../src/runtime/log.ts";
import { artifactOf } from "../../src/documents/document.ts";
import { runResult } from "../../src/documents/run_result.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import type { Job, JobError } from "../../src/domain/job.ts";
import type { ComputedJob, JobTask, JobWork } from "../../src/jobs/job_work.ts";
import { runJobs } from "../../src/jobs/runner.ts";
import { RUNNER_TIMING, type RunnerOptions, type RunnerTiming } from "../../src/jobs/runner_options.ts";
import type { RunOptions } from "../../src/jobs/run_options.ts";
import type { JobQueue } from "../../src/store/job_queue.ts";
import type { Store } from "../../src/store/open_store.ts";
import { runResultOf } from "./small_results.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "./temporary_store.ts";
import { DEADLINE_MS, until } from "./until.ts";

/**
 * Timing of job runners in tests. The runner looks for work every 20 ms. Its lease lasts as long as the deadline of
 * tests (`DEADLINE_MS`), so that a slow machine never makes a live runner lose a job; tests of expired leases move the
 * runner's stopwatch.
 */
export const TEST_TIMING: RunnerTiming = {
  ...RUNNER_TIMING,
  pauseMs: () => 20,
  leaseMs: DEADLINE_MS,
  progressMs: 30,
  storingPausesMs: [20, 50, 100, 200, 400],
  graceMs: DEADLINE_MS,
};

export interface RunningJobs {
  /**
   * Telemetry counts of the test's job runner. The key is the name of the count and the values of its attributes,
   * separated by spaces.
   */
  readonly counts: ReadonlyMap<string, number>;
  /** Events that the test's job runner logged, each with its fields as JSON. */
  readonly events: readonly string[];
  /** Resolves when the test's job runner has ended, by itself or because it was stopped. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface RunningJobsOptions extends Pick<RunnerOptions, "work"> {
  readonly clock: { now(): number };
  readonly atOnce?: number;
  readonly timing?: Partial<RunnerTiming>;
  /**
   * Returns the time on the stopwatch of the test's job runner, in milliseconds; the default is that of the machine.
   */
  readonly elapsedMs?: () => number;
  /** Job queue that the test's job runner uses; the default is that of the store. */
  readonly queue?: RunnerOptions["queue"];
  readonly artifacts?: Pick<RunnerOptions["artifacts"], "write">;
  readonly spareWork?: RunnerOptions["spareWork"];
  readonly onLargeJobs?: RunnerOptions["onLargeJobs"];
  readonly workLimit?: RunnerOptions["workLimit"];
  readonly noMoreJobs?: AbortSignal;
}

/** Test helper. Starts a job runner on a store. It runs until it is stopped. */
export function runningJobs(
  store: Pick<Store, "jobQueue" | "artifacts">,
  { work, clock, atOnce = 1, timing, ...given }: RunningJobsOptions,
): RunningJobs {
  const stopping = new AbortController();
  const counts = new Map<string, number>();
  const events: string[] = [];
  const telemetry: Telemetry = {
    count: (name, attributes = {}) => {
      const text = [name, ...Object.values(attributes)].join(" ");
      counts.set(text, (counts.get(text) ?? 0) + 1);
    },
    record: () => undefined,
    observe: () => undefined,
  };
  const note: Log["info"] = (event, fields) => void events.push(`${event} ${JSON.stringify(fields)}`);
  const done = runJobs({
    queue: given.queue ?? store.jobQueue,
    artifacts: { ...store.artifacts, ...given.artifacts },
    work,
    ...given.spareWork === undefined ? {} : { spareWork: given.spareWork },
    ...given.onLargeJobs === undefined ? {} : { onLargeJobs: given.onLargeJobs },
    atOnce,
    ...given.workLimit === undefined ? {} : { workLimit: given.workLimit },
    ...given.noMoreJobs === undefined ? {} : { noMoreJobs: given.noMoreJobs },
    clock,
    elapsedMs: given.elapsedMs ?? (() => performance.now()),
    log: { debug: note, info: note, warn: note, error: note },
    telemetry,
    signal: stopping.signal,
    timing: { ...TEST_TIMING, ...timing },
  });
  return {
    counts,
    events,
    ended: done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

export interface ScriptedComputation {
  readonly task: JobTask;
  /**
   * Number of the scripted computation, counted from 1 over all jobs of this work in the order in which they begin to
   * compute.
   */
  readonly number: number;
  readonly options: RunOptions;
}

/**
 * Test helper. Returns the work of runs with a computation that the test scripts. `compute` returns the error of the
 * job, or null if it succeeds; an exception ends the attempt. `inputs` are stored as the inputs of each job that has
 * none.
 */
export function scriptedWork(
  compute: (computation: ScriptedComputation) => Promise<JobError | null> | JobError | null = () => null,
  { inputs = null }: { inputs?: Uint8Array<ArrayBuffer> | null } = {},
): JobWork {
  let number = 0;
  return {
    kind: "optimization",
    knows: () => true,
    prepare: (task) =>
      Promise.resolve({
        compute: async (options) => ({
          ...computedJob(task.id, await compute({ task, number: ++number, options })),
          inputs: task.inputs === null ? inputs : null,
        }),
      }),
  };
}

function computedJob(id: string, error: JobError | null): ComputedJob {
  return {
    error,
    notProven: [],
    inside: [],
    artifacts: [artifactOf(runResult, runResultOf({ run_id: id }))],
  };
}

/** Gate for tests: code waits at it until the test opens it, and the test can wait until some code has reached it. */
export class Gate {
  readonly #opened = Promise.withResolvers<void>();
  readonly #reached = Promise.withResolvers<void>();

  /** Promise that resolves when some code waits at the gate. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  open(): void {
    this.#opened.resolve();
  }

  async pass(): Promise<void> {
    this.#reached.resolve();
    await this.#opened.promise;
  }
}

/** Error that a test's computation returns or expects where a worker was lost during a job. */
export const LOST: JobError = { code: "worker_lost", detail: "The worker was lost" };

/** Test helper. Runs a test with a job runner of the given work on a new store with one account. */
export function withRunner(
  work: JobWork,
  test: (context: TemporaryStore, account: AccountId, runner: RunningJobs) => Promise<void>,
): Promise<void> {
  return withStore(async (context) => {
    const { account } = await accountWithCredentials(context.store);
    const runner = runningJobs(context.store, { work: [work], clock: context.clock });
    try {
      await test(context, account.id, runner);
    } finally {
      await runner.stop();
    }
  });
}

/** Test helper. Waits until a job has ended and returns its record. */
export async function finished(store: Store, { accountId, id }: Job): Promise<Job> {
  await until(async () => (await store.jobs.get(accountId, id)).finishedAt !== null, `the end of ${id}`);
  return await store.jobs.get(accountId, id);
}

/**
 * Test helper. Returns all current leases of jobs, and the lease of one further job if a job waits, which it claims.
 * Empty when no work is left.
 */
export async function workLeft({ jobQueue }: Store): Promise<readonly unknown[]> {
  return [...await jobQueue.leases(), ...[await jobQueue.claim(null)].filter((lease) => lease !== null)];
}

/** Test helper. Wraps a job queue so that it appends the id of each claimed job to `order`. */
export function noting(queue: JobQueue, order: string[]): JobQueue {
  return {
    ...queue,
    async claim(after, options) {
      const lease = await queue.claim(after, options);
      if (lease !== null) order.push(lease.jobId);
      return lease;
    },
  };
}

/** Test helper. Returns a promise that rejects when the signal aborts, like a computation that is told to stop. */
export function rejection(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}
