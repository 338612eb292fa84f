import type { AccountId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import type { LeaseSighting } from "../store/lease.ts";
import { reasonOf } from "./attempt_errors.ts";
import { Bell } from "./bell.ts";
import { JobAttempt } from "./job_attempt.ts";
import { LeaseWatch } from "./lease_watch.ts";
import { pause } from "../runtime/pause.ts";
import type { RunnerOptions } from "./runner_options.ts";

/** A store or a bucket that is away does not keep a runner that stops: one that is there answers in less. */
const LAST_ANSWERS_MS = 1_000;

/**
 * Computes queued jobs until the signal aborts, and looks after those of runners that have died. Never rejects: what
 * goes wrong with a job becomes of the job, and what goes wrong with the store is logged and tried again.
 */
export async function runJobs(options: RunnerOptions): Promise<void> {
  await new Runner(options).run();
}

class Runner {
  readonly #options: RunnerOptions;
  readonly #attempts = new Map<string, JobAttempt>();
  readonly #watched = new LeaseWatch();
  readonly #bell = new Bell();
  #lastServed: AccountId | null = null;
  /** Makes room for another account; null where none does. */
  #yielding: JobAttempt | null = null;
  /** Computed by the spare worker. */
  #spare: JobAttempt | null = null;
  /** When the last job was taken that is not computed by the spare worker, by the stopwatch. */
  #tookAt = -Infinity;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal, queue, log, timing } = this.#options;
    queue.listen(() => this.#bell.ring()).catch((error) => log.warn("doorbell silent", { reason: reasonOf(error) }));
    signal.addEventListener("abort", () => this.#bell.ring());
    while (!signal.aborted) {
      try {
        await this.#lookAfterLeases();
        await this.#makeRoom();
        await this.#takeJobs();
      } catch (error) {
        log.warn("queue unreachable", { reason: reasonOf(error) });
      }
      if (!signal.aborted) await this.#bell.wait(timing.pauseMs());
    }
    await this.#stop();
  }

  /** Stops what was cancelled or taken over, and takes back what silent runners hold. */
  async #lookAfterLeases(): Promise<void> {
    const { queue, elapsedMs, timing: { leaseMs } } = this.#options;
    const attempts = [...this.#attempts.values()];
    const leases = await queue.leases();
    const leased = new Map(leases.map(({ jobId, attempt }) => [jobId, attempt]));
    for (const attempt of attempts) {
      if (leased.get(attempt.lease.jobId) !== attempt.lease.attempt) attempt.fence();
    }
    const others = leases.filter(({ jobId, attempt }) => this.#attempts.get(jobId)?.lease.attempt !== attempt);
    for (const silent of this.#watched.silentFor(leaseMs, others, elapsedMs())) await this.#takeBack(silent);
  }

  async #takeBack(sighting: LeaseSighting): Promise<void> {
    const { queue, log, telemetry } = this.#options;
    const outcome = await queue.takeBack(sighting);
    if (outcome === "fenced") return;
    telemetry.count("jobs.leases_expired");
    log.warn("job taken back", { job: sighting.jobId, attempt: sighting.attempt, next: outcome });
  }

  async #takeJobs(): Promise<void> {
    const { queue, signal, elapsedMs } = this.#options;
    const knows = (job: Job): boolean => this.#knows(job);
    if (this.#attempts.values().some(({ lease }) => lease.isLastChance)) return;
    for (let place = this.#freePlace(); place !== null && !signal.aborted; place = this.#freePlace()) {
      const { work, isSpare, ...turns } = place;
      const lease = await queue.claim(this.#lastServed, { knows, isIdle: this.#attempts.size === 0, ...turns });
      if (lease === null) return;
      this.#lastServed = lease.accountId;
      const attempt = new JobAttempt(lease, { ...this.#options, work });
      this.#attempts.set(lease.jobId, attempt);
      if (isSpare) this.#spare = attempt;
      else this.#tookAt = elapsedMs();
      attempt.done.then(() => this.#letGo(attempt));
      if (lease.isLastChance) return;
    }
  }

  /** Where the next job is computed; null where there is no room. With one worker no account has both places. */
  #freePlace(): Place | null {
    const { atOnce, work, spareWork, elapsedMs, timing: { aloneMs } } = this.#options;
    const others = [...this.#attempts.values()].filter((attempt) => attempt !== this.#spare);
    if (others.length < atOnce) {
      const spare = this.#spare?.lease.accountId ?? null;
      return { work, isSpare: false, last: spare ?? this.#greediest(), isLastLeftOut: spare !== null };
    }
    if (spareWork === undefined || atOnce !== 1 || this.#spare !== null || elapsedMs() - this.#tookAt < aloneMs) {
      return null;
    }
    return { work: spareWork, isSpare: true, last: others[0].lease.accountId, isLastLeftOut: true };
  }

  /**
   * Gives back the job that was taken last where one account has every worker and another waits: an account has all
   * workers but one at most while others wait. What is being stored is let finish.
   */
  async #makeRoom(): Promise<void> {
    const { queue, atOnce, log } = this.#options;
    const account = this.#greediest();
    if (account === null || this.#attempts.size < atOnce || this.#yielding !== null) return;
    const attempts = [...this.#attempts.values()];
    if (attempts.some(({ lease }) => lease.accountId !== account)) return;
    if (!await queue.othersWait(account, { knows: (job) => this.#knows(job) })) return;
    const yielding = attempts.findLast(({ isStoring }) => !isStoring);
    if (yielding === undefined) return;
    log.info("job makes room", { job: yielding.lease.jobId });
    this.#yielding = yielding;
    yielding.stop();
  }

  /** The account that has all workers but one, or all; null with one worker, which nobody can share. */
  #greediest(): AccountId | null {
    const { atOnce } = this.#options;
    if (atOnce < 2) return null;
    const owners = [...this.#attempts.values()].map(({ lease }) => lease.accountId);
    return owners.find((owner) => owners.filter((other) => other === owner).length >= atOnce - 1) ?? null;
  }

  #knows(job: Job): boolean {
    return this.#options.work.find(({ kind }) => kind === job.kind)?.knows(job) ?? false;
  }

  /** Of an attempt that was fenced off, this runner may hold the next one already. */
  #letGo(attempt: JobAttempt): void {
    const { jobId } = attempt.lease;
    if (this.#attempts.get(jobId) === attempt) this.#attempts.delete(jobId);
    if (this.#yielding === attempt) this.#yielding = null;
    if (this.#spare === attempt) this.#spare = null;
    this.#bell.ring();
  }

  /** What is being stored may end; of what is given up, a store that is there has its last answer in no time. */
  async #stop(): Promise<void> {
    const { timing: { graceMs } } = this.#options;
    const attempts = [...this.#attempts.values()];
    for (const attempt of attempts) attempt.stop();
    const all = Promise.all(attempts.map(({ done }) => done));
    await within(graceMs, all);
    for (const attempt of attempts) attempt.giveUp();
    const answered = Promise.all(attempts.map((attempt) => attempt.answered()));
    await Promise.all([all, within(LAST_ANSWERS_MS, answered)]);
  }
}

/** Waits for a promise, and no longer than so many milliseconds. */
async function within(mostMs: number, promise: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([promise, pause(mostMs, over.signal)]);
  over.abort();
}

/** Where a job is computed, and whose jobs come last to it or not at all. */
interface Place {
  readonly work: RunnerOptions["work"];
  readonly isSpare: boolean;
  readonly last: AccountId | null;
  readonly isLastLeftOut: boolean;
}
