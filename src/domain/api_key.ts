import type { AccountId } from "./identifier.ts";
import { type Instant, MINUTE_MS } from "./instant.ts";
import type { Scope } from "./scope.ts";

/** `last_used_at` is written at most this often. */
export const LAST_USED_PRECISION_MS = MINUTE_MS;

/** An account has no more of them, over all its clients. */
export const API_KEYS_AT_MOST = 200;

/** A long-lived credential of an API client. Its text is shown once; what is stored is the digest of its secret. */
export interface ApiKey {
  /** `key_<ULID>`, with the ULID that stands in the key's text. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly name: string;
  /** What lists show of the text. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Instant;
  /** To the minute; null when never used. */
  readonly lastUsedAt: Instant | null;
}
