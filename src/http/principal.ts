import type { Account } from "../domain/account.ts";
import type { ApiKey } from "../domain/api_key.ts";
import type { Instant } from "../domain/instant.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";

/**
 * Type of the authenticated caller of a request: an account, through a session of its user or through one of its API
 * keys.
 */
export type Principal = SessionPrincipal | KeyPrincipal;

export interface SessionPrincipal {
  readonly kind: "session";
  readonly account: Account;
  readonly user: User;
  readonly session: Session;
  /** Time at which the caller's access token expires. */
  readonly endsAt: Instant;
}

export interface KeyPrincipal {
  readonly kind: "key";
  readonly account: Account;
  readonly key: ApiKey;
}
