import { DomainError, type ErrorCode } from "../../domain/errors.ts";
import { networkOf } from "../../domain/network.ts";
import type { RateLimitGroup } from "../contract.ts";
import type { Principal } from "../principal.ts";
import type { ResponseHeaders } from "./security_headers.ts";
import type { RateLimiter } from "./rate_limiter.ts";
import type { RateLimitRule, RateLimitState } from "./rate_limit_rule.ts";

/**
 * Rate limits of the groups of endpoints, in requests a minute. `by` says whether a limit counts by client address or
 * by account. A request without an account always counts by address, and one of a connector by account: the servers of
 * one assistant send from few addresses for all of its users.
 */
const GROUPS: Readonly<Record<Exclude<RateLimitGroup, "none">, GroupRule>> = {
  "public authentication": { name: "authentication", perMinute: 60, by: "address" },
  submission: { name: "submission", perMinute: 120, by: "account" },
  reading: { name: "reading", perMinute: 1_200, by: "account" },
  download: { name: "download", perMinute: 120, by: "address" },
  catalogue: { name: "catalogue", perMinute: 300, by: "address" },
  connector: { name: "connector", perMinute: 1_200, by: "address" },
  "connector calls": { name: "connector-calls", perMinute: 1_200, by: "account" },
  registration: { name: "registration", perMinute: 30, by: "address" },
  rest: { name: "rest", perMinute: 600, by: "account" },
};

interface GroupRule extends RateLimitRule {
  readonly by: "address" | "account";
}

/**
 * Rate limits of failed sign-ins, refreshes and one-time tokens: for an account from one network, for an account from
 * all networks, and for an address. Attempts from one network can exhaust only the first limit of an account, so the
 * owner can still sign in from another network.
 */
export const FAILURES_OF_ACCOUNT: RateLimitRule = { name: "failures-account", perMinute: 10, exact: true };
export const FAILURES_OF_ACCOUNT_IN_ALL: RateLimitRule = {
  name: "failures-account-in-all",
  perMinute: 100,
  exact: true,
};
export const FAILURES_OF_ADDRESS: RateLimitRule = { name: "failures-address", perMinute: 30, exact: true };

/** Rate limit of attempts with a wrong API key or access token from one address, over all endpoints. */
const WRONG_CREDENTIALS_OF_ADDRESS: RateLimitRule = { name: "wrong-credentials", perMinute: 60 };

/**
 * Rate limit of attempts with a token that is no valid one of a connector. From one address come the old tokens of all
 * users of a hosted assistant, which must hear 401 to refresh them; nobody guesses 256 random bits.
 */
const WRONG_TOKENS_OF_CONNECTORS: RateLimitRule = { name: "wrong-connector-tokens", perMinute: 1_200 };

/** Returns the rate limit that a group of endpoints shares, or null if the group has none. */
export function ruleOf(group: RateLimitGroup): RateLimitRule | null {
  return group === "none" ? null : GROUPS[group];
}

/**
 * Counts a request against the rate limit of its group of endpoints and sets the `RateLimit` headers of the response.
 * Throws `rate_limited` above the limit.
 */
export async function limitRequest(
  group: RateLimitGroup,
  { address, principal }: { address: string; principal: Pick<Principal, "account" | "kind"> | null },
  { rateLimiter, headers }: { rateLimiter: RateLimiter; headers: ResponseHeaders },
): Promise<void> {
  if (group === "none") return;
  const rule = GROUPS[group];
  const isOfAccount = principal !== null && (rule.by === "account" || principal.kind === "connector");
  const state = await rateLimiter.take(rule, isOfAccount ? principal.account.id : networkOf(address));
  headers["ratelimit-policy"] = `"${rule.name}";q=${rule.perMinute};w=60`;
  headers["ratelimit"] = `"${rule.name}";r=${state.remaining};t=${state.resetSeconds}`;
  if (!state.allowed) throw rateLimited(state);
}

/**
 * Error codes that mean that the caller sent a wrong credential. A sign-in attempt that fails with another code is not
 * counted as a failure.
 */
const WRONG_CREDENTIALS: ReadonlySet<string> = new Set<ErrorCode>([
  "credentials_missing",
  "csrf_failed",
  "invalid_credentials",
  "one_time_token_expired",
  "one_time_token_invalid",
  "session_revoked",
  "token_expired",
  "token_invalid",
]);

/**
 * Runs an attempt to sign in and counts it against rate limits only if its credential is wrong. While it runs, it
 * reserves one token of each limit, so that parallel attempts cannot exceed a limit together. Throws `rate_limited` if
 * failures have used up one of the limits.
 */
export async function limitFailures<Result>(
  counts: readonly { readonly rule: RateLimitRule; readonly subject: string }[],
  rateLimiter: RateLimiter,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const [count, ...others] = counts;
  if (count === undefined) return await attempt();
  const reservation = await rateLimiter.reserve(count.rule, count.subject);
  if (!reservation.state.allowed) throw rateLimited(reservation.state);
  let isCounted = false;
  try {
    return await limitFailures(others, rateLimiter, attempt);
  } catch (error) {
    isCounted = error instanceof DomainError && WRONG_CREDENTIALS.has(error.code);
    throw error;
  } finally {
    await reservation.settle(isCounted);
  }
}

/**
 * Error codes that mean that a credential was never valid, so the caller may be guessing. An expired token or an ended
 * session is not a guess.
 */
const GUESSES: ReadonlySet<string> = new Set<ErrorCode>(["key_invalid", "token_invalid"]);

/**
 * Runs a check of an API key or access token. Counts a wrong one against the client's address and throws `rate_limited`
 * from the 61st in a minute on, for connectors from the 1,201st on. Valid credentials always pass, whatever others
 * behind the same address do.
 */
export async function limitWrongCredentials<Result>(
  { address, ofConnector }: { readonly address: string; readonly ofConnector: boolean },
  rateLimiter: RateLimiter,
  look: () => Promise<Result>,
): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof DomainError) || !GUESSES.has(error.code)) throw error;
    const rule = ofConnector ? WRONG_TOKENS_OF_CONNECTORS : WRONG_CREDENTIALS_OF_ADDRESS;
    const state = await rateLimiter.take(rule, networkOf(address));
    throw state.allowed ? error : rateLimited(state);
  }
}

function rateLimited({ limit, resetSeconds }: RateLimitState): DomainError {
  return new DomainError("rate_limited", `Cannot take more than ${limit} a minute: try again in ${resetSeconds} s`, {
    retryAfterSeconds: resetSeconds,
  });
}
