/** Stable words of what can go wrong; `http/problem.ts` alone knows their statuses. */
export type ErrorCode =
  | "malformed_json"
  | "unknown_field"
  | "invalid_cursor"
  | "HOLDINGS_FILE_UNREADABLE"
  | "one_time_token_invalid"
  | "one_time_token_expired"
  | "credentials_missing"
  | "invalid_credentials"
  | "token_invalid"
  | "token_expired"
  | "key_invalid"
  | "session_revoked"
  | "https_required"
  | "email_not_verified"
  | "jwt_user_required"
  | "missing_scope"
  | "csrf_failed"
  | "enterprise_plan_required"
  | "mc_api_key_not_supported"
  | "backtest_api_key_not_supported"
  | "link_invalid"
  | "not_found"
  | "method_not_allowed"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "email_taken"
  | "job_finished"
  | "run_in_flight"
  | "run_not_succeeded"
  | "template_limit_reached"
  | "limit_reached"
  | "name_taken"
  | "body_too_large"
  | "validation_failed"
  | "constraints_infeasible"
  | "idempotency_key_reused"
  | "insufficient_history"
  | "too_many_rebalances"
  | "market_data_unavailable"
  | "methods_failed"
  | "out_of_memory"
  | "worker_lost"
  | "input_lost"
  | "internal"
  | "rate_limited"
  | "quota_exceeded"
  | "universe_unavailable"
  | "not_ready";

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

/** A limit of a rule, what it is and what it would have to be; `to` is null where no change of it alone would do. */
export interface Relaxation {
  readonly family: string;
  readonly rule: string | null;
  readonly limit: "min" | "max";
  readonly from: number;
  readonly to: number | null;
}

/**
 * A set of rules that cannot be met together; without any one of them the rest can. Empty where too much work is needed
 * to find it.
 */
export interface Conflict {
  readonly rules: readonly ConflictingRule[];
  /** True when no smaller set conflicts. */
  readonly minimum: boolean;
  /**
   * For each limit of these rules the least change that alone lets all rules be met; fewer where that is much work.
   * Absent, as the next, of what an earlier version stored.
   */
  readonly relaxation?: readonly Relaxation[];
  /** Changes of least sum, of limits that were sent, that together let all rules be met; empty where no such do. */
  readonly jointRelaxation?: readonly Relaxation[];
}

export interface DomainErrorOptions {
  readonly faults?: readonly Fault[];
  readonly conflict?: Conflict;
  readonly retryAfterSeconds?: number;
}

/** What a caller did or asked that cannot be: a stable code and a sentence that names the value and what to do. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly conflict: Conflict | null;
  /** When it is worth trying again; null where nobody knows. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, detail: string, options: DomainErrorOptions = {}) {
    super(detail);
    this.name = "DomainError";
    this.code = code;
    this.faults = options.faults ?? [];
    this.conflict = options.conflict ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** A JSON Pointer from its segments, escaped by RFC 6901. */
export function jsonPointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => "/" + String(segment).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}
