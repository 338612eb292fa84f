import type { AccountId } from "../domain/identifier.ts";
import type { Session } from "../domain/session.ts";
import type { Member } from "./accounts.ts";

export interface SessionStart {
  readonly userId: string;
  /** Of the user when the password was checked. */
  readonly credentialGeneration: number;
  /** SHA-256 of the refresh token, as text. */
  readonly refreshDigest: string;
}

export interface SignedIn extends Member {
  readonly session: Session;
}

/** Sessions and their families of refresh tokens, which are known by their digests alone. */
export interface SessionRepository {
  /** Throws `invalid_credentials` where the password was changed meanwhile or the account deleted. */
  start(accountId: AccountId, start: SessionStart): Promise<Session>;
  /** Who signs a request with an access token of the session; null when the session ended or the account is gone. */
  authenticate(accountId: AccountId, sessionId: string): Promise<SignedIn | null>;
  /** The session that a refresh token was issued in, whether the token is its current one or not; null where there is none. */
  findByRefreshDigest(digest: string): Promise<Session | null>;
  /**
   * Exchanges the current refresh token for the next one. Throws `session_revoked` for a token that is unknown, too old, of a session
   * that ended, or used before: the whole session ends then.
   */
  rotate(digest: string, nextDigest: string): Promise<SignedIn>;
  /** Ends a session; nothing happens when it has ended already. */
  revoke(accountId: AccountId, sessionId: string): Promise<void>;
}
