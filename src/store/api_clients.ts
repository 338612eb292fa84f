import { AccountMissing } from "../domain/account.ts";
import { API_CLIENTS_AT_MOST, type ApiClient } from "../domain/api_client.ts";
import type { ApiKey } from "../domain/api_key.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { readPage } from "./page.ts";
import type { AccountRecord } from "./records.ts";
import { roomForOneMore } from "./room_for_one_more.ts";
import { put, type Reader, remove, transaction } from "./transaction.ts";

/**
 * Repository of API clients. `create` throws `limit_reached` if the account already has the largest number of clients.
 * Every method except `create` and `list` throws `not_found` if the account has no such client.
 */
export interface ApiClientRepository {
  create(accountId: AccountId, client: { name: string; description: string | null }): Promise<ApiClient>;
  /** Returns one page of the account's API clients, newest first. Throws `invalid_cursor`. */
  list(accountId: AccountId, page: PageRequest): Promise<Page<ApiClient>>;
  get(accountId: AccountId, clientId: string): Promise<ApiClient>;
  update(
    accountId: AccountId,
    clientId: string,
    change: { name?: string | undefined; description?: string | null | undefined },
  ): Promise<ApiClient>;
  /** Deletes the API client; its API keys are refused from the next request on. */
  delete(accountId: AccountId, clientId: string): Promise<void>;
}

/** Creates the repository of API clients over Deno KV. */
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
    delete: (accountId, clientId) => deleteClient(context, accountId, clientId),
  };
}

/** Reads the entry of an API client. Throws `not_found` if the account has no such client. */
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
    if (account.value === null) throw new AccountMissing(accountId);
    const room = await roomForOneMore(read, {
      accountId,
      prefix: keys.apiClients(accountId),
      id,
      atMost: API_CLIENTS_AT_MOST,
      what: "API clients",
    });
    return {
      checks: [account, ...room.checks],
      mutations: [put(keys.apiClient(accountId, id), client), ...room.mutations],
      result: client,
    };
  });
}

/**
 * Number of API keys that one operation deletes together with their index entries. One operation can hold 80 KiB of KV
 * keys.
 */
const KEYS_PER_WRITE = 200;

/**
 * Deletes an API client and its API keys in one operation. If the keys are too many for one operation, earlier
 * operations delete the first keys; after each of them the client still exists with the remaining keys.
 */
async function deleteClient(context: StoreContext, accountId: AccountId, clientId: string): Promise<void> {
  let isDeleted = false;
  while (!isDeleted) {
    isDeleted = await transaction(context, async (read) => {
      const client = await readClient(read, accountId, clientId);
      const prefix = keys.keysOfClient(accountId, clientId);
      const ids: string[] = [];
      for await (const { key } of read.list({ prefix }, { limit: KEYS_PER_WRITE })) ids.push(String(key.at(-1)));
      const isLast = ids.length < KEYS_PER_WRITE;
      const entries = ids.flatMap((id) => entriesOfKey({ accountId, clientId, id }));
      return {
        checks: [client],
        mutations: [...entries, ...isLast ? [client.key] : []].map(remove),
        result: isLast,
      };
    });
  }
}

/**
 * Returns the KV keys of all three entries of an API key: its record, its entry in the index of its client, and its
 * entry in the index of all API keys.
 */
export function entriesOfKey({ accountId, clientId, id }: Pick<ApiKey, "accountId" | "clientId" | "id">): Deno.KvKey[] {
  return [keys.accountOfApiKey(id), keys.apiKey(accountId, id), keys.keyOfClient(accountId, clientId, id)];
}
