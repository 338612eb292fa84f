import type { Currency, Market } from "./asset.ts";
import type { Doubt } from "./doubt.ts";
import type { Conflict, ErrorCode } from "./errors.ts";
import type { AccountId, JobId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { JobKindName } from "./job_kinds.ts";

export const JOB_STATUSES = ["queued", "running", "uploading", "succeeded", "failed", "cancelled"] as const;
export type JobStatus = typeof JOB_STATUSES[number];

export type JobMode = "construct" | "rebalance";
export type ReportStatus = "absent" | "queued" | "rendering" | "ready" | "failed";

/** Type of a job of any kind: an optimisation, a simulation, a backtest or a report. */
export interface Job {
  readonly id: JobId;
  readonly accountId: AccountId;
  readonly kind: JobKindName;
  readonly name: string | null;
  readonly status: JobStatus;
  readonly market: Market;
  readonly currency: Currency | null;
  readonly mode: JobMode;
  /** Ids of the job's methods, in the order of the request. */
  readonly methods: readonly string[];
  readonly tags: readonly string[];
  /** Ids of the constraint families that the request of the job names. */
  readonly constraintFamilies: readonly string[];
  readonly progress: JobProgress;
  readonly error: JobError | null;
  /** Number of the current attempt at the job; 0 until a runner takes it. */
  readonly attempt: number;
  /** Id of the run that a simulation, backtest or report belongs to; null for a run. */
  readonly parentRunId: JobId | null;
  /** Status of the full PDF report of a run; `absent` for any other job. */
  readonly reportStatus: ReportStatus;
  /**
   * Counted work of the job (see `request/counted_work.ts`); absent in jobs that an earlier version accepted, which
   * count as small.
   */
  readonly work?: number;
  /** Trace context of the request that submitted the job, which its attempts continue; absent where none was traced. */
  readonly trace?: string;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly uploadingAt: Instant | null;
  readonly finishedAt: Instant | null;
}

export interface JobProgress {
  readonly phase: string;
  /** Fraction of the job that is done, from 0 to 1. */
  readonly fraction: number;
}

/** Error codes with which a job can fail. */
export const JOB_ERROR_CODES = [
  "insufficient_history",
  "too_many_rebalances",
  "market_data_unavailable",
  "constraints_infeasible",
  "methods_failed",
  "out_of_memory",
  "worker_lost",
  "input_lost",
  "internal",
] as const satisfies readonly ErrorCode[];
export type JobErrorCode = typeof JOB_ERROR_CODES[number];

/** Type of the reason why a job failed: error code, sentence, conflict of rules, and doubts that may explain it. */
export interface JobError {
  readonly code: JobErrorCode;
  readonly detail: string;
  readonly conflict?: Conflict;
  /** Doubts about the data and the request of the job, the most severe first; absent without any. */
  readonly doubts?: readonly Doubt[];
}

/** Type of the parties that may move a job from one status to another. */
export type Mover =
  /** The job runner that takes or holds the job (`JobQueue.claim`). */
  | "runner"
  /** The account that owns the job, which may cancel it. */
  | "owner"
  /**
   * The job queue: a runner gives the job back, or another runner finds that the job's runner has died
   * (`JobQueue.giveBack`, `lose` and `takeBack`).
   */
  | "queue"
  /**
   * The operator of the service, who queues a job again that is stuck or failed by fault of the service
   * (`JobRepository.requeue`).
   */
  | "operator";

/**
 * Allowed status changes of a job, and who may make each. A runner fails a job that cannot be computed. The queue fails
 * a job whose runner was lost too often; an operator may queue it again ({@linkcode refusalToRequeue}). Any other
 * change is impossible.
 */
export const TRANSITIONS: Readonly<Record<JobStatus, Readonly<Partial<Record<JobStatus, readonly Mover[]>>>>> = {
  queued: { running: ["runner"], failed: ["queue"], cancelled: ["owner"] },
  running: { uploading: ["runner"], failed: ["runner", "queue"], cancelled: ["owner"], queued: ["queue", "operator"] },
  uploading: {
    succeeded: ["runner"],
    failed: ["runner", "queue"],
    cancelled: ["owner"],
    queued: ["queue", "operator"],
  },
  succeeded: {},
  failed: { queued: ["operator"] },
  cancelled: {},
};

/**
 * Number of lost attempts with which a job fails, for the cause of the last one. An attempt is lost to a crash, a
 * killed process or a worker that does not answer.
 */
export const INFRASTRUCTURE_FAILURES_AT_MOST = 3;

/**
 * Milliseconds, since the latest lost attempt at a job, for which its last attempt waits for a runner without other
 * jobs. After that, a runner that finds the job takes no other job until it has none left. The last attempt is computed
 * alone, so that a lost process can be blamed on it.
 */
export const LAST_ATTEMPT_WAITS_MS = 600_000;

/**
 * Number of attempts lost to outages with which a job fails. In an outage the store or the artifact bucket does not
 * answer.
 */
export const OUTAGES_AT_MOST = 8;
const FIRST_PAUSE_MS = 5_000;

/**
 * Returns the pause, in milliseconds, before a job is tried again after a number of outages of the store or the bucket.
 * It doubles with each outage.
 */
export function pauseAfterOutages(outages: number): number {
  return FIRST_PAUSE_MS * 2 ** (outages - 1);
}

/**
 * Whether a job may change from one status to another. A job returns to `queued` if its runner was lost or stopped, or
 * if an operator queues it again.
 */
export function mayBecome(from: JobStatus, to: JobStatus): boolean {
  return TRANSITIONS[from][to] !== undefined;
}

/** Whether a job with this status is unfinished: queued, running or uploading. */
export function isInFlight(status: JobStatus): boolean {
  return !FINISHED.includes(status);
}

const FINISHED: readonly JobStatus[] = ["succeeded", "failed", "cancelled"];

/** Whether a job has no more counted work than a process computes; null stands for a process without a bound. */
export function isWithinWorkLimit({ work = 0 }: Pick<Job, "work">, workLimit: number | null): boolean {
  return workLimit === null || work <= workLimit;
}

/** Largest counted work of a small job, about two seconds of one core (see `request/counted_work.ts`). */
const SMALL_WORK = 2_000;

/** Whether a job is so small that a runner computes it beside long ones instead of after them. */
export function isSmall({ work = 0 }: Pick<Job, "work">): boolean {
  return work <= SMALL_WORK;
}

/** Error codes whose cause lies in the service and not in the request, so that another attempt may succeed. */
const CAUSES_OF_SERVICE: readonly JobErrorCode[] = [
  "market_data_unavailable",
  "out_of_memory",
  "worker_lost",
  "input_lost",
  "internal",
];

/** Returns a sentence that says why an operator cannot queue a job again; null if it is allowed. */
export function refusalToRequeue({ id, status, error }: Pick<Job, "id" | "status" | "error">): string | null {
  if (!(TRANSITIONS[status].queued ?? []).includes("operator")) return `Cannot requeue run "${id}": it is ${status}`;
  if (error === null || CAUSES_OF_SERVICE.includes(error.code)) return null;
  return `Cannot requeue run "${id}": it failed with ${error.code} and would fail again`;
}

/** Type of the filters of a list of jobs. An absent filter accepts every job. */
export interface JobFilter {
  /** Text to find in the job's name, ignoring upper and lower case. */
  readonly search?: string | undefined;
  readonly status?: JobStatus | undefined;
  readonly tag?: string | undefined;
  readonly market?: Market | undefined;
  readonly mode?: JobMode | undefined;
  /** Id of a constraint family, or `none` for runs without constraints. */
  readonly constraints?: string | undefined;
}

/** Whether a job passes all filters of a list of jobs. */
export function passesFilter(job: Job, filter: JobFilter): boolean {
  return (filter.status === undefined || job.status === filter.status) &&
    (filter.market === undefined || job.market === filter.market) &&
    (filter.mode === undefined || job.mode === filter.mode) &&
    (filter.tag === undefined || job.tags.includes(filter.tag)) &&
    (filter.constraints === undefined || hasConstraints(job, filter.constraints)) &&
    (filter.search === undefined || (job.name ?? "").toLowerCase().includes(filter.search.toLowerCase()));
}

function hasConstraints(job: Job, family: string): boolean {
  return family === "none" ? job.constraintFamilies.length === 0 : job.constraintFamilies.includes(family);
}
