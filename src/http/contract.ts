import type { z } from "zod";
import type { ErrorCode } from "../domain/errors.ts";
import type { Scope } from "../domain/scope.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * What a request must bring.
 * - `public`: nothing; a credential is not looked at.
 * - `session cookies`: the cookies of a session, which the handler checks; refresh and logout.
 * - `session`: the access token of a signed-in user. A key is refused, after its scope where the contract names one.
 * - `key or session`: an API key with the scope, or an access token.
 */
export type Credential = "public" | "session cookies" | "session" | "key or session";

/** A row of the table of rate limits in `middleware/rate_limit.ts`; `none` for what watches the service itself. */
export type RateLimitGroup =
  | "public authentication"
  | "submission"
  | "reading"
  | "download"
  | "catalogue"
  | "rest"
  | "none";

/** An answer that is no problem: with a JSON body, with bytes of a media type, or with neither. */
export interface Answered {
  readonly description: string;
  readonly body?: z.ZodType;
  readonly media?: string;
  /** What the bytes hold where they are JSON as it is stored: documented, and held by the tests. */
  readonly shape?: z.ZodType;
  /** Headers that the handler must set. */
  readonly headers?: readonly string[];
  /** Headers that stand on some of these answers, with when they do. */
  readonly optionalHeaders?: Readonly<Record<string, string>>;
}

/** A status under which the codes given are answered as problem+json. Problems are thrown, never returned. */
export interface Problems {
  readonly problem: readonly ErrorCode[];
}

export type Responses = { readonly [status: number]: Answered | Problems };
export type Fields = Readonly<Record<string, z.ZodType>>;

/** Announces the end of an endpoint by the headers `Deprecation` and `Sunset`; dates as `YYYY-MM-DD`. */
export interface Deprecation {
  readonly since: string;
  readonly sunset?: string;
  /** Where the change is described. */
  readonly link?: string;
}

/**
 * What an endpoint promises: validation, authentication, limits, the OpenAPI document and the tests are all read from
 * here.
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
  /** The scope that a key needs. */
  readonly scope?: Scope;
  /** How a `session` endpoint refuses a key; `jwt_user_required` if absent. */
  readonly keyRefusal?: "mc_api_key_not_supported" | "backtest_api_key_not_supported";
  /** Whether an account whose e-mail address is not verified yet is let in. */
  readonly unverified?: boolean;
  /**
   * Whether requests are noted in the security log of the account: each of them, the first of an hour, or by the
   * handler, which learns behind its answer whom they are about. What any route is refused by for who asks is noted in
   * either case.
   */
  readonly securityEvent?: "each" | "hourly" | "by the handler";
  readonly plan?: "enterprise";
  readonly rateLimit: RateLimitGroup;
  readonly deprecation?: Deprecation;
  readonly parameters?: P;
  /** A strict object of what stands in the query; values arrive as text. */
  readonly query?: Q;
  /** What is sent to a route; without one nothing but an empty body or `{}` is taken, and of GET none is looked at. */
  readonly body?: B;
  /** Whether an absent body stands for `{}`. */
  readonly bodyMayBeEmpty?: boolean;
  /** Bytes of the largest body, 64 KiB if absent; `MAX_BODY_BYTES` where large inputs are meant. */
  readonly maxBytes?: number;
  /** What to do about a larger body, for the end of the sentence that refuses it. */
  readonly tooLargeAdvice?: string;
  /** Names, texts, lists and objects of the largest body; as many as any route takes if absent. */
  readonly mostValues?: number;
  /** Whether the handler is given a body of more than 64 KiB as an `UnreadBody`, which it has read elsewhere. */
  readonly leavesLargeBodyUnread?: true;
  /** Unknown fields of the body are refused by this code before any other fault; `validation_failed` if absent. */
  readonly unknownField?: "unknown_field";
  /** Whether the header `Idempotency-Key` is taken. */
  readonly idempotent?: boolean;
  /** Whether whole answers of text are compressed; never of what holds a token or a signed link. */
  readonly isCompressed?: true;
  readonly responses: R;
}

/** A response of problem+json with one of the codes. */
export function problem(...codes: readonly ErrorCode[]): Problems {
  return { problem: codes };
}
