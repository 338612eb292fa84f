import { finishedArtifact } from "../documents/mod.ts";
import { artifactOf } from "../documents/document.ts";
import { isForDocument, runConflict } from "../documents/run_conflict.ts";
import { rollingBacktest } from "../documents/backtest_section.ts";
import { simulationDetail } from "../documents/simulation_detail.ts";
import type { StoredResult } from "../documents/stored_result.ts";
import { DomainError } from "../domain/errors.ts";
import type { JobId } from "../domain/identifier.ts";
import type { Job, JobError } from "../domain/job.ts";
import { isListed } from "../domain/job_kinds.ts";
import type { ArtifactSet, ReadableArtifact } from "../store/artifacts.ts";
import type { LossOutcome } from "../store/job_queue.ts";
import type { Lease } from "../store/lease.ts";
import {
  causeOf,
  failureOf,
  Fenced,
  insideOf,
  isGone,
  isInfrastructure,
  isOutage,
  PastTime,
  reasonOf,
  Stopping,
  StoreSilent,
} from "./attempt_errors.ts";
import type { ComputedJob, JobTask, ReportedParts } from "./job_work.ts";
import { noteSpan, traced } from "../runtime/traces.ts";
import type { Progress } from "../computations/computation.ts";
import { pause } from "../runtime/pause.ts";
import { PhaseTimes } from "./phase_times.ts";
import type { ProgressBudget } from "./progress_budget.ts";
import { LOOKS_A_PERIOD, ProgressPace } from "./progress_pace.ts";
import type { RunnerOptions } from "./runner_options.ts";
import { storedResultOfRun } from "./stored_result_of_run.ts";

export interface AttemptOptions extends RunnerOptions {
  /** Writes of progress that the runner's jobs share. */
  readonly budget: ProgressBudget;
}

/**
 * One attempt of a runner at a job: prepares the job, computes it in a worker and stores the result, while it keeps
 * renewing the lease.
 */
export class JobAttempt {
  readonly lease: Lease;
  /** Promise that resolves when this attempt does nothing more for its job, whatever the outcome. */
  readonly done: Promise<void>;
  readonly #options: AttemptOptions;
  /** Controller that stops the work of this attempt at a job. The reason of its signal tells why. */
  readonly #controller = new AbortController();
  /**
   * Controller that ends the attempt's waiting for the store and the bucket, even if the attempt has already ended for
   * another reason.
   */
  readonly #givenUp = new AbortController();
  /** Requests of the attempt to the store and the bucket that are still unanswered. */
  readonly #unanswered = new Set<Promise<unknown>>();
  readonly #times = new PhaseTimes();
  #progress: Progress | null = null;
  #isStoring = false;
  #isLong = false;

  /** Creates an attempt at a leased job and begins the work at once. */
  constructor(lease: Lease, options: AttemptOptions) {
    this.lease = lease;
    this.#options = options;
    this.done = this.#traced();
  }

  /** Whether the attempt at the job has ended the computation and is storing the result. */
  get isStoring(): boolean {
    return this.#isStoring;
  }

  /** Ends the attempt without writing anything, because the job was cancelled or belongs to another runner. */
  fence(): void {
    this.#controller.abort(new Fenced());
  }

  /** Stops the attempt and returns the job to the queue, unless its result is already being stored. */
  stop(): void {
    if (!this.#isStoring) this.giveUp();
  }

  /** Stops the attempt like `stop`, because the job took long although it counts as small. */
  stopAsLong(): void {
    this.#isLong = true;
    this.stop();
  }

  /** Stops the attempt and returns the job to the queue, even if its result is being stored. */
  giveUp(): void {
    this.#controller.abort(new Stopping());
    this.#givenUp.abort(new Stopping());
  }

  /**
   * Resolves when the requests to the store and the bucket that the attempt abandoned are answered too. Never rejects.
   */
  async answered(): Promise<void> {
    await Promise.allSettled(this.#unanswered);
  }

  /** Runs the attempt as a span of the trace in which its job was submitted. */
  async #traced(): Promise<void> {
    const { job: { trace: parent, kind, id, createdAt }, attempt } = this.lease;
    const attributes = { kind, job: id, attempt };
    if (attempt === 1) {
      noteSpan("queue wait", { parent, startMs: createdAt, endMs: this.#options.clock.now(), attributes });
    }
    await traced("attempt", { parent, attributes }, () => this.#attend());
  }

  /**
   * Runs the attempt at a job that the runner has already claimed: computes it, keeps its lease alive meanwhile, and
   * stores the result or the failure or gives the job back to the queue. Never rejects.
   */
  async #attend(): Promise<void> {
    const { clock, telemetry, log } = this.#options;
    const { jobId, attempt, job } = this.lease;
    telemetry.count("jobs.attempts", { kind: job.kind });
    // Only the first attempt records the age of the job, because a later attempt waited in the queue for just a part of
    // that time.
    if (attempt === 1) telemetry.record("jobs.queue_age", Math.max(0, clock.now() - job.createdAt), { kind: job.kind });
    const over = new AbortController();
    const beating = this.#keepBeating(over.signal);
    let outcome: string;
    try {
      outcome = await this.#compute();
    } catch (error) {
      outcome = await this.#end(error);
    }
    over.abort();
    await beating;
    telemetry.count("jobs.finished", { kind: job.kind, outcome });
    const phases = Object.entries(this.#times.phasesMs).map(([phase, ms]) => [`${phase}_ms`, ms]);
    log.info("job attempt ended", { job: jobId, kind: job.kind, attempt, outcome, ...Object.fromEntries(phases) });
  }

  /** Computes the job, stores its result or its failure, and returns the outcome of the attempt for the log. */
  async #compute(): Promise<string> {
    const { elapsedMs, telemetry, log } = this.#options;
    const { lease } = this;
    const { signal } = this.#controller;
    const began = elapsedMs();
    const work = this.#options.work.find(({ kind }) => kind === lease.job.kind);
    if (work === undefined) throw new Error(`Cannot compute jobs of kind "${lease.job.kind}"`);
    const times = this.#times;
    const onPhases = times.add.bind(times);
    const task = await this.#task();
    const prepared = await this.#loaded((signal) => work.prepare(task, { signal, onPhases }));
    signal.throwIfAborted();
    times.addRest("load", elapsedMs() - began);
    const computed = await this.#withinLimit((signal) =>
      prepared.compute({ signal, onPhases, onProgress: (progress) => void (this.#progress = progress) })
    );
    signal.throwIfAborted();
    for (const method of computed.notProven) telemetry.count("jobs.methods_not_proven", { method });
    for (const inside of computed.inside) log.error("method failed unexpectedly", { job: lease.jobId, inside });
    const wholeMs = elapsedMs() - began;
    times.addRest("other", wholeMs);
    const elapsed = Math.round(wholeMs);
    telemetry.record("jobs.duration", elapsed, { kind: lease.job.kind });
    this.#tracePhases(elapsed);
    if (computed.error === null) return await traced("upload", {}, () => this.#upload(computed, elapsed));
    const { error } = computed;
    await this.#store(() => this.#fail(error));
    return `failed: ${error.code}`;
  }

  /** Notes the phases of the attempt as spans, one after the other: a phase may have been entered several times. */
  #tracePhases(elapsedMs: number): void {
    let startMs = this.#options.clock.now() - elapsedMs;
    for (const [phase, ms] of Object.entries(this.#times.phasesMs)) noteSpan(phase, { startMs, endMs: startMs += ms });
  }

  /** Marks the job as failed. A conflict that is too large for the job's record is stored as a document. */
  async #fail({ conflict, ...error }: JobError): Promise<boolean> {
    const { lease } = this;
    const { queue, artifacts } = this.#options;
    if (conflict === undefined) return await queue.fail(lease, error);
    if (!isForDocument(conflict)) return await queue.fail(lease, { ...error, conflict });
    const written = await artifacts.write(lease.accountId, lease.jobId, [artifactOf(runConflict, conflict)]);
    return await queue.fail(lease, error, written);
  }

  async #task(): Promise<JobTask> {
    const { lease } = this;
    const { parentRunId } = lease.job;
    const [config, inputs, parentConfig] = await this.#readTask();
    if (config === null || (lease.inputs !== null && inputs === null) || (parentRunId !== null && !parentConfig)) {
      throw new DomainError("input_lost", "The config or the inputs of the run are lost: submit the run again");
    }
    const parent = parentRunId === null || !parentConfig ? null : {
      config: parentConfig,
      result: () => this.#readResult(parentRunId),
      reported: () => this.#readReported(parentRunId),
    };
    return { id: lease.jobId, market: lease.job.market, config, inputs, parent };
  }

  /**
   * Reads the config and the inputs of the job and what it needs of the config of the run that it is based on; null for
   * each that the job does not have or that the store has lost.
   */
  async #readTask(): Promise<readonly [config: Bytes | null, inputs: Bytes | null, parentConfig: Bytes | null]> {
    const { lease: { accountId, inputs, job: { parentRunId } } } = this;
    const { queue } = this.#options;
    return await this.#persistently("task not read yet", () =>
      Promise.all([
        this.#readConfig(),
        inputs === null ? null : queue.inputs(accountId, inputs),
        parentRunId === null ? null : queue.configOfRun({ accountId, jobId: parentRunId }),
      ]));
  }

  /** Reads the config of the job. A run whose inputs are stored does not read its own history again. */
  async #readConfig(): Promise<Bytes | null> {
    const { lease: { accountId, jobId, inputs, job: { parentRunId } } } = this;
    const { queue } = this.#options;
    const isReadBefore = inputs !== null && parentRunId === null;
    return isReadBefore ? await queue.configOfRun({ accountId, jobId }) : await queue.config({ accountId, jobId });
  }

  async #readResult(runId: JobId): Promise<StoredResult> {
    const { artifacts } = this.#options, { accountId } = this.lease;
    const place = { accountId, jobId: runId, absent: "input_lost" } as const;
    return await this.#persistently("result of its run not read yet", () => storedResultOfRun(artifacts, place));
  }

  async #readReported(runId: JobId): Promise<ReportedParts> {
    const { lease: { accountId } } = this;
    const { queue, artifacts } = this.#options;
    return await this.#persistently("run of a report not read yet", async () => {
      const { run, simulations } = await queue.reportedRun(accountId, runId);
      const parts = await Promise.all(simulations.map(async ({ id }) => ({
        config: await queue.config({ accountId, jobId: id }),
        detail: await bytesOf(await artifacts.find(accountId, id, simulationDetail.name)),
      })));
      return {
        run,
        section: await bytesOf(await artifacts.find(accountId, runId, rollingBacktest.name)),
        // A simulation whose config or detail is missing may have been deleted meanwhile, and is left out of the
        // report.
        simulations: parts.flatMap(({ config, detail }) =>
          config === null || detail === null ? [] : [{ config, detail }]
        ),
      };
    });
  }

  /**
   * Loads the data of a job within the time limit `preparationMs`; abandons a data source that neither responds nor
   * obeys the signal.
   */
  async #loaded<Result>(load: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { preparationMs } = this.#options.timing;
    const late = new DomainError(
      "market_data_unavailable",
      `The data of the run was not loaded within ${preparationMs} ms`,
    );
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(late), preparationMs);
    const signal = AbortSignal.any([this.#controller.signal, limit.signal]);
    try {
      return await unlessAborted(load(signal), signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #withinLimit<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { computationMs } = this.#options.timing;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new PastTime(computationMs)), computationMs);
    try {
      return await act(AbortSignal.any([this.#controller.signal, limit.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async #upload(computed: ComputedJob, elapsedMs: number): Promise<string> {
    const { queue, artifacts, telemetry } = this.#options;
    const { inputs = null, chained = [], figures = null } = computed;
    const { lease } = this;
    const { phasesMs } = this.#times;
    if (inputs !== null) await this.#store(() => queue.storeInputs(lease, inputs));
    this.#isStoring = true;
    const files = computed.artifacts.map((file) => finishedArtifact(lease.job.kind, file, { elapsedMs, phasesMs }));
    const write = (): Promise<ArtifactSet> =>
      this.#asked(artifacts.write(lease.accountId, ownerOfFiles(lease.job), files));
    // The files are written while the status changes. Those of a job that is no longer ours stay orphans for the sweep.
    let first: Promise<ArtifactSet> | null = write();
    first.catch(() => undefined);
    await this.#store(() => queue.beginUpload(lease));
    await this.#store(async () => {
      const writing = first ?? write();
      first = null;
      return await queue.succeed(lease, await writing, { chained, figures });
    });
    for (const { kind } of chained) telemetry.count("jobs.accepted", { kind });
    return "succeeded";
  }

  /**
   * Writes to the store or the bucket under the lease, and retries after a pause if they do not respond. Throws
   * `Fenced` if the lease no longer holds the job.
   */
  async #store(act: () => Promise<boolean>): Promise<void> {
    if (!await this.#persistently("result not stored yet", act)) throw new Fenced();
  }

  /**
   * Runs an action, and retries after a pause if the store or the bucket does not respond. Throws `StoreSilent` after
   * the last retry. If the runner stops, waiting ends at once; a late write for the lease then fails, because the lease
   * no longer holds the job. If the lease is fenced, the wait for the running action continues, because this action may
   * itself have ended the job.
   */
  async #persistently<Result>(event: string, act: () => Promise<Result>): Promise<Result> {
    const { timing: { storingPausesMs }, log } = this.#options;
    const { signal } = this.#controller;
    for (let attempt = 0;; attempt++) {
      signal.throwIfAborted();
      try {
        return await unlessAborted(this.#asked(act()), this.#givenUp.signal);
      } catch (error) {
        if (error instanceof Stopping) throw error;
        if (isGone(error)) throw new Fenced();
        if (error instanceof DomainError && error.code === "input_lost") throw error;
        const pauseMs = storingPausesMs[attempt];
        if (pauseMs === undefined) throw new StoreSilent(error);
        log.warn(event, { job: this.lease.jobId, reason: reasonOf(error) });
        await pause(pauseMs, signal);
      }
    }
  }

  #asked<Result>(act: Promise<Result>): Promise<Result> {
    const over = act.finally(() => this.#unanswered.delete(over));
    this.#unanswered.add(over);
    return over;
  }

  /**
   * Records the outcome of an attempt that ended with an error. If the store does not accept the outcome, other runners
   * find the job by its expired lease.
   */
  async #end(error: unknown): Promise<string> {
    const { queue, log, telemetry } = this.#options;
    const { lease } = this;
    const { signal } = this.#controller;
    const cause = signal.aborted ? signal.reason : error;
    try {
      if (cause instanceof Fenced) return "fenced";
      if (cause instanceof Stopping) {
        return await queue.giveBack(lease, { isLong: this.#isLong }) ? "given back" : "fenced";
      }
      if (isInfrastructure(cause)) {
        telemetry.count("jobs.attempts_lost");
        log.warn("job attempt lost", { job: lease.jobId, attempt: lease.attempt, reason: reasonOf(cause) });
        return nameOf(await queue.lose(lease, causeOf(cause), { isOutage: isOutage(cause) }));
      }
      const failure = failureOf(cause);
      if (failure.code === "internal") log.error("job failed", { job: lease.jobId, error: insideOf(cause) });
      return await this.#fail(failure) ? `failed: ${failure.code}` : "fenced";
    } catch (unreachable) {
      log.warn("queue unreachable", { job: lease.jobId, reason: reasonOf(unreachable) });
      return "left to its lease";
    }
  }

  /** Renews the lease and stores the progress of the job until the attempt is over. Never rejects. */
  async #keepBeating(over: AbortSignal): Promise<void> {
    const { queue, elapsedMs, log, timing: { leaseMs, progressMs } } = this.#options;
    const pace = new ProgressPace();
    let beaten = elapsedMs();
    while (!over.aborted) {
      await pause(progressMs / LOOKS_A_PERIOD, over);
      const told = this.#isStoring ? null : this.#progress;
      const isRenewed = elapsedMs() - beaten >= leaseMs / 4;
      const isWritten = pace.isDue(told) && this.#mayWrite(pace);
      if (over.aborted || !(isWritten || isRenewed)) continue;
      // A renewal costs the same with and without the progress.
      const progress = pace.isNew(told) ? told : null;
      try {
        if (!await queue.beat(this.lease, progress)) this.fence();
        if (progress !== null) pace.wrote(progress);
        beaten = elapsedMs();
      } catch (error) {
        log.warn("queue unreachable", { job: this.lease.jobId, reason: reasonOf(error) });
      }
    }
    this.#options.budget.leave(this);
  }

  /** Whether this attempt may write its progress now, or must wait for the writes of the runner's other jobs. */
  #mayWrite(pace: ProgressPace): boolean {
    const { budget, elapsedMs } = this.#options;
    const isAllowed = budget.take(this, elapsedMs());
    if (!isAllowed) pace.owe();
    return isAllowed;
  }
}

/** Waits for an action, but rejects with the reason of the signal if it aborts first. */
async function unlessAborted<Result>(act: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const settled = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true, signal: settled.signal });
  if (signal.aborted) abort();
  try {
    return await Promise.race([act, aborted]);
  } finally {
    settled.abort();
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

async function bytesOf(artifact: ReadableArtifact | null): Promise<Bytes | null> {
  return artifact === null ? null : await new Response(artifact.stream()).bytes();
}

/**
 * Returns the id of the job that owns the files: an internal job, for example a report, stores its files with its run.
 */
function ownerOfFiles({ id, kind, parentRunId }: Job): JobId {
  return isListed(kind) ? id : parentRunId ?? id;
}

function nameOf(outcome: LossOutcome): string {
  return outcome === "queued" ? "lost" : outcome;
}
