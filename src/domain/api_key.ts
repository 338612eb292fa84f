import type { AccountId } from "./identifier.ts";
import { type Instant, MINUTE_MS } from "./instant.ts";
import type { Scope } from "./scope.ts";

/** Least number of milliseconds between two writes of the last use of an API key. */
export const LAST_USED_PRECISION_MS = MINUTE_MS;

/** Largest number of API keys of an account, over all its clients. */
export const API_KEYS_AT_MOST = 200;

/**
 * Type of an API key, a long-lived credential of an API client. Its text is shown once; the store keeps only the digest
 * of its secret.
 */
export interface ApiKey {
  /** Id of the API key, `key_<ULID>`. The text of the key contains the same ULID. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly name: string;
  /** Beginning of the API key's text, shown in lists in place of the whole text. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Instant;
  /** When the API key was last used, to the minute; null if it was never used. */
  readonly lastUsedAt: Instant | null;
}
