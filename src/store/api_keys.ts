import type { Account } from "../domain/account.ts";
import type { ApiKey } from "../domain/api_key.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { Scope } from "../domain/scope.ts";

export interface ApiKeyDraft {
  /** Of the key's text; the id is `key_<ulid>`. */
  readonly ulid: string;
  readonly clientId: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the secret, as text. */
  readonly digest: string;
}

/** API keys; each method but `authenticate` and `list` throws `not_found` for a key or client that is not the account's. */
export interface ApiKeyRepository {
  create(accountId: AccountId, draft: ApiKeyDraft): Promise<ApiKey>;
  /** Newest first, of one client or of all. Throws `invalid_cursor`. */
  list(accountId: AccountId, filter: { clientId?: string }, page: PageRequest): Promise<Page<ApiKey>>;
  get(accountId: AccountId, keyId: string): Promise<ApiKey>;
  update(accountId: AccountId, keyId: string, change: { name?: string; scopes?: readonly Scope[] }): Promise<ApiKey>;
  remove(accountId: AccountId, keyId: string): Promise<void>;
  /**
   * The key of an id and its account, where the digest of the secret is the stored one (compared in constant time); null otherwise, and
   * when key, client or account are gone. Writes down the use at most once a minute.
   */
  authenticate(keyId: string, digest: string): Promise<{ account: Account; key: ApiKey } | null>;
}
