import { timingSafeEqual } from "node:crypto";
import type { Account } from "../domain/account.ts";
import type { ApiClient } from "../domain/api_client.ts";
import { type ApiKey, LAST_USED_PRECISION_MS } from "../domain/api_key.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { Scope } from "../domain/scope.ts";
import { unknownAccount } from "./accounts.ts";
import { readClient } from "./api_clients.ts";
import { BoundedMemory } from "./bounded_memory.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { readAll, readPage } from "./page.ts";
import { accountOf, type AccountRecord, apiKeyOf, type ApiKeyRecord } from "./records.ts";
import { put, type Reader, remove, transaction } from "./transaction.ts";

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

/** Keys whose owner is remembered, so that a request reads all it needs at once. */
const KEYS_REMEMBERED = 20_000;

export function apiKeyRepository(context: StoreContext): ApiKeyRepository {
  const ownerOfKey = new BoundedMemory<KeyOwner>(KEYS_REMEMBERED);
  return {
    create: (accountId, draft) => writeKey(context, accountId, draft),
    list: (accountId, filter, request) => listKeys(context, { accountId, filter, request }),
    async get(accountId, keyId) {
      return apiKeyOf((await readKey(context.kv, accountId, keyId)).value);
    },
    async update(accountId, keyId, { name, scopes }) {
      return await transaction(context, async (read) => {
        const entry = await readKey(read, accountId, keyId);
        const record: ApiKeyRecord = {
          ...entry.value,
          ...name === undefined ? {} : { name },
          ...scopes === undefined ? {} : { scopes },
        };
        return { checks: [entry], mutations: [put(entry.key, record)], result: apiKeyOf(record) };
      });
    },
    async remove(accountId, keyId) {
      await transaction(context, async (read) => {
        const entry = await readKey(read, accountId, keyId);
        return {
          checks: [entry],
          mutations: keysOfKey(accountId, entry.value.clientId, keyId).map(remove),
          result: undefined,
        };
      });
    },
    async authenticate(keyId, digest) {
      const owner = ownerOfKey.get(keyId) ?? (await context.kv.get<KeyOwner>(keys.accountOfApiKey(keyId))).value;
      if (owner === null) return null;
      const found = await readWithOwner(context.kv, keyId, owner);
      if (found === null) {
        ownerOfKey.delete(keyId);
        return null;
      }
      ownerOfKey.set(keyId, owner);
      if (!equalDigests(found.key.digest, digest)) return null;
      await writeUse(context, found.key);
      return { account: accountOf(found.account), key: apiKeyOf(found.key) };
    },
  };
}

/** Never changes while the key exists. */
interface KeyOwner {
  readonly accountId: AccountId;
  readonly clientId: string;
}

/** Every entry of a key: its record, the index of its client, the index of all keys. */
export function keysOfKey(accountId: AccountId, clientId: string, keyId: string): readonly Deno.KvKey[] {
  return [
    keys.accountOfApiKey(keyId),
    keys.apiKey(accountId, keyId),
    keys.keyOfClient(accountId, clientId, keyId),
  ];
}

/** A key dies with its client and its account, whose records are therefore read with it. */
async function readWithOwner(
  read: Reader,
  keyId: string,
  { accountId, clientId }: KeyOwner,
): Promise<{ account: AccountRecord; key: ApiKeyRecord } | null> {
  const [account, client, key] = await read.getMany<[AccountRecord, ApiClient, ApiKeyRecord]>([
    keys.account(accountId),
    keys.apiClient(accountId, clientId),
    keys.apiKey(accountId, keyId),
  ]);
  if (account.value === null || client.value === null || key.value === null) return null;
  return { account: account.value, key: key.value };
}

function equalDigests(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => new TextEncoder().encode(text));
  return a.length === b.length && timingSafeEqual(a, b);
}

async function writeUse(context: StoreContext, key: ApiKeyRecord): Promise<void> {
  const isRecent = ({ lastUsedAt }: ApiKeyRecord, now: number): boolean =>
    lastUsedAt !== null && now - lastUsedAt < LAST_USED_PRECISION_MS;
  if (isRecent(key, context.clock.now())) return;
  await transaction(context, async (read) => {
    const entry = await read.get<ApiKeyRecord>(keys.apiKey(key.accountId, key.id));
    const now = context.clock.now();
    if (entry.value === null || isRecent(entry.value, now)) return { checks: [], mutations: [], result: undefined };
    const used: ApiKeyRecord = { ...entry.value, lastUsedAt: now };
    return { checks: [entry], mutations: [put(entry.key, used)], result: undefined };
  });
}

async function writeKey(context: StoreContext, accountId: AccountId, draft: ApiKeyDraft): Promise<ApiKey> {
  const { ulid, clientId, name, prefix, scopes, digest } = draft;
  const id = identifier("key", ulid);
  const record: ApiKeyRecord = {
    id,
    accountId,
    clientId,
    name,
    prefix,
    scopes,
    createdAt: context.clock.now(),
    lastUsedAt: null,
    digest,
  };
  const owner: KeyOwner = { accountId, clientId };
  return await transaction(context, async (read) => {
    const account = await read.get<AccountRecord>(keys.account(accountId));
    if (account.value === null) throw unknownAccount(accountId);
    const client = await readClient(read, accountId, clientId);
    return {
      checks: [account, client],
      mutations: [
        put(keys.apiKey(accountId, id), record),
        put(keys.keyOfClient(accountId, clientId, id), id),
        put(keys.accountOfApiKey(id), owner),
      ],
      result: apiKeyOf(record),
    };
  });
}

async function readKey(read: Reader, accountId: AccountId, keyId: string): Promise<Deno.KvEntry<ApiKeyRecord>> {
  const entry = await read.get<ApiKeyRecord>(keys.apiKey(accountId, keyId));
  if (entry.value === null) throw unknownKey(keyId);
  const client = await read.get(keys.apiClient(accountId, entry.value.clientId));
  if (client.value === null) throw unknownKey(keyId);
  return entry;
}

function unknownKey(keyId: string): DomainError {
  return new DomainError("not_found", `Cannot find API key "${keyId}"`);
}

interface KeyList {
  readonly accountId: AccountId;
  readonly filter: { readonly clientId?: string };
  readonly request: PageRequest;
}

async function listKeys(
  context: StoreContext,
  { accountId, filter: { clientId }, request }: KeyList,
): Promise<Page<ApiKey>> {
  const prefix = clientId === undefined ? keys.apiKeys(accountId) : keys.keysOfClient(accountId, clientId);
  const page = await readPage<unknown>(context, { prefix, request });
  const ids = page.items.map(({ key }) => String(key.at(-1)));
  const records = await readAll<ApiKeyRecord>(context, ids.map((id) => keys.apiKey(accountId, id)));
  const found = records.filter((record) => record !== null);
  const alive = await livingClients(context, accountId, found);
  return { ...page, items: found.filter((key) => alive.has(key.clientId)).map(apiKeyOf) };
}

/** The clients of some keys that still exist: until it is swept, a dead client's key is still there. */
async function livingClients(
  context: StoreContext,
  accountId: AccountId,
  found: readonly ApiKeyRecord[],
): Promise<ReadonlySet<string>> {
  const clientIds = [...new Set(found.map((key) => key.clientId))];
  const clients = await readAll<ApiClient>(context, clientIds.map((id) => keys.apiClient(accountId, id)));
  return new Set(clients.flatMap((client) => client === null ? [] : [client.id]));
}
