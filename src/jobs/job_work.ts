import type { StoredResult } from "../documents/stored_result.ts";
import type { Artifact } from "../domain/artifact.ts";
import type { Market } from "../domain/asset.ts";
import type { JobId } from "../domain/identifier.ts";
import type { Job, JobError } from "../domain/job.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import type { RunFigures } from "../domain/run_figures.ts";
import type { ChainedJob } from "../store/job_submission.ts";
import type { RunOptions } from "./run_options.ts";

/** Interface of the work that a runner does for jobs of one kind: it prepares and computes a job. */
export interface JobWork {
  readonly kind: JobKindName;
  /**
   * Whether the runner knows every method that a job names. A newer version of the service may have accepted the job.
   */
  knows(job: Pick<Job, "methods">): boolean;
  /** Loads the inputs of the job, or uses the stored ones. Throws a domain error if the job has to fail. */
  prepare(task: JobTask, options: PreparationOptions): Promise<PreparedJob>;
}

export interface PreparationOptions extends Pick<RunOptions, "onPhases"> {
  readonly signal: AbortSignal;
}

export interface JobTask {
  /** Id of the job to compute. */
  readonly id: JobId;
  readonly market: Market;
  /**
   * Config that the job was submitted with, as JSON; that of a run whose inputs are stored may lack the rows of its own
   * history.
   */
  readonly config: Uint8Array<ArrayBuffer>;
  /**
   * Stored inputs: those of the submission or of an earlier attempt at this job, or those of the run that the job is
   * based on; null if none are stored.
   */
  readonly inputs: Uint8Array<ArrayBuffer> | null;
  /** Run that a simulation, backtest or report is based on; null for a run itself. */
  readonly parent: ParentTask | null;
}

/** Type of the succeeded run on which a job is based. */
export interface ParentTask {
  /** Config that the run was submitted with, as JSON; it may lack the rows of the run's own history. */
  readonly config: Uint8Array<ArrayBuffer>;
  /** Reads the stored result of the run as bytes. Throws `input_lost`. */
  result(): Promise<StoredResult>;
  /** Reads the parts of the run that a report shows in addition to its result. */
  reported(): Promise<ReportedParts>;
}

/** Type of the stored parts of a run, in addition to its result, that its reports show. */
export interface ReportedParts {
  readonly run: Job;
  /** Bytes of the stored backtest within the run; null if the run has none. */
  readonly section: Uint8Array<ArrayBuffer> | null;
  /** Bytes of the configs and details of the run's succeeded simulations, oldest first. */
  readonly simulations: readonly {
    readonly config: Uint8Array<ArrayBuffer>;
    readonly detail: Uint8Array<ArrayBuffer>;
  }[];
}

export interface PreparedJob {
  /** Computes the job once, in a worker. Rejects with the reason of the signal if it aborts. */
  compute(options: RunOptions): Promise<ComputedJob>;
}

export interface ComputedJob {
  /** Inputs of the job to store, on which later jobs are based; null or absent if they are stored or there are none. */
  readonly inputs?: Uint8Array<ArrayBuffer> | null;
  /** Error with which the job fails although its computation ended; null if the job succeeds. */
  readonly error: JobError | null;
  /** Ids of those methods of a computed job for which the solver did not prove that the answer is optimal. */
  readonly notProven: readonly string[];
  /** Descriptions of unexpected errors in a computed job, for the log. */
  readonly inside: readonly string[];
  /** Simulations or backtests of this run that are queued once it has succeeded; none if absent. */
  readonly chained?: readonly ChainedJob[];
  /** Figures of a run that the dashboard needs; null or absent for any other job. */
  readonly figures?: RunFigures | null;
  /** Files with the results of a computed job, without the parts that the runner adds to them. */
  readonly artifacts: readonly Artifact[];
}
