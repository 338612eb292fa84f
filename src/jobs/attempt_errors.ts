import { DomainError } from "../domain/errors.ts";
import { failureCodeOf } from "../domain/failure_code.ts";
import { doubtsOfRecord } from "../documents/doubts_of_record.ts";
import { JOB_ERROR_CODES, type JobError } from "../domain/job.ts";
import { traceOf } from "../domain/trace_of.ts";

/** Error for an attempt at a job whose lease belongs to another runner, or whose job has ended. */
export class Fenced extends Error {
  constructor() {
    super("This runner no longer holds the lease of the job");
    this.name = "Fenced";
  }
}

/** Error for an attempt at a job that ends because its runner stops; the job returns to the queue. */
export class Stopping extends Error {
  constructor() {
    super("The runner is stopping");
    this.name = "Stopping";
  }
}

/** Error for a request to the store or the bucket that failed on every retry. */
export class StoreSilent extends Error {
  constructor(cause: unknown) {
    super(`The store did not answer: ${reasonOf(cause)}`, { cause });
    this.name = "StoreSilent";
  }
}

/** Error for a job's computation that takes too long. The job is not retried, because it would take too long again. */
export class PastTime extends DomainError {
  constructor(limitMs: number) {
    super("worker_lost", `The computation exceeded its limit of ${limitMs} ms`);
    this.name = "PastTime";
  }
}

/** Whether an error of an attempt shows that the job was deleted together with its account. */
export function isGone(error: unknown): boolean {
  return error instanceof DomainError && error.code === "not_found";
}

/**
 * Whether an attempt failed because of the infrastructure and not because of its job, so that another attempt may
 * succeed.
 */
export function isInfrastructure(error: unknown): boolean {
  if (error instanceof PastTime) return false;
  return error instanceof StoreSilent || (error instanceof DomainError && INFRASTRUCTURE_CODES.has(error.code));
}

const INFRASTRUCTURE_CODES: ReadonlySet<string> = new Set(["worker_lost", "not_ready"]);

/** Whether an attempt failed because the store or the bucket did not respond. */
export function isOutage(error: unknown): boolean {
  return isInfrastructure(error) && !(error instanceof DomainError && error.code === "worker_lost");
}

/**
 * Returns the error that is stored in a job whose last attempt failed because of the infrastructure: a lost worker or a
 * store that did not respond.
 */
export function causeOf(error: unknown): JobError {
  return error instanceof DomainError && error.code === "worker_lost"
    ? { code: "worker_lost", detail: error.message }
    : { code: "internal", detail: "The store of the service did not answer" };
}

/**
 * Returns the error that a job fails with. A fault in the caller's data that was not found when the job was submitted
 * keeps its description. An error that is not a domain error of jobs becomes `internal` without details of the service.
 */
export function failureOf(error: unknown): JobError {
  if (error instanceof DomainError && error.code === "validation_failed") {
    const [{ pointer, detail } = { pointer: "", detail: error.message }] = error.faults;
    return { code: failureCodeOf(pointer), detail };
  }
  const code = error instanceof DomainError ? JOB_ERROR_CODES.find((code) => code === error.code) : undefined;
  if (!(error instanceof DomainError) || code === undefined || code === "internal") {
    return { code: "internal", detail: "The run failed for a reason inside the service" };
  }
  const { message: detail, conflict, doubts } = error;
  return { code, detail, ...conflict === null ? {} : { conflict }, ...doubtsOfRecord(doubts) };
}

/**
 * Returns why something failed, for the log. What callers are told where the store or the bucket is away says nothing
 * to the operator, but its cause does.
 */
export function reasonOf(error: unknown): string {
  const reason = error instanceof DomainError && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}

/** Returns the internal details of an error for the log: its cause if that is text, otherwise its stack trace. */
export function insideOf(error: unknown): string {
  return error instanceof Error && typeof error.cause === "string" ? error.cause : traceOf(error);
}
