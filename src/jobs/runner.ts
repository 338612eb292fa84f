import type { AccountId, JobId } from "../domain/identifier.ts";
import { isSmall, isWithinWorkLimit, type Job } from "../domain/job.ts";
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
import { type RunnerOptions, SPARE_PLACES, type SparePlace } from "./runner_options.ts";

/**
 * Milliseconds that a stopping runner waits for abandoned requests to the store or the bucket. A store that responds at
 * all needs less.
 */
const LAST_ANSWERS_MS = 1_000;

/**
 * Milliseconds between two searches for a job of a spare worker, so that many busy runners do not all search whenever
 * one job is accepted.
 */
const SPARE_SEARCH_MS = 100;

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
  /** Attempts at jobs that spare workers compute. */
  readonly #spare: Record<SparePlace, JobAttempt | null> = { small: null, second: null };
  /** Stopwatch times at which the runner last took a job, and at which it last searched one for a spare worker. */
  readonly #tookAt: Record<PlaceName, number> = { regular: -Infinity, small: -Infinity, second: -Infinity };
  readonly #searchedAt: Record<SparePlace, number> = { small: -Infinity, second: -Infinity };

  /** Whether all regular workers are at large jobs, as it was told last. */
  #areLargeEverywhere = false;

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
    const untilSpareMs = SPARE_PLACES.map((place) => this.#untilSpareMs(place)).filter((ms) => ms > 0);
    return Math.min(this.#leaseLooks.untilNextMs(), ...untilSpareMs);
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
      const { work, name, ...turns } = place;
      const isIdle = this.#attempts.size === 0;
      const lease = await queue.claim(this.#turn.account, { ...this.#search(), isIdle, ...turns });
      // A search for one spare worker that finds nothing must not hold back the search for the other.
      if (lease === null && name !== "regular") continue;
      if (lease === null) return;
      this.#count(lease);
      const attempt = new JobAttempt(lease, { ...this.#options, work, budget: this.#budget });
      this.#attempts.set(lease.jobId, attempt);
      this.#tookAt[name] = elapsedMs();
      if (name !== "regular") [this.#spare[name], this.#searchedAt[name]] = [attempt, -Infinity];
      this.#tellOfLargeJobs();
      attempt.done.then(() => this.#letGo(attempt));
      if (lease.isLastChance) return;
    }
  }

  /**
   * Returns the worker for the next job; null if none is free. Beside workers that are all at work, spare ones compute
   * for accounts that have none of them.
   */
  #freePlace(): Place | null {
    const { atOnce, work, spareWork = {}, elapsedMs } = this.#options;
    const others = this.#regular();
    if (others.length < atOnce) {
      const second = this.#spare.second?.lease.accountId;
      return { work, name: "regular", onlySmall: false, last: this.#greediest(), leftOut: second ? [second] : [] };
    }
    const name = SPARE_PLACES.find((place) => this.#untilSpareMs(place) <= 0);
    if (name === undefined) return null;
    this.#searchedAt[name] = elapsedMs();
    const leftOut = [...new Set(this.#attempts.values().map(({ lease }) => lease.accountId))];
    return { work: spareWork[name] ?? [], name, onlySmall: name === "small", last: null, leftOut };
  }

  /** Attempts on the regular workers. */
  #regular(): readonly JobAttempt[] {
    const spare = Object.values(this.#spare);
    return [...this.#attempts.values()].filter((attempt) => !spare.includes(attempt));
  }

  /** Tells when large jobs have taken all regular workers, and when they no longer do. */
  #tellOfLargeJobs(): void {
    const { atOnce, onLargeJobs } = this.#options, regular = this.#regular();
    const areEverywhere = regular.length >= atOnce && areLarge(regular);
    if (areEverywhere === this.#areLargeEverywhere) return;
    this.#areLargeEverywhere = areEverywhere;
    onLargeJobs?.(areEverywhere);
  }

  /**
   * Milliseconds until a spare worker may take a job; `Infinity` while that does not depend on the time. All regular
   * workers must have computed alone for a time, but a small job need not wait beside jobs that are known to be large.
   */
  #untilSpareMs(place: SparePlace): number {
    const { atOnce, spareWork = {}, elapsedMs, timing: { aloneMs } } = this.#options;
    const regular = this.#regular();
    if (spareWork[place] === undefined || this.#spare[place] !== null || atOnce < 1) return Infinity;
    if (regular.length < atOnce) return Infinity;
    const isAtOnce = place === "small" && areLarge(regular);
    const from = isAtOnce ? -Infinity : this.#tookAt.regular + aloneMs;
    return Math.max(from, this.#searchedAt[place] + SPARE_SEARCH_MS) - elapsedMs();
  }

  /**
   * Frees the spare worker that takes only small jobs. Returns its job to the queue if the job takes longer than small
   * ones do, every regular worker is at work, and another account has a small job.
   */
  async #makeRoomForSmall(): Promise<void> {
    const { queue, atOnce, elapsedMs, log, timing: { longMs } } = this.#options;
    const { small } = this.#spare;
    if (small === null || this.#yielding !== null || elapsedMs() - this.#tookAt.small < longMs) return;
    if (this.#regular().length < atOnce || small.isStoring) return;
    const leftOut = [...this.#attempts.values()].map(({ lease }) => lease.accountId);
    if (!await queue.isAnyQueued({ ...this.#search(), onlySmall: true, leftOut })) return;
    log.info("job makes room", { job: small.lease.jobId });
    this.#yielding = small;
    small.stopAsLong();
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
    for (const place of SPARE_PLACES) if (this.#spare[place] === attempt) this.#spare[place] = null;
    this.#tellOfLargeJobs();
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

function areLarge(attempts: readonly JobAttempt[]): boolean {
  return !attempts.some(({ lease }) => isSmall(lease.job));
}

/** Waits for a promise, but at most `mostMs` milliseconds; resolves in both cases. */
async function within(mostMs: number, promise: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([promise, pause(mostMs, over.signal)]);
  over.abort();
}

type PlaceName = SparePlace | "regular";

/** Worker on which the next job is computed, and the account whose jobs come last or not at all. */
interface Place {
  readonly work: RunnerOptions["work"];
  readonly name: PlaceName;
  readonly onlySmall: boolean;
  readonly last: AccountId | null;
  readonly leftOut: readonly AccountId[];
}
