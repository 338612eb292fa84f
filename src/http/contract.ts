import type { z } from "zod";
import type { ErrorCode } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Credential that an endpoint requires.
 * - `public`: none; a credential that is sent is ignored.
 * - `session cookies`: the cookies of a session, which the handler checks; for refresh and logout.
 * - `session`: the access token of a signed-in user. An API key is refused, after a check of its scope if the contract
 *   names a scope.
 * - `key or session`: an API key that has the scope, or an access token.
 * - `connector`: the access token of a connector, whose scopes the handler checks.
 */
export type Credential = "public" | "session cookies" | "session" | "key or session" | "connector";

/**
 * Name of a group of endpoints that share a rate limit. The limits are in `middleware/rate_limit.ts`. `none` means no
 * limit, for endpoints that monitor the service itself.
 */
export type RateLimitGroup =
  | "public authentication"
  | "submission"
  | "reading"
  | "download"
  | "catalogue"
  | "connector"
  | "connector calls"
  | "registration"
  | "rest"
  | "none";

/** Type of a successful answer in an endpoint's contract: it has a JSON body, bytes of a media type, or no content. */
export interface Answered {
  readonly description: string;
  readonly body?: z.ZodType;
  readonly media?: string;
  /**
   * Schema of the stored JSON that an endpoint sends as raw bytes. It documents the answer, and tests check answers
   * against it.
   */
  readonly shape?: z.ZodType;
  /** Names of the response headers that the endpoint's handler must set on an answer with this status. */
  readonly headers?: readonly string[];
  /** Headers that only some answers with this status have, each with a description of when it is set. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

/**
 * Type of the part of an endpoint's contract that lists the error codes answered under one HTTP status as problem+json.
 * Handlers throw problems and never return them.
 */
export interface Problems {
  readonly problem: readonly ErrorCode[];
  /** Whether a browser gets the refusal as a page. */
  readonly isPageToBrowsers?: true;
}

/** What the page of a refusal says around its sentence. */
export interface RefusalPageWords {
  readonly title: string;
  /** Sentences of what to do, as HTML. */
  readonly advice: string;
  /** Whether only a request that accepts HTML gets the page, as that of a browser does; any other gets the problem. */
  readonly isToBrowsersAlone?: true;
}

export type Responses = { readonly [status: number]: Answered | Problems };
export type Fields = Readonly<Record<string, z.ZodType>>;

/**
 * Type of the announcement that an endpoint will be removed, sent in the headers `Deprecation` and `Sunset`. Dates are
 * `YYYY-MM-DD`.
 */
export interface Deprecation {
  readonly since: string;
  readonly sunset?: string;
  /** URL of the page that describes why and when the endpoint will be removed. */
  readonly link?: string;
}

/**
 * Type of an endpoint's contract: everything that it promises. Validation, authentication, limits, the OpenAPI document
 * and the tests all read the contract.
 */
export interface Contract<
  P extends Fields = Fields,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends Responses = Responses,
  C extends Credential = Credential,
> {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly credential: C;
  /** Scope that an API key needs to use this endpoint. */
  readonly scope?: Scope;
  /** Error code with which a `session` endpoint refuses an API key; `jwt_user_required` if absent. */
  readonly keyRefusal?: "mc_api_key_not_supported" | "backtest_api_key_not_supported";
  /** Whether the endpoint accepts a user whose e-mail address is not verified yet. */
  readonly unverified?: boolean;
  /**
   * When a successful request to this endpoint is noted in the account's security log: each time, at most once an hour,
   * or by the handler. A handler notes it itself if it finds the account only after the answer is sent. Refusals for
   * the caller's credential are noted on every endpoint, whatever this says.
   */
  readonly securityEvent?: "each" | "hourly" | "by the handler";
  readonly plan?: "enterprise";
  readonly rateLimit: RateLimitGroup;
  readonly deprecation?: Deprecation;
  readonly parameters?: P;
  /** Strict object schema of the endpoint's query parameters. Query values arrive as text. */
  readonly query?: Q;
  /**
   * Schema of the endpoint's request body. Without a schema the endpoint accepts only an empty body or `{}`, and a GET
   * ignores its body.
   */
  readonly body?: B;
  /**
   * Whether the endpoint treats an absent request body as `{}`. If absent, it does so only without a schema of the
   * body.
   */
  readonly bodyMayBeEmpty?: boolean;
  /** Largest request body in bytes, 64 KiB if absent. Endpoints for large inputs use `MAX_BODY_BYTES`. */
  readonly maxBytes?: number;
  /**
   * Whether the request body is a form (`application/x-www-form-urlencoded`) instead of JSON. Fields without a value
   * count as absent (RFC 6749, 3.1).
   */
  readonly takesForm?: true;
  /**
   * Whether refusals have the shape of OAuth (RFC 6749, 5.2) instead of a problem document: a client program of that
   * protocol knows no other. A fault of the request is then `invalid_request`, in a registration (RFC 7591)
   * `invalid_client_metadata`. With `json-rpc` they have the shape of an error of JSON-RPC 2.0. With words of a page
   * they are pages, because a person's browser opens the endpoint.
   */
  readonly refusals?: "oauth" | "oauth registration" | "json-rpc" | RefusalPageWords;
  /**
   * Whether people may write the address of this endpoint by hand: with a slash at its end they are led to it. Every
   * other endpoint answers `not_found` there.
   */
  readonly isTypedByHand?: true;
  /**
   * Media types of a file that is the endpoint's request body. The handler reads it piece by piece, by `sentFile`, and
   * it is never whole in memory. `maxBytes` limits it.
   */
  readonly takesFile?: readonly [string, ...string[]];
  /** Advice to a caller whose body is too large. It ends the sentence of the refusal. */
  readonly tooLargeAdvice?: string;
  /**
   * Largest number of field names, text values, lists and objects in a JSON request body; `MAX_VALUES` of
   * `json_body.ts` if absent.
   */
  readonly mostValues?: number;
  /**
   * Whether the handler gets a request body of more than 64 KiB as an unparsed `UnreadBody`, to have it parsed by a
   * worker.
   */
  readonly leavesLargeBodyUnread?: true;
  /** Error code that refuses a body with unknown fields at its top level; `validation_failed` if absent. */
  readonly unknownField?: "unknown_field";
  /**
   * Whether the endpoint accepts the header `Idempotency-Key`, with which a repeated request is not carried out twice.
   */
  readonly idempotent?: boolean;
  /**
   * Whether complete answers (status 200) in JSON, CSV or SVG are compressed for clients that accept it. It must not be
   * set for answers that contain a token or a signed link.
   */
  readonly isCompressed?: true;
  readonly responses: R;
}

/** Returns the entry of an endpoint's contract that lists the error codes answered under one HTTP status. */
export function problem(...codes: readonly ErrorCode[]): Problems {
  return { problem: codes };
}
