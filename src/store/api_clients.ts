import type { ApiClient } from "../domain/api_client.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Page, PageRequest } from "../domain/page.ts";

/** API clients; each method but `create` and `list` throws `not_found` for a client that is not the account's. */
export interface ApiClientRepository {
  create(accountId: AccountId, client: { name: string; description: string | null }): Promise<ApiClient>;
  /** Newest first. Throws `invalid_cursor`. */
  list(accountId: AccountId, page: PageRequest): Promise<Page<ApiClient>>;
  get(accountId: AccountId, clientId: string): Promise<ApiClient>;
  update(
    accountId: AccountId,
    clientId: string,
    change: { name?: string; description?: string | null },
  ): Promise<ApiClient>;
  /** Its keys are refused from the next request on. */
  remove(accountId: AccountId, clientId: string): Promise<void>;
}
