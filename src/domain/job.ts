import type { Currency, Market } from "./asset.ts";
import type { Conflict, ErrorCode } from "./errors.ts";
import type { AccountId, JobId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { JobKindName } from "./job_kinds.ts";

export const JOB_STATUSES = ["queued", "running", "uploading", "succeeded", "failed", "cancelled"] as const;
export type JobStatus = typeof JOB_STATUSES[number];

export type JobMode = "construct" | "rebalance";
export type ReportStatus = "absent" | "queued" | "rendering" | "ready" | "failed";

/** A piece of work of one of the kinds; they share one life. */
export interface Job {
  readonly id: JobId;
  readonly accountId: AccountId;
  readonly kind: JobKindName;
  readonly name: string | null;
  readonly status: JobStatus;
  readonly market: Market;
  readonly currency: Currency | null;
  readonly mode: JobMode;
  /** Ids of the methods, in the order asked for. */
  readonly methods: readonly string[];
  readonly tags: readonly string[];
  /** The constraint families that the request names. */
  readonly constraintFamilies: readonly string[];
  readonly progress: JobProgress;
  readonly error: JobError | null;
  /** 0 until a runner takes it. */
  readonly attempt: number;
  /** The run that a simulation or a backtest stands on. */
  readonly parentRunId: JobId | null;
  /** Of the full report. */
  readonly reportStatus: ReportStatus;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly uploadingAt: Instant | null;
  readonly finishedAt: Instant | null;
}

export interface JobProgress {
  readonly phase: string;
  /** 0 to 1 */
  readonly fraction: number;
}

/** The codes that a job can fail with. */
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

/** Why a job failed. */
export interface JobError {
  readonly code: JobErrorCode;
  readonly detail: string;
  readonly conflict?: Conflict;
}

/** Who moves a job from one status to another. */
export type Mover =
  /** Whoever takes it: `JobQueue.claim`. */
  | "runner"
  /** Its owner, by the route of cancelling. */
  | "owner"
  /**
   * The runner that gives it back, or any that finds it without a living one: `JobQueue.giveBack`, `lose` and
   * `takeBack`.
   */
  | "queue"
  /** Who runs the service, for a job that is stuck or that the service failed: `JobRepository.requeue`. */
  | "operator";

/**
 * The life of a job of any kind: from a status, the statuses that may follow and who moves it there. A runner fails a
 * job that cannot be computed; the queue fails one that was lost with its runner too often, which an operator may queue
 * again ({@linkcode refusalToRequeue}). What is not here never happens.
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
 * Attempts that may be lost to a crash, a killed process or a worker without an answer, before the job fails with the
 * last cause.
 */
export const INFRASTRUCTURE_FAILURES_AT_MOST = 3;

/** How long the last of these attempts, which is made alone, waits for a runner that has nothing else to do. */
export const LAST_ATTEMPT_WAITS_MS = 600_000;

/** Attempts that may be lost to a store or a bucket that does not answer, before the job fails. */
export const OUTAGES_AT_MOST = 8;
const FIRST_PAUSE_MS = 5_000;

/** How long a job waits after so many outages until it is tried again: twice as long each time. */
export function pauseAfterOutages(outages: number): number {
  return FIRST_PAUSE_MS * 2 ** (outages - 1);
}

/** Whether a job may go from one status to another; back to `queued` when its runner was lost or stopped. */
export function mayBecome(from: JobStatus, to: JobStatus): boolean {
  return TRANSITIONS[from][to] !== undefined;
}

/** Queued, running or uploading. */
export function isInFlight(status: JobStatus): boolean {
  return !FINISHED.includes(status);
}

const FINISHED: readonly JobStatus[] = ["succeeded", "failed", "cancelled"];

/** Causes that lie in the service and not in the request: once they are gone, another attempt may succeed. */
const CAUSES_OF_SERVICE: readonly JobErrorCode[] = [
  "market_data_unavailable",
  "out_of_memory",
  "worker_lost",
  "input_lost",
  "internal",
];

/** Why an operator cannot put a job back into the queue, as a sentence; null where that may be. */
export function refusalToRequeue({ id, status, error }: Pick<Job, "id" | "status" | "error">): string | null {
  if (!(TRANSITIONS[status].queued ?? []).includes("operator")) return `Cannot requeue run "${id}": it is ${status}`;
  if (error === null || CAUSES_OF_SERVICE.includes(error.code)) return null;
  return `Cannot requeue run "${id}": it failed with ${error.code}, and would again`;
}

/** What a list of jobs is narrowed to; a filter left out lets everything through. */
export interface JobFilter {
  /** In the name, without case. */
  readonly search?: string | undefined;
  readonly status?: JobStatus | undefined;
  readonly tag?: string | undefined;
  readonly market?: Market | undefined;
  readonly mode?: JobMode | undefined;
  /** A family's id, or `none` for runs without any. */
  readonly constraints?: string | undefined;
}

/** Whether a filter lets a job through. */
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
