import type { AccountId } from "./identifier.ts";
import { DAY_MS, type Instant } from "./instant.ts";

/** How long a refresh token can be used. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;

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
}
