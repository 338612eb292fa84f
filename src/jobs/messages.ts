import type { Progress } from "../computations/computation.ts";
import type { Doubt } from "../domain/doubt.ts";
import type { Conflict, ErrorCode, Fault } from "../domain/errors.ts";
import { DomainError } from "../domain/errors.ts";
import { traceOf } from "../domain/trace_of.ts";

/** First message that the worker pool sends to a new worker. */
export interface WorkerStart {
  readonly stopFlag: SharedArrayBuffer;
  /**
   * Amount by which the worker lowers its thread priority (see `WorkerPoolOptions`); null if the priority cannot be
   * lowered.
   */
  readonly niceness: number | null;
}

/** Messages from the pool to a worker: how to start, then one computation after the other. */
export type MessageToWorker =
  | { readonly type: "start" } & WorkerStart
  | { readonly type: "compute"; readonly name: string; readonly inputs: unknown };

/** Type of the milliseconds that a computation spent in each phase, by the name of the phase. */
export type PhasesMs = Readonly<Record<string, number>>;

/**
 * Messages from a worker to the pool: `ready` once; then, for each computation, any number of `progress` messages and
 * one final message.
 */
export type MessageFromWorker =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "done"; readonly output: unknown; readonly phasesMs: PhasesMs }
  | { readonly type: "stopped" }
  | { readonly type: "failed"; readonly error: ErrorData };

/**
 * Type of an error as plain data that a worker can send to the pool. `inside` is for the log and never for a caller.
 */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly faults: readonly Fault[];
  readonly conflict: Conflict | null;
  readonly doubts: readonly Doubt[];
  readonly inside: string | null;
}

/**
 * Converts an error to plain data for a message between threads: a domain error keeps its fields, any other error
 * becomes `internal` with a generic message.
 */
export function errorData(error: unknown): ErrorData {
  if (error instanceof DomainError) {
    return {
      code: error.code,
      detail: error.message,
      faults: error.faults,
      conflict: error.conflict,
      doubts: error.doubts,
      inside: null,
    };
  }
  return {
    code: "internal",
    detail: "The computation failed for a reason inside the service",
    faults: [],
    conflict: null,
    doubts: [],
    inside: traceOf(error),
  };
}

/**
 * Restores a domain error from the plain data that a worker sent; the details for the log become the cause of the
 * error.
 */
export function errorOfData(data: ErrorData): DomainError {
  const error = new DomainError(data.code, data.detail, {
    faults: data.faults,
    doubts: data.doubts,
    ...data.conflict === null ? {} : { conflict: data.conflict },
  });
  if (data.inside !== null) error.cause = data.inside;
  return error;
}
