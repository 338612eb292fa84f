import { refreshListsOnce, sendMails, sendMailsOnce } from "./background.ts";
import type { BackgroundParts } from "./background_parts.ts";
import type { Computations } from "./computations/mod.ts";
import type { Dependencies } from "./dependencies.ts";
import { Bell } from "./jobs/bell.ts";
import { RUNNER_TIMING } from "./jobs/runner_options.ts";
import { WorkerPool } from "./jobs/worker_pool.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import { idleByMemory } from "./runtime/idle_by_memory.ts";
import { randomFraction } from "./runtime/random.ts";

/** Milliseconds between two looks of an instance for jobs that another instance accepted or lost. */
const LOOK_EVERY_MS = 1_000;
/** The same while jobs are left that another process computes or must compute. */
const LOOK_AT_LEFT_MS = 10_000;
/** Milliseconds from the beginning of a minute's work after which it takes no more jobs. */
const MINUTE_TAKES_MS = 50_000;
/** Milliseconds that results being stored may take when the platform ends the instance, which it kills after 5 s. */
const GRACE_MS = 2_000;
/** Idle milliseconds after which the worker that computes ends and gives its memory back. */
const IDLE_MS = 30_000;

/** Times of the work of an instance. */
export interface HostedTiming {
  /** Milliseconds from the beginning of a minute's work after which it takes no more jobs. */
  readonly minuteTakesMs: number;
  /** Milliseconds after which an unchanged lease no longer belongs to its runner. */
  readonly leaseMs: number;
}

export interface HostedWorkOptions extends Partial<HostedTiming> {
  /** Transport of mails; null where this process sends none. */
  readonly mail: MailTransport | null;
  /** Loads and builds all services over the same parts; called when there is a job to compute. */
  readonly dependencies: () => Promise<Dependencies>;
}

/**
 * Work of an instance on a hosted platform beside its answers: it computes jobs and sends mails while it is awake, and
 * does the work of a minute when the platform's timer calls it.
 */
export class HostedWork {
  readonly #parts: BackgroundParts;
  readonly #dependencies: () => Promise<Dependencies>;
  readonly #mail: MailTransport | null;
  readonly #stopping = new AbortController();
  readonly #bell = new Bell();
  /** Worker that computes jobs. It is kept from job to job, and ends by itself when none comes. */
  readonly #pool: WorkerPool<Computations> | null;
  #running: Promise<unknown> | null = null;
  /** The job runner that is at work, so that only one computes in an instance. */
  #computing: Promise<void> | null = null;
  /** Ends the job runner that is at work when the jobs that it has are done. */
  #noMoreJobs = new AbortController();
  #hasCompletedDashboards = false;
  readonly #minutes = new Set<Promise<unknown>>();
  readonly #timing: HostedTiming;

  constructor(parts: BackgroundParts, { mail, dependencies, ...timing }: HostedWorkOptions) {
    const { minuteTakesMs = MINUTE_TAKES_MS, leaseMs = RUNNER_TIMING.leaseMs } = timing;
    this.#parts = parts;
    this.#dependencies = dependencies;
    this.#mail = mail;
    this.#timing = { minuteTakesMs, leaseMs };
    const { workers } = parts.config;
    this.#pool = workers === 0 ? null : new WorkerPool<Computations>({ workers, idleMs: idleByMemory(IDLE_MS) });
  }

  /** Begins to compute jobs and to send mails until `stop`. Does nothing where that has begun. */
  begin(): void {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    this.#running ??= Promise.all([
      this.#computeWhileAwake(),
      sendMails(this.#parts, { mail: this.#mail, signal }),
    ]);
  }

  /**
   * Does the work of a minute: takes waiting jobs for up to 50 seconds and ends when they are done, sends mails,
   * deletes expired data and refreshes lists. A failure of one of them is logged and does not stop the others.
   */
  async minute(): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const { maintenance } = this.#parts;
    const minute = Promise.all([
      this.#logged("jobs not computed", () => this.#computeForMinute()),
      this.#logged("mails not sent", () => sendMailsOnce(this.#parts, { mail: this.#mail, signal })),
      this.#logged("sweep failed", () => maintenance.sweep(signal)),
      this.#logged("lists of market data not refreshed", () => refreshListsOnce(this.#parts, { signal })),
    ]);
    this.#minutes.add(minute);
    await minute.finally(() => this.#minutes.delete(minute));
  }

  /** Gives the jobs that are being computed back to the queue, and ends all work. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#bell.ring();
    await Promise.allSettled([this.#running, this.#computing, ...this.#minutes]);
    this.#pool?.close();
    this.#mail?.close();
  }

  async #computeWhileAwake(): Promise<void> {
    const { jobQueue, random, log } = this.#parts;
    const { signal } = this.#stopping;
    jobQueue.listen(() => this.#bell.ring()).catch((error) => log.warn("doorbell silent", { reason: String(error) }));
    while (!signal.aborted) {
      let lookInMs = LOOK_EVERY_MS;
      await this.#logged("queue unreachable", async () => {
        if (await this.#compute() && !await jobQueue.isEmpty()) lookInMs = LOOK_AT_LEFT_MS;
      });
      if (!signal.aborted) await this.#bell.wait(lookInMs * (0.8 + 0.4 * randomFraction(random)));
    }
  }

  /**
   * Computes jobs until none is left. After `minuteTakesMs` the job runner at work takes no more and ends, also where
   * requests keep it busy or the store is away, because the timer skips a minute whose work is not over.
   */
  async #computeForMinute(): Promise<void> {
    const timer = setTimeout(() => this.#noMoreJobs.abort(), this.#timing.minuteTakesMs);
    try {
      await this.#compute();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Computes jobs until none is left, and returns whether there was one. Its code is loaded when there is a job. */
  async #compute(): Promise<boolean> {
    if (this.#computing === null && await this.#parts.jobQueue.isEmpty()) return false;
    this.#computing ??= this.#runUntilIdle().finally(() => void (this.#computing = null));
    await this.#computing;
    return true;
  }

  /** Computes jobs until none is left. Without workers it only takes back the jobs of processes that died. */
  async #runUntilIdle(): Promise<void> {
    // A minute may be over before the code is loaded.
    this.#noMoreJobs = new AbortController();
    const [dependencies, { runJobsOfService }] = await Promise.all([this.#dependencies(), import("./job_runner.ts")]);
    const completesDashboards = !this.#hasCompletedDashboards;
    this.#hasCompletedDashboards = true;
    await runJobsOfService(dependencies, {
      signal: this.#stopping.signal,
      noMoreJobs: this.#noMoreJobs.signal,
      timing: { graceMs: GRACE_MS, leaseMs: this.#timing.leaseMs },
      warmingDelayMs: Infinity,
      ...this.#pool === null ? {} : { pool: this.#pool },
      endsWhenIdle: true,
      isLasting: false,
      completesDashboards,
    });
  }

  async #logged(event: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#parts.log.warn(event, { reason: error instanceof Error ? error.message : String(error) });
    }
  }
}
