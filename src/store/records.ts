import type { Account } from "../domain/account.ts";
import type { ApiKey } from "../domain/api_key.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import type { Mail } from "../domain/mail.ts";
import type { OneTimeToken } from "../domain/one_time_token.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";

/** Record of an account as the KV stores it, with a field that only the store uses. */
export interface AccountRecord extends Account {
  readonly userId: string;
}

export interface UserRecord extends User {
  readonly passwordHash: string;
}

export interface SessionRecord extends Omit<Session, "userAgent" | "network"> {
  /** User agent (browser) of the sign-in; absent from sessions that an older version of the service created. */
  readonly userAgent?: string | null;
  readonly network?: string | null;
  readonly credentialGeneration: number;
  /** Digest of the session's current refresh token. */
  readonly refreshDigest: string;
  readonly revokedAt: Instant | null;
}

export interface OneTimeTokenRecord extends OneTimeToken {
  /** The user's `credentialGeneration` at the moment when the one-time token was issued. */
  readonly credentialGeneration: number;
}

export interface ApiKeyRecord extends ApiKey {
  readonly digest: string;
}

export interface MailRecord extends Mail {
  /** Time at which the mail is due, or at which the lease of its sender ends; null if the mail is undeliverable. */
  readonly dueAt: Instant | null;
  readonly failure: { readonly reason: string; readonly failedAt: Instant } | null;
}

/** Record of a deleted account whose data the sweep still has to delete. */
export interface AccountDeletion {
  readonly accountId: AccountId;
  readonly since: Instant;
}

/** Returns the account of a record without the fields that only the store uses. */
export function accountOf({ id, plan, createdAt }: AccountRecord): Account {
  return { id, plan, createdAt };
}

/** Returns the user of a record without the password hash. */
export function userOf(record: UserRecord): User {
  const { passwordHash: _, ...user } = record;
  return user;
}

/** Returns the session of a record without the fields that only the store uses. */
export function sessionOf(record: SessionRecord): Session {
  const { credentialGeneration: _, refreshDigest: __, revokedAt: ___, ...session } = record;
  return { ...session, userAgent: session.userAgent ?? null, network: session.network ?? null };
}

/** Returns the API key of a record without its digest. */
export function apiKeyOf(record: ApiKeyRecord): ApiKey {
  const { digest: _, ...key } = record;
  return key;
}
