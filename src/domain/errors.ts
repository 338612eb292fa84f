/** Stable words of what can go wrong; `http/problem.ts` alone knows their statuses. */
export type ErrorCode =
  | "malformed_json"
  | "validation_failed"
  | "constraints_infeasible"
  | "insufficient_history"
  | "market_data_unavailable"
  | "methods_failed"
  | "out_of_memory"
  | "worker_lost"
  | "internal";

/** One fault of a request: where, as a JSON Pointer (RFC 6901) into the body, and what to do about it. */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** A rule of a set that cannot be met together. `rule` is null where a family is one rule. */
export interface ConflictingRule {
  readonly family: string;
  readonly rule: string | null;
  readonly detail: string;
}

/** A set of rules that cannot be met together; without any one of them the rest can. */
export interface Conflict {
  readonly rules: readonly ConflictingRule[];
  /** True when no smaller set conflicts. */
  readonly minimum: boolean;
}

/** What a caller did or asked that cannot be: a stable code and a sentence that names the value and what to do. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly conflict: Conflict | null;

  constructor(code: ErrorCode, detail: string, options: { faults?: readonly Fault[]; conflict?: Conflict } = {}) {
    super(detail);
    this.name = "DomainError";
    this.code = code;
    this.faults = options.faults ?? [];
    this.conflict = options.conflict ?? null;
  }
}

/** A JSON Pointer from its segments, escaped by RFC 6901. */
export function jsonPointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => "/" + String(segment).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}
