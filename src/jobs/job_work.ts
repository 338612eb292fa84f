import type { Artifact } from "../domain/artifact.ts";
import type { JobId } from "../domain/identifier.ts";
import type { Job, JobError } from "../domain/job.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import type { ChainedJob } from "../store/job_submission.ts";
import type { RunOptions } from "./worker_pool.ts";

/** What a runner does for the jobs of one kind. One file in `kinds/`, one line where the runner is wired. */
export interface JobWork {
  readonly kind: JobKindName;
  /** Whether it knows all that a job of its kind names; a newer version of the service may have accepted it. */
  knows(job: Pick<Job, "methods">): boolean;
  /**
   * Loads what the job is computed from: from the inputs that an attempt before stored, where there are some. Throws a
   * domain error for what fails the job.
   */
  prepare(task: JobTask, signal: AbortSignal): Promise<PreparedJob>;
}

export interface JobTask {
  /** Of the job. */
  readonly id: JobId;
  /** What the job was submitted with, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Null at the first attempt, and where nothing is stored. */
  readonly inputs: Uint8Array<ArrayBuffer> | null;
  /** The run that a simulation or a backtest stands on; null of a run. */
  readonly parent: ParentTask | null;
}

/** A run that has succeeded. */
export interface ParentTask {
  /** What it was submitted with, as JSON. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Its result, as it is stored. Throws `input_lost`. */
  result(): Promise<Uint8Array<ArrayBuffer>>;
  /** What a report of it tells beside its result. */
  reported(): Promise<ReportedParts>;
}

/** What lies beside the result of a run, as it is stored. */
export interface ReportedParts {
  readonly run: Job;
  /** Null where the run has no backtest within it. */
  readonly section: Uint8Array<ArrayBuffer> | null;
  /** Those that have succeeded, the oldest first. */
  readonly simulations: readonly {
    readonly config: Uint8Array<ArrayBuffer>;
    readonly detail: Uint8Array<ArrayBuffer>;
  }[];
}

export interface PreparedJob {
  /** To be stored before it is computed; null where they are stored already, or there are none. */
  readonly inputs: Uint8Array | null;
  /** In a worker, once. Rejects with the reason of the signal when that aborts. */
  compute(options: RunOptions): Promise<ComputedJob>;
}

export interface ComputedJob {
  /** Why the job failed although it was computed. */
  readonly error: JobError | null;
  /** Methods whose optimum is not proven. */
  readonly notProven: readonly string[];
  /** What went wrong unexpectedly, for the log. */
  readonly inside: readonly string[];
  /** What begins when the job has succeeded; nothing if absent. */
  readonly chained?: readonly ChainedJob[];
  /** Of a run what the dashboard needs of it; null of any other job, and if absent. */
  readonly figures?: RunFigures | null;
  /** What is stored, but for what the runner adds to it. */
  readonly artifacts: readonly Artifact[];
}
