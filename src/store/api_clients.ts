import type { ApiClient } from "../domain/api_client.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import { unknownAccount } from "./accounts.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { readPage } from "./page.ts";
import type { AccountRecord, Removal } from "./records.ts";
import { put, type Reader, remove, transaction } from "./transaction.ts";

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

export function apiClientRepository(context: StoreContext): ApiClientRepository {
  return {
    create: (accountId, client) => writeClient(context, accountId, client),
    async list(accountId, request) {
      const page = await readPage<ApiClient>(context, { prefix: keys.apiClients(accountId), request });
      return { ...page, items: page.items.map(({ value }) => value) };
    },
    async get(accountId, clientId) {
      return (await readClient(context.kv, accountId, clientId)).value;
    },
    async update(accountId, clientId, { name, description }) {
      return await transaction(context, async (read) => {
        const entry = await readClient(read, accountId, clientId);
        const client: ApiClient = {
          ...entry.value,
          ...name === undefined ? {} : { name },
          ...description === undefined ? {} : { description },
        };
        return { checks: [entry], mutations: [put(entry.key, client)], result: client };
      });
    },
    async remove(accountId, clientId) {
      await transaction(context, async (read) => {
        const entry = await readClient(read, accountId, clientId);
        const removal: Removal = { kind: "api_client", accountId, clientId, since: context.clock.now() };
        return {
          checks: [entry],
          mutations: [remove(entry.key), put(keys.removal(clientId), removal)],
          result: undefined,
        };
      });
    },
  };
}

/** Throws `not_found` for a client that is not the account's. */
export async function readClient(
  read: Reader,
  accountId: AccountId,
  clientId: string,
): Promise<Deno.KvEntry<ApiClient>> {
  const entry = await read.get<ApiClient>(keys.apiClient(accountId, clientId));
  if (entry.value === null) throw new DomainError("not_found", `Cannot find API client "${clientId}"`);
  return entry;
}

async function writeClient(
  context: StoreContext,
  accountId: AccountId,
  { name, description }: { name: string; description: string | null },
): Promise<ApiClient> {
  const id = identifier("cli", context.random.ulid());
  const client: ApiClient = { id, accountId, name, description, createdAt: context.clock.now() };
  return await transaction(context, async (read) => {
    const account = await read.get<AccountRecord>(keys.account(accountId));
    if (account.value === null) throw unknownAccount(accountId);
    return { checks: [account], mutations: [put(keys.apiClient(accountId, id), client)], result: client };
  });
}
