import { DomainError } from "../domain/errors.ts";
import { failureCodeOf } from "../domain/failure_code.ts";
import { JOB_ERROR_CODES, type JobError } from "../domain/job.ts";
import { traceOf } from "../domain/trace_of.ts";

/** The lease is another's, or the job has ended. */
export class Fenced extends Error {
  constructor() {
    super("The job is no longer in the hands of this runner");
    this.name = "Fenced";
  }
}

/** The runner ends: the job goes back to the queue. */
export class Stopping extends Error {
  constructor() {
    super("The runner stops");
    this.name = "Stopping";
  }
}

/** What the store was asked it did not do, however often. */
export class StoreSilent extends Error {
  constructor(cause: unknown) {
    super(`The store did not answer: ${reasonOf(cause)}`, { cause });
    this.name = "StoreSilent";
  }
}

/** A computation that takes too long: it would again. */
export class PastTime extends DomainError {
  constructor(limitMs: number) {
    super("worker_lost", `The computation was not done within ${limitMs} ms, which is all it may take`);
    this.name = "PastTime";
  }
}

/** The account was deleted, and the job with it. */
export function isGone(error: unknown): boolean {
  return error instanceof DomainError && error.code === "not_found";
}

/** Whether the attempt was lost through no fault of the job: another may succeed. */
export function isInfrastructure(error: unknown): boolean {
  if (error instanceof PastTime) return false;
  return error instanceof StoreSilent || (error instanceof DomainError && INFRASTRUCTURE_CODES.has(error.code));
}

const INFRASTRUCTURE_CODES: ReadonlySet<string> = new Set(["worker_lost", "not_ready"]);

/** Whether it was lost since the store or the bucket did not answer. */
export function isOutage(error: unknown): boolean {
  return isInfrastructure(error) && !(error instanceof DomainError && error.code === "worker_lost");
}

/** What the last of such attempts fails the job with. */
export function causeOf(error: unknown): JobError {
  return error instanceof DomainError && error.code === "worker_lost"
    ? { code: "worker_lost", detail: error.message }
    : { code: "internal", detail: "The store of the service did not answer" };
}

/**
 * What an error fails the job with; one that is no domain error of a job says nothing of what happened inside. Of the
 * caller's own data it may have a fault that submission had no time to find.
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
  const { message: detail, conflict } = error;
  return { code, detail, ...conflict === null ? {} : { conflict } };
}

/** What was thrown, as a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For the log. */
export function insideOf(error: unknown): string {
  return error instanceof Error && typeof error.cause === "string" ? error.cause : traceOf(error);
}
