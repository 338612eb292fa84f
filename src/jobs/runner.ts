import type { AccountId, JobId } from "../domain/identifier.ts";
import { isWithinWorkLimit, type Job } from "../domain/job.ts";
import type { ClaimOptions } from "../store/claim_options.ts";
import type { Lease, LeaseSighting } from "../store/lease.ts";
import { PassedJobs } from "../store/passed_jobs.ts";
import { reasonOf } from "./attempt_errors.ts";
import { Bell } from "./bell.ts";
import { JobAttempt } from "./job_attempt.ts";
import { LeaseLooks } from "./lease_looks.ts";
import { LeaseWatch } from "./lease_watch.ts";
import { pause } from "../runtime/pause.ts";
import { ProgressBudget } from "./progress_budget.ts";
import type { RunnerOptions } from "./runner_options.ts";

/**
 * Milliseconds that a stopping runner waits for abandoned requests to the store or the bucket. A store that responds at
 * all needs less.
 */
const LAST_ANSWERS_MS = 1_000;

/**
 * Milliseconds between two searches for a job of the spare worker, so that many busy runners do not all search whenever
 * one job is accepted.
 */
const SPARE_SEARCH_MS = 200;

/**
 * Computes queued jobs until the signal aborts, and takes over the jobs of runners that have died. Never rejects: an
 * error of a job makes the job fail, and an error of the store is logged and retried.
 */
export async function runJobs(options: RunnerOptions): Promise<void> {
  await new Runner(options).run();
}

class Runner {
  readonly #options: RunnerOptions;
  readonly #attempts = new Map<string, JobAttempt>();
  readonly #watched = new LeaseWatch();
  readonly #bell = new Bell();
  readonly #passed = new PassedJobs();
  /** Account that is served, and the number of jobs that its turn still gives it. */
  #turn: { readonly account: AccountId | null; readonly jobsLeft: number } = { account: null, jobsLeft: 0 };
  /** Attempt at a job that is being stopped to free its worker for another account; null if there is none. */
  #yielding: JobAttempt | null = null;
  /** Attempt at a job that the spare worker computes; null if there is none. */
  #spare: JobAttempt | null = null;
  /** Stopwatch time at which the runner last took a job for a regular (not the spare) worker. */
  #tookAt = -Infinity;
  /** Stopwatch times at which the spare worker last took a job, and at which a job for it was last searched. */
  #spareTookAt = -Infinity;
  #spareSearchedAt = -Infinity;

  readonly #leaseLooks: LeaseLooks;
  readonly #budget: ProgressBudget;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#leaseLooks = new LeaseLooks(options);
    this.#budget = new ProgressBudget(options.timing.progressMs);
  }

  async run(): Promise<void> {
    const { signal, queue, log } = this.#options;
    const over = new AbortController();
    const onReach = (isReached: boolean): void => this.#leaseLooks.reach(isReached);
    queue.listen((ended) => this.#hear(ended), { signal: over.signal, onReach })
      .catch((error) => log.warn("doorbell silent", { reason: reasonOf(error) }));
    signal.addEventListener("abort", () => this.#bell.ring(), { once: true, signal: over.signal });
    while (!signal.aborted) {
      try {
        if (this.#leaseLooks.isDue()) await this.#lookAfterLeases();
        await this.#makeRoom();
        await this.#makeRoomForSmall();
        await this.#takeJobs();
        if (this.#isDone()) break;
      } catch (error) {
        log.warn("queue unreachable", { reason: reasonOf(error) });
        if (this.#isTimeOver()) break;
      }
      if (!signal.aborted) await this.#bell.wait(this.#untilNextLookMs());
    }
    over.abort();
    await this.#stop();
  }

  /** Looks for work, and for the leases if a job of this runner ended. */
  #hear(ended: JobId | null): void {
    if (ended !== null && !this.#attempts.has(ended)) return;
    if (ended !== null) this.#leaseLooks.hasten();
    this.#bell.ring();
  }

  #untilNextLookMs(): number {
    const untilSpareMs = this.#untilSpareMs();
    const lookMs = this.#leaseLooks.untilNextMs();
    return untilSpareMs > 0 ? Math.min(lookMs, untilSpareMs) : lookMs;
  }

  /** Whether the runner may end, because it is idle and was told to end then, or because its time is over. */
  #isDone(): boolean {
    const { endsWhenIdle = false } = this.#options;
    return this.#isTimeOver() || (endsWhenIdle && this.#attempts.size === 0 && this.#watched.areAllRenewed);
  }

  /** Whether the runner was told to take no more jobs, and has finished those that it had. */
  #isTimeOver(): boolean {
    return this.#options.noMoreJobs?.aborted === true && this.#attempts.size === 0;
  }

  /** Stops attempts that were cancelled or taken over, and takes back the jobs of silent runners. */
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
    if (this.#options.noMoreJobs?.aborted || this.#attempts.values().some(({ lease }) => lease.isLastChance)) return;
    for (let place = this.#freePlace(); place !== null && !signal.aborted; place = this.#freePlace()) {
      const { work, isSpare, ...turns } = place;
      const isIdle = this.#attempts.size === 0;
      const lease = await queue.claim(this.#turn.account, { ...this.#search(), isIdle, ...turns });
      if (lease === null) return;
      this.#count(lease);
      const attempt = new JobAttempt(lease, { ...this.#options, work, budget: this.#budget });
      this.#attempts.set(lease.jobId, attempt);
      if (isSpare) [this.#spare, this.#spareTookAt, this.#spareSearchedAt] = [attempt, elapsedMs(), -Infinity];
      else this.#tookAt = elapsedMs();
      attempt.done.then(() => this.#letGo(attempt));
      if (lease.isLastChance) return;
    }
  }

  /**
   * Returns the worker for the next job; null if none is free. Beside workers that are all at work the spare one
   * computes for accounts that have none of them: small jobs only, unless there is a single worker.
   */
  #freePlace(): Place | null {
    const { atOnce, work, spareWork, elapsedMs } = this.#options;
    const others = this.#regular();
    if (others.length < atOnce) {
      const spare = this.#spare?.lease.accountId ?? null;
      const leftOut = spare === null || atOnce > 1 ? [] : [spare];
      return { work, isSpare: false, onlySmall: false, last: this.#greediest(), leftOut };
    }
    if (spareWork === undefined || this.#untilSpareMs() > 0) return null;
    this.#spareSearchedAt = elapsedMs();
    const leftOut = [...new Set(others.map(({ lease }) => lease.accountId))];
    return { work: spareWork, isSpare: true, onlySmall: atOnce > 1, last: null, leftOut };
  }

  /** Attempts on the regular workers. */
  #regular(): readonly JobAttempt[] {
    return [...this.#attempts.values()].filter((attempt) => attempt !== this.#spare);
  }

  /**
   * Milliseconds until the spare worker may take a job, when all others have computed alone for a time; `Infinity`
   * while that does not depend on the time.
   */
  #untilSpareMs(): number {
    const { atOnce, spareWork, elapsedMs, timing: { aloneMs } } = this.#options;
    if (spareWork === undefined || atOnce < 1 || this.#spare !== null || this.#regular().length < atOnce) {
      return Infinity;
    }
    return Math.max(this.#tookAt + aloneMs, this.#spareSearchedAt + SPARE_SEARCH_MS) - elapsedMs();
  }

  /**
   * Returns the job on the spare worker to the queue if it takes long, all other workers are at work, and another
   * account has a small job.
   */
  async #makeRoomForSmall(): Promise<void> {
    const { queue, atOnce, elapsedMs, log, timing: { longMs } } = this.#options;
    const spare = this.#spare, regular = this.#regular();
    if (spare === null || this.#yielding !== null || elapsedMs() - this.#spareTookAt < longMs) return;
    if (regular.length < atOnce || spare.isStoring) return;
    const leftOut = [spare, ...regular].map(({ lease }) => lease.accountId);
    if (!await queue.isAnyQueued({ ...this.#search(), onlySmall: true, leftOut })) return;
    log.info("job makes room", { job: spare.lease.jobId });
    this.#yielding = spare;
    spare.stopAsLong();
  }

  /**
   * Returns the most recently taken job to the queue if one account occupies every worker and another account waits:
   * while others wait, an account may occupy at most all workers but one. Jobs whose results are being stored are
   * finished.
   */
  async #makeRoom(): Promise<void> {
    const { queue, atOnce, log } = this.#options;
    const account = this.#greediest();
    if (account === null || this.#attempts.size < atOnce || this.#yielding !== null) return;
    const attempts = [...this.#attempts.values()];
    if (attempts.some(({ lease }) => lease.accountId !== account)) return;
    if (!await queue.isAnyQueued({ ...this.#search(), leftOut: [account] })) return;
    const yielding = attempts.findLast(({ isStoring }) => !isStoring);
    if (yielding === undefined) return;
    log.info("job makes room", { job: yielding.lease.jobId });
    this.#yielding = yielding;
    yielding.stop();
  }

  /**
   * Returns the account that occupies all workers or all but one; null if there is none, or only one worker, which
   * cannot be shared.
   */
  #greediest(): AccountId | null {
    const { atOnce } = this.#options;
    if (atOnce < 2) return null;
    const owners = [...this.#attempts.values()].map(({ lease }) => lease.accountId);
    return owners.find((owner) => owners.filter((other) => other === owner).length >= atOnce - 1) ?? null;
  }

  #search(): Pick<ClaimOptions, "knows" | "passed" | "workLimit" | "isTurnKept"> {
    const { workLimit = null } = this.#options;
    const isTurnKept = this.#turn.jobsLeft > 0;
    return { knows: (job) => this.#knows(job), passed: this.#passed, workLimit, isTurnKept };
  }

  #count({ accountId, jobsInTurn }: Lease): void {
    const { account, jobsLeft } = this.#turn;
    const left = account === accountId && jobsLeft > 0 ? jobsLeft : jobsInTurn;
    this.#turn = { account: accountId, jobsLeft: left - 1 };
  }

  /** Whether the runner can compute a job. It leaves jobs beyond its bound to runners with a larger one. */
  #knows(job: Job): boolean {
    const { workLimit = null } = this.#options;
    if (!isWithinWorkLimit(job, workLimit)) return false;
    return this.#options.work.find(({ kind }) => kind === job.kind)?.knows(job) ?? false;
  }

  /**
   * Forgets an ended attempt at a job, but not a later attempt at the same job, which this runner may already hold if
   * the ended one was fenced off.
   */
  #letGo(attempt: JobAttempt): void {
    const { jobId } = attempt.lease;
    if (this.#attempts.get(jobId) === attempt) this.#attempts.delete(jobId);
    if (this.#yielding === attempt) this.#yielding = null;
    if (this.#spare === attempt) this.#spare = null;
    this.#bell.ring();
  }

  /**
   * Stops all attempts. Results that are being stored may finish within the grace period. Afterwards the runner waits
   * briefly for answers to abandoned requests, which a working store gives at once.
   */
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

/** Waits for a promise, but at most `mostMs` milliseconds; resolves in both cases. */
async function within(mostMs: number, promise: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([promise, pause(mostMs, over.signal)]);
  over.abort();
}

/** Worker on which the next job is computed, and the account whose jobs come last or not at all. */
interface Place {
  readonly work: RunnerOptions["work"];
  readonly isSpare: boolean;
  readonly onlySmall: boolean;
  readonly last: AccountId | null;
  readonly leftOut: readonly AccountId[];
}
