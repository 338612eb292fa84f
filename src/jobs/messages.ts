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
  /** Memory of `LendableWorkers`, which all workers of the pool read. */
  readonly lendable: SharedArrayBuffer;
}

/** Shares of a computation that its worker offers to other workers of the pool. */
export interface ShareOffer {
  /** Number of the offer among those of the computation. */
  readonly id: number;
  /** Kind of the shares, in the list that the workers have. */
  readonly kind: string;
  readonly basis: unknown;
  readonly count: number;
  /** Counted work of all shares. */
  readonly work: number;
  /** Memory of `ShareClaims`. */
  readonly claims: SharedArrayBuffer;
}

/** News for the worker that offered shares: an output, or a reason to look at the claims and the stop flag. */
export interface ShareNews {
  readonly offer: number;
  readonly output: { readonly share: number; readonly value: unknown } | null;
}

/**
 * Messages from the pool to a worker: how to start, then one computation or one offer of another worker's shares after
 * the other. During a computation that has offered shares, the pool sends news about them.
 */
export type MessageToWorker =
  | { readonly type: "start" } & WorkerStart
  | { readonly type: "compute"; readonly name: string; readonly inputs: unknown }
  | { readonly type: "help"; readonly offer: ShareOffer; readonly helper: number }
  | { readonly type: "news"; readonly news: ShareNews };

/** Type of the milliseconds that a computation spent in each phase, by the name of the phase. */
export type PhasesMs = Readonly<Record<string, number>>;

/**
 * Messages from a worker to the pool: `ready` once; then, for each computation, any number of `progress` and `offer`
 * messages and one final message. For each offer that it helps with, a worker sends any number of `share` messages and
 * one `helped`, which says whether it failed at a share.
 */
export type MessageFromWorker =
  | { readonly type: "ready" }
  | { readonly type: "offer"; readonly offer: ShareOffer }
  | { readonly type: "share"; readonly share: number; readonly value: unknown }
  | { readonly type: "helped"; readonly hasFailed: boolean }
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
