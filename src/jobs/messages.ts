import type { Progress } from "../computations/computation.ts";
import type { Conflict, ErrorCode, Fault } from "../domain/errors.ts";
import { DomainError } from "../domain/errors.ts";
import { traceOf } from "../domain/trace_of.ts";

/** What the pool tells a worker first. */
export interface WorkerStart {
  readonly stopFlag: SharedArrayBuffer;
  /** How far its thread gives way, see `WorkerPoolOptions`; null where it may not. */
  readonly niceness: number | null;
}

/** What the pool tells a worker: how to start, then one computation after the other. */
export type MessageToWorker =
  | { readonly type: "start" } & WorkerStart
  | { readonly type: "compute"; readonly name: string; readonly inputs: unknown };

/**
 * What a worker says: once that it is ready, and to a computation any number of times its progress, then one of the
 * rest.
 */
export type MessageFromWorker =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "done"; readonly output: unknown }
  | { readonly type: "stopped" }
  | { readonly type: "failed"; readonly error: ErrorData };

/** An error as data, to cross from a worker. `inside` is for the log, never for a caller. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly faults: readonly Fault[];
  readonly conflict: Conflict | null;
  readonly inside: string | null;
}

/** A domain error as it is; anything else as `internal`, with a plain sentence. */
export function errorData(error: unknown): ErrorData {
  if (error instanceof DomainError) {
    return {
      code: error.code,
      detail: error.message,
      faults: error.faults,
      conflict: error.conflict,
      inside: null,
    };
  }
  return {
    code: "internal",
    detail: "The computation failed for a reason inside the service",
    faults: [],
    conflict: null,
    inside: traceOf(error),
  };
}

/** The domain error that `errorData` described, with what is for the log as its cause. */
export function errorOfData(data: ErrorData): DomainError {
  const error = new DomainError(data.code, data.detail, {
    faults: data.faults,
    ...data.conflict === null ? {} : { conflict: data.conflict },
  });
  if (data.inside !== null) error.cause = data.inside;
  return error;
}
