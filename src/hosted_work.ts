import { refreshListsOnce, sendMails, sendMailsOnce } from "./background.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Computations } from "./computations/mod.ts";
import { Bell } from "./jobs/bell.ts";
import { WorkerPool } from "./jobs/worker_pool.ts";
import type { MailTransport } from "./mail/mail_transport.ts";
import { idleByMemory } from "./runtime/idle_by_memory.ts";
import { randomFraction } from "./runtime/random.ts";

/** Milliseconds between two looks of an instance for jobs that another instance accepted or lost. */
const LOOK_EVERY_MS = 1_000;
/** Milliseconds from the beginning of a minute's work after which it takes no more jobs. */
const MINUTE_TAKES_MS = 50_000;
/** Milliseconds that results being stored may take when the platform ends the instance, which it kills after 5 s. */
const GRACE_MS = 2_000;
/** Idle milliseconds after which the worker that computes ends and gives its memory back. */
const IDLE_MS = 30_000;

/**
 * Work of an instance on a hosted platform beside its answers: it computes jobs and sends mails while it is awake, and
 * does the work of a minute when the platform's timer calls it.
 */
export class HostedWork {
  readonly #dependencies: Dependencies;
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

  constructor(dependencies: Dependencies, mail: MailTransport | null) {
    this.#dependencies = dependencies;
    this.#mail = mail;
    const { workers } = dependencies.config;
    this.#pool = workers === 0 ? null : new WorkerPool<Computations>({ workers, idleMs: idleByMemory(IDLE_MS) });
  }

  /** Begins to compute jobs and to send mails until `stop`. Does nothing where that has begun. */
  begin(): void {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    this.#running ??= Promise.all([
      this.#computeWhileAwake(),
      sendMails(this.#dependencies, { mail: this.#mail, signal }),
    ]);
  }

  /**
   * Does the work of a minute: takes waiting jobs for up to 50 seconds and ends when they are done, sends mails,
   * deletes expired data and refreshes lists. A failure of one of them is logged and does not stop the others.
   */
  async minute(): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const { maintenance } = this.#dependencies;
    await Promise.all([
      this.#logged("jobs not computed", () => this.#computeForMinute()),
      this.#logged("mails not sent", () => sendMailsOnce(this.#dependencies, { mail: this.#mail, signal })),
      this.#logged("sweep failed", () => maintenance.sweep(signal)),
      this.#logged("lists of market data not refreshed", () => refreshListsOnce(this.#dependencies, { signal })),
    ]);
  }

  /** Gives the jobs that are being computed back to the queue, and ends all work. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#bell.ring();
    await Promise.allSettled([this.#running, this.#computing]);
    this.#pool?.close();
    this.#mail?.close();
  }

  async #computeWhileAwake(): Promise<void> {
    const { jobQueue, random, log } = this.#dependencies;
    const { signal } = this.#stopping;
    jobQueue.listen(() => this.#bell.ring()).catch((error) => log.warn("doorbell silent", { reason: String(error) }));
    while (!signal.aborted) {
      await this.#logged("queue unreachable", () => this.#compute());
      if (!signal.aborted) await this.#bell.wait(LOOK_EVERY_MS * (0.8 + 0.4 * randomFraction(random)));
    }
  }

  /**
   * Computes jobs until none is left. After `MINUTE_TAKES_MS` the job runner at work takes no more and ends, also where
   * requests keep it busy or the store is away, because the timer skips a minute whose work is not over.
   */
  async #computeForMinute(): Promise<void> {
    const timer = setTimeout(() => this.#noMoreJobs.abort(), MINUTE_TAKES_MS);
    try {
      await this.#compute();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Computes jobs until none is left. Its code is loaded when there is a job. */
  async #compute(): Promise<void> {
    if (this.#pool === null) return;
    if (this.#computing === null && await this.#dependencies.jobQueue.isEmpty()) return;
    this.#computing ??= this.#runUntilIdle(this.#pool).finally(() => void (this.#computing = null));
    await this.#computing;
  }

  async #runUntilIdle(pool: WorkerPool<Computations>): Promise<void> {
    const { runJobsOfService } = await import("./job_runner.ts");
    this.#noMoreJobs = new AbortController();
    await runJobsOfService(this.#dependencies, {
      signal: this.#stopping.signal,
      noMoreJobs: this.#noMoreJobs.signal,
      timing: { graceMs: GRACE_MS },
      warmingDelayMs: Infinity,
      pool,
      endsWhenIdle: true,
      isLasting: false,
    });
  }

  async #logged(event: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#dependencies.log.warn(event, { reason: error instanceof Error ? error.message : String(error) });
    }
  }
}
