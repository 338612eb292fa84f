import type { Doubt } from "./doubt.ts";

/** Stable codes of all errors. Only `http/problem.ts` knows their HTTP status. */
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
  | "upload_already_sent"
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
  | "not_ready"
  // The words of OAuth for what is wrong with a request to its endpoints (RFC 6749, 7591 and 8707).
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/**
 * Type of one fault of a request: its place, as a JSON Pointer (RFC 6901) into the request body, and a sentence that
 * says what to do about it.
 */
export interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * Type of a constraint rule that cannot be met together with others. `rule` is the name of the rule within its
 * constraint family; null for the general rule of the family, which is often its only one.
 */
export interface ConflictingRule {
  readonly family: string;
  readonly rule: string | null;
  readonly detail: string;
}

/**
 * Type of a change of one limit that would resolve a conflict of constraint rules: the limit's current value (`from`)
 * and the needed value (`to`). `to` is null if no change of this limit alone is enough.
 */
export interface Relaxation {
  readonly family: string;
  readonly rule: string | null;
  readonly limit: "min" | "max";
  readonly from: number;
  readonly to: number | null;
}

/**
 * Type of a conflict: constraint rules that cannot be met together. Without any one of them the rest can be met. The
 * list of rules is empty if finding them takes too much work.
 */
export interface Conflict {
  readonly rules: readonly ConflictingRule[];
  /** Whether the conflict is proven to have the fewest rules: no smaller set of rules conflicts. */
  readonly minimum: boolean;
  /**
   * For each limit of the conflicting rules, the smallest change that alone resolves the conflict; fewer if finding all
   * takes too much work. Absent in conflicts that an earlier version stored.
   */
  readonly relaxation?: readonly Relaxation[];
  /**
   * Changes of requested limits, with the smallest sum, that together resolve the conflict; empty if there are none.
   * Absent in conflicts that an earlier version stored.
   */
  readonly jointRelaxation?: readonly Relaxation[];
}

export interface DomainErrorOptions {
  readonly faults?: readonly Fault[];
  readonly conflict?: Conflict;
  readonly doubts?: readonly Doubt[];
  readonly retryAfterSeconds?: number;
}

/**
 * Base error of the service that a caller can understand: it has a stable code, and a sentence that names the value at
 * fault and what to do.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  readonly conflict: Conflict | null;
  /** Doubts about the refused request and about how its file was read, which may explain the refusal. */
  readonly doubts: readonly Doubt[];
  /** Seconds after which the caller may repeat the refused request; null if unknown. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, detail: string, options: DomainErrorOptions = {}) {
    super(detail);
    this.name = "DomainError";
    this.code = code;
    this.faults = options.faults ?? [];
    this.conflict = options.conflict ?? null;
    this.doubts = options.doubts ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** Builds a JSON Pointer from its segments, escaped by RFC 6901. */
export function jsonPointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => "/" + String(segment).replaceAll("~", "~0").replaceAll("/", "~1")).join("");
}
