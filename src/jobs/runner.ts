import type { Clock, Log, Telemetry } from "../dependencies.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { JOB_ERROR_CODES, type JobError, type JobKindName } from "../domain/job.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";
import type { JobQueue, Lease, LeaseSighting, LossOutcome } from "../store/job_queue.ts";
import type { ComputedJob, JobTask, JobWork } from "./job_work.ts";
import type { Progress } from "./messages.ts";

export interface RunnerOptions {
  readonly queue: JobQueue;
  readonly artifacts: Pick<ArtifactRepository, "write">;
  readonly work: readonly JobWork[];
  /** Jobs in its hands at the same time. */
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
  /** How long to wait before the next look for work; differs from call to call, so that processes do not fall into step. */
  readonly pauseMs: () => number;
  /** A lease that has not changed for this long is its runner's no more. */
  readonly leaseMs: number;
  /** How often progress is written. */
  readonly progressMs: number;
  /** How long a computation may take. */
  readonly computationMs: number;
  /** The waits between attempts to store a result; after the last the attempt is lost. */
  readonly storingPausesMs: readonly number[];
  /** How long a stop waits for what is being stored. */
  readonly graceMs: number;
}

/** A lease of 10 s, progress twice a second, an hour to compute, and half a minute to get a result stored. */
export const RUNNER_TIMING: Omit<RunnerTiming, "pauseMs"> = {
  leaseMs: 10_000,
  progressMs: 500,
  computationMs: 3_600_000,
  storingPausesMs: [250, 1_000, 2_000, 4_000, 8_000, 15_000],
  graceMs: 5_000,
};

/**
 * Computes queued jobs until the signal aborts, and looks after those of runners that have died. Never rejects: what goes wrong with a job
 * becomes of the job, and what goes wrong with the store is logged and tried again.
 */
export async function runJobs(options: RunnerOptions): Promise<void> {
  await new Runner(options).run();
}

/** A job in the hands of this runner. */
interface Held {
  readonly lease: Lease;
  /** Aborts what is done for the job, with the reason. */
  readonly controller: AbortController;
  progress: Progress | null;
  isStoring: boolean;
  done: Promise<void>;
}

class Runner {
  readonly #options: RunnerOptions;
  readonly #work: ReadonlyMap<JobKindName, JobWork>;
  readonly #held = new Map<string, Held>();
  readonly #watched = new LeaseWatch();
  readonly #bell = new Bell();
  #lastServed: AccountId | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#work = new Map(options.work.map((work) => [work.kind, work]));
  }

  async run(): Promise<void> {
    const { signal, queue, log, timing } = this.#options;
    queue.listen(() => this.#bell.ring()).catch((error) => log.warn("doorbell silent", { reason: reasonOf(error) }));
    signal.addEventListener("abort", () => this.#bell.ring());
    while (!signal.aborted) {
      try {
        await this.#lookAfterLeases();
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
    const held = [...this.#held.values()];
    const leases = await queue.leases();
    const attempts = new Map(leases.map(({ jobId, attempt }) => [jobId, attempt]));
    for (const { lease, controller } of held) {
      if (attempts.get(lease.jobId) !== lease.attempt) controller.abort(new Fenced());
    }
    const others = leases.filter(({ jobId, attempt }) => this.#held.get(jobId)?.lease.attempt !== attempt);
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
    const { queue, atOnce, signal } = this.#options;
    while (this.#held.size < atOnce && !signal.aborted) {
      const lease = await queue.claim(this.#lastServed);
      if (lease === null) return;
      this.#lastServed = lease.accountId;
      this.#hold(lease);
    }
  }

  #hold(lease: Lease): void {
    const held: Held = {
      lease,
      controller: new AbortController(),
      progress: null,
      isStoring: false,
      done: Promise.resolve(),
    };
    this.#held.set(lease.jobId, held);
    held.done = this.#attend(held);
  }

  /** Everything from the claim to the end of the attempt. Never rejects. */
  async #attend(held: Held): Promise<void> {
    const { clock, telemetry, log } = this.#options;
    const { lease: { jobId, attempt, job } } = held;
    telemetry.count("jobs.attempts", { kind: job.kind });
    telemetry.record("jobs.queue_age", Math.max(0, clock.now() - job.createdAt), { kind: job.kind });
    const over = new AbortController();
    const beating = this.#keepBeating(held, over.signal);
    let outcome: string;
    try {
      outcome = await this.#compute(held);
    } catch (error) {
      outcome = await this.#endAttempt(held, error);
    }
    over.abort();
    await beating;
    telemetry.count("jobs.finished", { kind: job.kind, outcome });
    log.info("job attempt ended", { job: jobId, kind: job.kind, attempt, outcome });
    this.#held.delete(jobId);
    this.#bell.ring();
  }

  /** Answers what became of the attempt. */
  async #compute(held: Held): Promise<string> {
    const { queue, elapsedMs, telemetry, log } = this.#options;
    const { lease, controller: { signal } } = held;
    const began = elapsedMs();
    const work = this.#work.get(lease.job.kind);
    if (work === undefined) throw new Error(`Cannot compute jobs of kind "${lease.job.kind}"`);
    const prepared = await work.prepare(await this.#taskOf(lease), signal);
    signal.throwIfAborted();
    const { inputs } = prepared;
    if (inputs !== null) await this.#store(held, () => queue.keepInputs(lease, inputs));
    const computed = await this.#withinLimit(
      held,
      (signal) => prepared.compute({ signal, onProgress: (progress) => void (held.progress = progress) }),
    );
    signal.throwIfAborted();
    for (const method of computed.notProven) telemetry.count("jobs.methods_not_proven", { method });
    for (const inside of computed.inside) log.error("method failed unexpectedly", { job: lease.jobId, inside });
    const elapsed = Math.round(elapsedMs() - began);
    telemetry.record("jobs.duration", elapsed, { kind: lease.job.kind });
    if (computed.error === null) return await this.#upload(held, computed, elapsed);
    const { error } = computed;
    await this.#store(held, () => queue.fail(lease, error));
    return `failed: ${error.code}`;
  }

  async #taskOf(lease: Lease): Promise<JobTask> {
    const { config, inputs } = await this.#readTask(lease);
    if (config === null || (lease.inputs !== null && inputs === null)) {
      throw new DomainError("input_lost", "What the run was submitted with is lost: submit it again");
    }
    return { config: JSON.parse(new TextDecoder().decode(config)), inputs };
  }

  async #readTask(lease: Lease): Promise<Record<"config" | "inputs", Uint8Array<ArrayBuffer> | null>> {
    const { queue } = this.#options;
    try {
      const config = await queue.config(lease);
      return { config, inputs: lease.inputs === null ? null : await queue.inputs(lease.accountId, lease.inputs) };
    } catch (error) {
      throw new StoreSilent(error);
    }
  }

  async #withinLimit<Result>(held: Held, act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { computationMs } = this.#options.timing;
    const limit = new AbortController();
    const late = new DomainError("worker_lost", `The worker that computed gave no answer within ${computationMs} ms`);
    const timer = setTimeout(() => limit.abort(late), computationMs);
    try {
      return await act(AbortSignal.any([held.controller.signal, limit.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async #upload(held: Held, computed: ComputedJob, elapsedMs: number): Promise<string> {
    const { queue, artifacts } = this.#options;
    const { lease } = held;
    held.isStoring = true;
    await this.#store(held, () => queue.beginUpload(lease));
    const files = computed.artifacts({ id: lease.jobId, elapsedMs });
    await this.#store(
      held,
      async () => await queue.succeed(lease, await artifacts.write(lease.accountId, lease.jobId, files)),
    );
    return "succeeded";
  }

  /** Writes for the lease, again after a pause where the store refuses. Throws `Fenced` where the lease is the job's no more. */
  async #store(held: Held, act: () => Promise<boolean>): Promise<void> {
    const { signal } = held.controller;
    for (const pauseMs of [...this.#options.timing.storingPausesMs, null]) {
      signal.throwIfAborted();
      try {
        if (!await act()) throw new Fenced();
        return;
      } catch (error) {
        if (error instanceof Fenced || isGone(error)) throw new Fenced();
        if (pauseMs === null) throw new StoreSilent(error);
        this.#options.log.warn("result not stored yet", { job: held.lease.jobId, reason: reasonOf(error) });
      }
      await pause(pauseMs, signal);
    }
  }

  /** What becomes of the job when its attempt ended with an error; what the store does not take now, others find by the lease. */
  async #endAttempt({ lease, controller: { signal } }: Held, error: unknown): Promise<string> {
    const { queue, log, telemetry } = this.#options;
    const cause = signal.aborted ? signal.reason : error;
    try {
      if (cause instanceof Fenced) return "fenced";
      if (cause instanceof Stopping) return await queue.giveBack(lease) ? "given back" : "fenced";
      if (isInfrastructure(cause)) {
        telemetry.count("jobs.attempts_lost");
        log.warn("job attempt lost", { job: lease.jobId, attempt: lease.attempt, reason: reasonOf(cause) });
        return nameOf(await queue.lose(lease, causeOf(cause)));
      }
      const failure = failureOf(cause);
      if (failure.code === "internal") log.error("job failed", { job: lease.jobId, error: insideOf(cause) });
      return await queue.fail(lease, failure) ? `failed: ${failure.code}` : "fenced";
    } catch (unreachable) {
      log.warn("queue unreachable", { job: lease.jobId, reason: reasonOf(unreachable) });
      return "left to its lease";
    }
  }

  /** Shows that the runner lives, and how far the job is, until it is over. Never rejects. */
  async #keepBeating(held: Held, over: AbortSignal): Promise<void> {
    const { queue, elapsedMs, log, timing: { leaseMs, progressMs } } = this.#options;
    let [written, beaten]: [Progress | null, number] = [null, elapsedMs()];
    while (!over.aborted) {
      await pause(progressMs, over);
      const { progress } = held;
      const isNew = progress !== written && !held.isStoring;
      if (over.aborted || (!isNew && elapsedMs() - beaten < leaseMs / 4)) continue;
      try {
        if (!await queue.beat(held.lease, isNew ? progress : null)) held.controller.abort(new Fenced());
        [written, beaten] = [progress, elapsedMs()];
      } catch (error) {
        log.warn("queue unreachable", { job: held.lease.jobId, reason: reasonOf(error) });
      }
    }
  }

  async #stop(): Promise<void> {
    const { timing: { graceMs } } = this.#options;
    const held = [...this.#held.values()];
    const over = new AbortController();
    for (const { isStoring, controller } of held) if (!isStoring) controller.abort(new Stopping());
    const all = Promise.all(held.map(({ done }) => done));
    await Promise.race([all, pause(graceMs, over.signal)]);
    over.abort();
    for (const { controller } of held) controller.abort(new Stopping());
    await all;
  }
}

/** The lease is another's, or the job has ended. */
class Fenced extends Error {
  constructor() {
    super("The job is no longer in the hands of this runner");
    this.name = "Fenced";
  }
}

class Stopping extends Error {
  constructor() {
    super("The runner stops");
    this.name = "Stopping";
  }
}

class StoreSilent extends Error {
  constructor(cause: unknown) {
    super(`The store did not answer: ${reasonOf(cause)}`, { cause });
    this.name = "StoreSilent";
  }
}

/** Since when each lease has been as it is, by the stopwatch of this runner. */
class LeaseWatch {
  #seen = new Map<string, { readonly version: string; readonly since: number }>();

  /** The leases that have not changed for a time; those that are gone are forgotten. */
  silentFor(durationMs: number, leases: readonly LeaseSighting[], now: number): readonly LeaseSighting[] {
    this.#seen = new Map(leases.map(({ jobId, version }) => {
      const seen = this.#seen.get(jobId);
      return [jobId, seen?.version === version ? seen : { version, since: now }];
    }));
    return leases.filter(({ jobId }) => now - (this.#seen.get(jobId)?.since ?? now) >= durationMs);
  }
}

/** Ends a wait; rung while nobody waits, it ends the next one. */
class Bell {
  #isRung = false;
  #waiter: (() => void) | null = null;

  ring(): void {
    this.#isRung = true;
    this.#waiter?.();
  }

  async wait(durationMs: number): Promise<void> {
    if (!this.#isRung) {
      const rung = new AbortController();
      this.#waiter = () => rung.abort();
      await pause(durationMs, rung.signal);
      this.#waiter = null;
    }
    this.#isRung = false;
  }
}

/** The account was deleted, and the job with it. */
function isGone(error: unknown): boolean {
  return error instanceof DomainError && error.code === "not_found";
}

function isInfrastructure(error: unknown): boolean {
  return error instanceof StoreSilent || (error instanceof DomainError && INFRASTRUCTURE_CODES.has(error.code));
}

const INFRASTRUCTURE_CODES: ReadonlySet<string> = new Set(["worker_lost", "not_ready"]);

function causeOf(error: unknown): JobError {
  return error instanceof DomainError && error.code === "worker_lost"
    ? { code: "worker_lost", detail: error.message }
    : { code: "internal", detail: "The store of the service did not answer" };
}

/** What is no domain error of a run says nothing of what happened inside. */
function failureOf(error: unknown): JobError {
  const code = error instanceof DomainError ? JOB_ERROR_CODES.find((code) => code === error.code) : undefined;
  if (!(error instanceof DomainError) || code === undefined || code === "internal") {
    return { code: "internal", detail: "The run failed for a reason inside the service" };
  }
  const { message: detail, conflict } = error;
  return { code, detail, ...conflict === null ? {} : { conflict } };
}

function nameOf(outcome: LossOutcome): string {
  return outcome === "queued" ? "lost" : outcome;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function insideOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return typeof error.cause === "string" ? error.cause : error.stack ?? error.message;
}

/** Ends at once where the signal aborts. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, durationMs);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
