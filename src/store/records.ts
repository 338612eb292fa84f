import type { Account } from "../domain/account.ts";
import type { ApiKey } from "../domain/api_key.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import type { Mail } from "../domain/mail.ts";
import type { OneTimeToken } from "../domain/one_time_token.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";

/** Values as they lie in the store, where they hold more than the noun that leaves it. */
export interface AccountRecord extends Account {
  readonly userId: string;
}

export interface UserRecord extends User {
  readonly passwordHash: string;
}

export interface SessionRecord extends Omit<Session, "userAgent" | "network"> {
  /** Absent from sessions of a version that did not ask. */
  readonly userAgent?: string | null;
  readonly network?: string | null;
  readonly credentialGeneration: number;
  /** Of the current refresh token. */
  readonly refreshDigest: string;
  readonly revokedAt: Instant | null;
}

export interface OneTimeTokenRecord extends OneTimeToken {
  /** Of the user when the token was issued. */
  readonly credentialGeneration: number;
}

export interface ApiKeyRecord extends ApiKey {
  readonly digest: string;
}

export interface MailRecord extends Mail {
  /** When it is to be sent, or when the lease of who sends it ends; null when it is undeliverable. */
  readonly dueAt: Instant | null;
  readonly failure: { readonly reason: string; readonly failedAt: Instant } | null;
}

/** What is left to delete behind an account that was ended. */
export interface AccountDeletion {
  readonly accountId: AccountId;
  readonly since: Instant;
}

/** The account without what is the store's own. */
export function accountOf({ id, plan, createdAt }: AccountRecord): Account {
  return { id, plan, createdAt };
}

/** The user without the hash of the password. */
export function userOf(record: UserRecord): User {
  const { passwordHash: _, ...user } = record;
  return user;
}

/** The session without what is the store's own. */
export function sessionOf(record: SessionRecord): Session {
  const { credentialGeneration: _, refreshDigest: __, revokedAt: ___, ...session } = record;
  return { ...session, userAgent: session.userAgent ?? null, network: session.network ?? null };
}

/** The key without its digest. */
export function apiKeyOf(record: ApiKeyRecord): ApiKey {
  const { digest: _, ...key } = record;
  return key;
}
