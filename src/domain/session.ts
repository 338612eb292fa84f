import type { AccountId } from "./identifier.ts";
import { DAY_MS, type Instant } from "./instant.ts";

/** Seconds for which an access token is good. */
export const ACCESS_TOKEN_SECONDS = 900;

/** How long a refresh token can be used. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;

/** How long a session can be refreshed; then a person signs in again. */
export const SESSION_MS = 90 * DAY_MS;

/** An account has no more of them: a new one ends the oldest. */
export const SESSIONS_AT_MOST = 50;

/** A sign-in and the family of refresh tokens that follow one another in it. */
export interface Session {
  /** `ses_<ULID>`, the `sid` of access tokens. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly userId: string;
  readonly createdAt: Instant;
  /** When the current refresh token was issued. */
  readonly refreshedAt: Instant;
  /** When the current refresh token ends, and the session with it. */
  readonly expiresAt: Instant;
  /** What signed in, as it calls itself; null where it did not say. */
  readonly userAgent: string | null;
  /** Where the sign-in came from; null where it is not known. */
  readonly network: string | null;
}

/** When a refresh token that is issued at a moment ends: after its own life, or with the session's. */
export function refreshTokenEnd(createdAt: Instant, now: Instant): Instant {
  return Math.min(now + REFRESH_TOKEN_MS, createdAt + SESSION_MS);
}
