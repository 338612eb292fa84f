import { z } from "zod";
import { doubt, presentDoubt } from "../documents/doubt_schema.ts";
import { type Conflict, DomainError, type ErrorCode } from "../domain/errors.ts";
import { fitting } from "../faults/fitting.ts";
import { toldConflict } from "../faults/told_conflict.ts";
import { countedFaults, MOST_FAULT_BYTES } from "../faults/told_faults.ts";
import type { ResponseHeaders } from "./middleware/security_headers.ts";

/**
 * HTTP status for each error code. No other table maps codes to statuses. Codes that occur only in failed runs map to
 * 500: as the answer to a request they are unexpected.
 */
const STATUSES: Readonly<Record<ErrorCode, Status>> = {
  malformed_json: 400,
  unknown_field: 400,
  invalid_cursor: 400,
  HOLDINGS_FILE_UNREADABLE: 400,
  one_time_token_invalid: 400,
  one_time_token_expired: 400,
  invalid_request: 400,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_client: 401,
  credentials_missing: 401,
  invalid_credentials: 401,
  token_invalid: 401,
  token_expired: 401,
  key_invalid: 401,
  session_revoked: 401,
  https_required: 403,
  email_not_verified: 403,
  jwt_user_required: 403,
  missing_scope: 403,
  csrf_failed: 403,
  enterprise_plan_required: 403,
  mc_api_key_not_supported: 403,
  backtest_api_key_not_supported: 403,
  link_invalid: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  job_finished: 409,
  run_in_flight: 409,
  run_not_succeeded: 409,
  template_limit_reached: 409,
  limit_reached: 409,
  name_taken: 409,
  upload_already_sent: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  validation_failed: 422,
  constraints_infeasible: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  universe_unavailable: 503,
  market_data_unavailable: 503,
  not_ready: 503,
  insufficient_history: 500,
  too_many_rebalances: 500,
  methods_failed: 500,
  out_of_memory: 500,
  worker_lost: 500,
  input_lost: 500,
  internal: 500,
};

const TITLES = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** HTTP status with which the service can refuse a request: one of those in `TITLES`. */
type Status = keyof typeof TITLES;

/** Status of the refusal of a credential. */
export const UNAUTHORIZED = 401;

/** Returns the HTTP status with which an error code is answered. */
export function statusOf(code: ErrorCode): Status {
  return STATUSES[code];
}

/** Whether an error is a refusal whose message the caller may see, and not a fault inside the service (500). */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && STATUSES[error.code] !== 500;
}

/** Whether the error lies with the request or its caller (status below 500) and not with the service. */
export function blamesRequest(error: unknown): error is DomainError {
  return error instanceof DomainError && STATUSES[error.code] < 500;
}

const change = z.strictObject({
  family: z.string(),
  rule: z.string().nullable(),
  limit: z.enum(["min", "max"]),
  from: z.number(),
  to: z.number().nullable(),
});

/**
 * Schema of a conflict of constraint rules: the rules that cannot be met together, whether no smaller set of rules is
 * in conflict, and the changes of limits that would resolve it.
 */
export const conflictBody = z.strictObject({
  rules: z.array(z.strictObject({ family: z.string(), rule: z.string().nullable(), detail: z.string() })).meta({
    description:
      "Rules that cannot be met together; without any one of them the others can. Empty where the search for them ended " +
      "early. Where they do not fit into an answer, the last entry counts the remaining rules and names no family",
  }),
  minimum: z.boolean().meta({ description: "Whether no smaller set of rules is in conflict" }),
  relaxation: z.array(change).meta({
    description:
      "For each limit of these rules the smallest change that alone lets all rules be met; null where no change does. " +
      "Limits are left out where there are too many to compute or to list, or where a change is not proven",
  }),
  joint_relaxation: z.array(change).meta({
    description:
      "Changes of limits of the request that together let all rules be met, with the smallest sum; empty where they do not fit",
  }),
});

/** Schema of a problem document (RFC 9457), the body of every refusal. */
export const problemDocument = z.strictObject({
  type: z.literal("about:blank"),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().meta({ description: "A stable word to program against" }),
  request_id: z.string().meta({ description: "Also in the header X-Request-Id, and in the log of the service" }),
  errors: z.array(z.strictObject({ pointer: z.string(), detail: z.string() })).optional().meta({
    description: "Every fault of a refused request, each with a JSON Pointer",
  }),
  conflict: conflictBody.optional().meta({
    description: "Rules that cannot be met together, with constraints_infeasible",
  }),
  doubts: z.array(doubt).optional().meta({
    description:
      "Doubts about the request whose rules cannot be met, which may say why: the most severe first, as many as fit " +
      "into 32 KiB. Absent without any",
  }),
}).meta({ id: "Problem" });

export type ProblemDocument = z.output<typeof problemDocument>;

/**
 * Returns a conflict of constraint rules as part of a JSON answer, shortened to at most `mostBytes` bytes; to the limit
 * of a whole answer if absent.
 */
export function conflictIn(conflict: Conflict, mostBytes?: number): z.output<typeof conflictBody> {
  const { rules, minimum, relaxation, jointRelaxation } = toldConflict(conflict, mostBytes);
  return { rules: [...rules], minimum, relaxation: [...relaxation], joint_relaxation: [...jointRelaxation] };
}

/**
 * Returns the rule conflict in the body of a refusal for constraint rules that cannot be met, the same for a submission
 * and a preflight. It takes at most half of the bytes that faults may take.
 */
export function refusedConflict(conflict: Conflict): z.output<typeof conflictBody> {
  return conflictIn(conflict, MOST_FAULT_BYTES / 2);
}

/** Returns the problem document of an error, without the request id. */
export function problemOf(error: DomainError): Omit<ProblemDocument, "request_id"> {
  const status = statusOf(error.code);
  // The faults and the rule conflict share the size limit of the faults in an answer, half each, because the faults
  // repeat the conflicting rules with their pointers.
  const { items: doubts, bytes } = fitting(error.doubts, MOST_DOUBT_BYTES);
  const limits = {
    faults: Infinity,
    bytes: (error.conflict === null ? MOST_FAULT_BYTES : MOST_FAULT_BYTES / 2) - bytes,
  };
  return {
    type: "about:blank",
    title: TITLES[status],
    status,
    detail: cut(error.message),
    code: error.code,
    ...error.faults.length === 0 ? {} : { errors: [...countedFaults(error.faults, error.faults.length, limits)] },
    ...error.conflict === null ? {} : { conflict: refusedConflict(error.conflict) },
    ...doubts.length === 0 ? {} : { doubts: doubts.map(presentDoubt) },
  };
}

/** Largest size of the doubts in a refusal, in bytes of JSON. */
const MOST_DOUBT_BYTES = 32 * 1_024;

/**
 * Returns a sentence of a refusal, shortened to `MOST_CHARACTERS`, because it may quote a name from the request that is
 * as long as a body.
 */
function cut(detail: string): string {
  return detail.length <= MOST_CHARACTERS ? detail : `${detail.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
}

const MOST_CHARACTERS = 1_000;

/** Error that refuses a request and also sets response headers. Header names are in lower case. */
export class RefusalWithHeaders extends DomainError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, headers: Readonly<Record<string, string>>) {
    super(code, detail);
    this.name = "RefusalWithHeaders";
    this.headers = headers;
  }
}

/**
 * Returns the problem+json response for an error that ended a request. An error that is not a refusal becomes
 * `internal`, and the response reveals nothing of its cause.
 */
export function problemResponse(error: unknown, requestId: string, headers: ResponseHeaders = {}): Response {
  const refusal = isRefusal(error) ? error : new DomainError("internal", "The service could not answer this request");
  const document: ProblemDocument = { ...problemOf(refusal), request_id: requestId };
  const own = refusal instanceof RefusalWithHeaders ? refusal.headers : {};
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const content = { "content-type": "application/problem+json", "content-length": String(bytes.length) };
  const response = new Response(bytes, { status: document.status, headers: { ...headers, ...own, ...content } });
  if (document.status === 401 && own["www-authenticate"] === undefined) {
    response.headers.set("www-authenticate", challengeOf(refusal.code));
  }
  const retryAfterSeconds = refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS[refusal.code];
  if (retryAfterSeconds !== undefined) {
    response.headers.set("retry-after", String(Math.max(1, retryAfterSeconds)));
  }
  return response;
}

/**
 * Seconds in the header `Retry-After` for error codes whose errors set none themselves. A market data source that
 * failed may not be asked again for half a minute.
 */
const RETRY_AFTER_SECONDS: Partial<Readonly<Record<ErrorCode, number>>> = { market_data_unavailable: 60 };

/**
 * Returns the `WWW-Authenticate` header of a 401. A request without any credential is told only the scheme (RFC 6750).
 */
function challengeOf(code: ErrorCode): string {
  const realm = 'Bearer realm="portfolio-optimization"';
  return code === "credentials_missing" ? realm : `${realm}, error="invalid_token"`;
}
