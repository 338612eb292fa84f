import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import { keys } from "./keys.ts";
import type { SessionRecord, UserRecord } from "./records.ts";
import type { Reader } from "./transaction.ts";

/** Whether a session is valid: not signed out, not expired, and not ended by a new password of its user. */
export function isGoodSession(session: SessionRecord, user: UserRecord, now: Instant): boolean {
  return session.revokedAt === null && session.expiresAt > now &&
    session.credentialGeneration === user.credentialGeneration;
}

export interface SessionInUse {
  readonly accountId: AccountId;
  readonly sessionId: string;
  /** User of the session, read by the same operation. */
  readonly user: UserRecord;
  readonly now: Instant;
}

/**
 * Reads the session in which a request is made, for an operation whose effect must not outlast the session. The
 * operation checks the returned entry and the user's. Throws `session_revoked` if the session has ended.
 */
export async function readGoodSession(
  read: Reader,
  { accountId, sessionId, user, now }: SessionInUse,
): Promise<Deno.KvEntry<SessionRecord>> {
  const session = await read.get<SessionRecord>(keys.session(accountId, sessionId));
  if (session.value === null || !isGoodSession(session.value, user, now)) {
    throw new DomainError("session_revoked", "The session has ended");
  }
  return session;
}
