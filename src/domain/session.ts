import type { AccountId } from "./identifier.ts";
import { DAY_MS, type Instant } from "./instant.ts";

/** Seconds for which an access token is valid. */
export const ACCESS_TOKEN_SECONDS = 900;

/** Milliseconds for which a refresh token is valid. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;

/** Milliseconds for which a session can be refreshed. After that the user must sign in again. */
export const SESSION_MS = 90 * DAY_MS;

/** Largest number of sessions of an account. A further sign-in ends the oldest session. */
export const SESSIONS_AT_MOST = 50;

/** Type of a session: one sign-in of a user and the refresh tokens that replace one another in it. */
export interface Session {
  /** Id of the session, `ses_<ULID>`. Access tokens contain it as `sid`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly userId: string;
  readonly createdAt: Instant;
  /** When the current refresh token of the session was issued. */
  readonly refreshedAt: Instant;
  /** When the current refresh token expires, which ends the session. */
  readonly expiresAt: Instant;
  /** Name that the signed-in client gives itself (`User-Agent`); null if it gave none. */
  readonly userAgent: string | null;
  /** IP network that the sign-in came from; null if unknown. */
  readonly network: string | null;
}

/**
 * Returns when a new refresh token of a session expires: after its own life or at the end of the session, whichever is
 * earlier.
 */
export function refreshTokenEnd(createdAt: Instant, now: Instant): Instant {
  return Math.min(now + REFRESH_TOKEN_MS, createdAt + SESSION_MS);
}
