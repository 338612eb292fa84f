import { timingSafeEqual } from "node:crypto";
import type { Account } from "../domain/account.ts";
import { API_KEYS_AT_MOST, type ApiKey, LAST_USED_PRECISION_MS } from "../domain/api_key.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { MailText } from "../domain/mail.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { Scope } from "../domain/scope.ts";
import { entriesOfKey, readClient } from "./api_clients.ts";
import { BoundedMemory } from "./bounded_memory.ts";
import type { StoreContext } from "./context.ts";
import { readGoodSession } from "./good_session.ts";
import { keys } from "./keys.ts";
import { noticeEntries } from "./mails.ts";
import { readMember } from "./members.ts";
import { readAll, readPage } from "./page.ts";
import { accountOf, type AccountRecord, apiKeyOf, type ApiKeyRecord } from "./records.ts";
import { roomForOneMore } from "./room_for_one_more.ts";
import { put, type Reader, remove, transaction } from "./transaction.ts";

export interface ApiKeyDraft {
  /** ULID from the text of the API key; the id of the key is `key_<ulid>`. */
  readonly ulid: string;
  readonly clientId: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 digest of the API key's secret, as text. */
  readonly digest: string;
  /** Id of the session in which the owner makes the API key; null if no session makes it. */
  readonly sessionId: string | null;
  /** Mail that tells the owner about the new API key; no mail is sent if absent. */
  readonly notice?: MailText;
}

/** Changes of an API key. An absent name, or absent scopes, are kept. */
export interface ApiKeyChange {
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  /** Id of the session in which the owner changes the API key. */
  readonly sessionId: string;
}

/**
 * Repository of API keys. Every method except `authenticate`, `accountOf` and `list` throws `not_found` if the account
 * has no such API key or API client.
 */
export interface ApiKeyRepository {
  /**
   * Creates an API key. Throws `limit_reached` if the account already has the largest number of API keys, and
   * `session_revoked` if the session that makes it has ended meanwhile: no key outlasts the password reset that ended
   * its maker's session.
   */
  create(accountId: AccountId, draft: ApiKeyDraft): Promise<ApiKey>;
  /** Returns one page of API keys, newest first, of one API client or of the whole account. Throws `invalid_cursor`. */
  list(accountId: AccountId, filter: { clientId?: string | undefined }, page: PageRequest): Promise<Page<ApiKey>>;
  get(accountId: AccountId, keyId: string): Promise<ApiKey>;
  /**
   * Changes an API key. Throws `session_revoked` if the session that changes it has ended meanwhile: a key that a
   * password reset keeps gets no further scopes from a session that the reset ended.
   */
  update(accountId: AccountId, keyId: string, change: ApiKeyChange): Promise<ApiKey>;
  delete(accountId: AccountId, keyId: string): Promise<void>;
  /**
   * Returns the API key and its account if the given digest of the secret equals the stored digest (compared in
   * constant time). Returns null otherwise, and also if the key, its client or its account was deleted. Updates the
   * time of last use at most once a minute.
   */
  authenticate(keyId: string, digest: string): Promise<{ account: Account; key: ApiKey } | null>;
  /** Returns the id of the account that owns an API key; null if the key does not exist. */
  accountOf(keyId: string): Promise<AccountId | null>;
}

/**
 * Number of API keys whose account id is held in memory, so that authentication reads the key and the account in one
 * step.
 */
const KEYS_REMEMBERED = 20_000;

/** Creates the repository of API keys over Deno KV. */
export function apiKeyRepository(context: StoreContext): ApiKeyRepository {
  const accountOfKey = new BoundedMemory<AccountId>(KEYS_REMEMBERED);
  return {
    create: (accountId, draft) => writeKey(context, accountId, draft),
    list: (accountId, filter, request) => listKeys(context, { accountId, filter, request }),
    async get(accountId, keyId) {
      return apiKeyOf((await readKey(context.kv, accountId, keyId)).value);
    },
    update: (accountId, keyId, change) => changeKey(context, { accountId, keyId, change }),
    async delete(accountId, keyId) {
      await transaction(context, async (read) => {
        const entry = await readKey(read, accountId, keyId);
        return {
          checks: [entry],
          mutations: entriesOfKey(entry.value).map(remove),
          result: undefined,
        };
      });
    },
    async authenticate(keyId, digest) {
      const accountId = accountOfKey.get(keyId) ??
        (await context.kv.get<AccountId>(keys.accountOfApiKey(keyId))).value;
      if (accountId === null) return null;
      const found = await readWithAccount(context.kv, keyId, accountId);
      if (found === null) {
        accountOfKey.delete(keyId);
        return null;
      }
      accountOfKey.set(keyId, accountId);
      if (!equalDigests(found.key.digest, digest)) return null;
      await writeUse(context, found.key);
      return { account: accountOf(found.account), key: apiKeyOf(found.key) };
    },
    async accountOf(keyId) {
      return (await context.kv.get<AccountId>(keys.accountOfApiKey(keyId))).value;
    },
  };
}

/**
 * Reads an API key together with its account, because a key of a deleted account is invalid. Null if either is missing.
 * Deleting an API client deletes its keys, so the client is not read.
 */
async function readWithAccount(
  read: Reader,
  keyId: string,
  accountId: AccountId,
): Promise<{ account: AccountRecord; key: ApiKeyRecord } | null> {
  const [account, key] = await read.getMany<[AccountRecord, ApiKeyRecord]>([
    keys.account(accountId),
    keys.apiKey(accountId, keyId),
  ]);
  if (account.value === null || key.value === null) return null;
  return { account: account.value, key: key.value };
}

function equalDigests(left: string, right: string): boolean {
  const encoder = new TextEncoder();
  const a = encoder.encode(left), b = encoder.encode(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Notes the use of a key, once a minute. A store that takes no writes, for example on a full disk, is still read. */
async function writeUse(context: StoreContext, key: ApiKeyRecord): Promise<void> {
  if (isUsedRecently(key, context.clock.now())) return;
  try {
    await transaction(context, async (read) => {
      const entry = await read.get<ApiKeyRecord>(keys.apiKey(key.accountId, key.id));
      const now = context.clock.now();
      if (entry.value === null || isUsedRecently(entry.value, now)) {
        return { checks: [], mutations: [], result: undefined };
      }
      const used: ApiKeyRecord = { ...entry.value, lastUsedAt: now };
      return { checks: [entry], mutations: [put(entry.key, used)], result: undefined };
    });
  } catch (error) {
    // A later use is noted, and the request that this one is for says itself what it cannot store.
    if (!(error instanceof DomainError && error.code === "not_ready")) throw error;
  }
}

function isUsedRecently({ lastUsedAt }: ApiKeyRecord, now: number): boolean {
  return lastUsedAt !== null && now - lastUsedAt < LAST_USED_PRECISION_MS;
}

async function writeKey(context: StoreContext, accountId: AccountId, draft: ApiKeyDraft): Promise<ApiKey> {
  const { ulid, clientId, name, prefix, scopes, digest, sessionId } = draft;
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
  return await transaction(context, async (read) => {
    const { account, user } = await readMember(read, accountId);
    const now = context.clock.now();
    const session = sessionId === null
      ? []
      : [await readGoodSession(read, { accountId, sessionId, user: user.value, now })];
    const client = await readClient(read, accountId, clientId);
    const room = await roomForOneMore(read, {
      accountId,
      prefix: keys.apiKeys(accountId),
      id,
      atMost: API_KEYS_AT_MOST,
      what: "API keys",
    });
    const mail = draft.notice === undefined
      ? { checks: [], mutations: [] }
      : await noticeEntries(context, read, { user: user.value, notice: draft.notice });
    return {
      checks: [account, user, ...session, client, ...room.checks, ...mail.checks],
      mutations: [
        put(keys.apiKey(accountId, id), record),
        put(keys.keyOfClient(accountId, clientId, id), id),
        put(keys.accountOfApiKey(id), accountId),
        // Rewrites the API client unchanged, so that a concurrent deletion of the client fails its check and lists the
        // keys again.
        put(client.key, client.value),
        ...room.mutations,
        ...mail.mutations,
      ],
      result: apiKeyOf(record),
    };
  });
}

interface ChangeOfKey {
  readonly accountId: AccountId;
  readonly keyId: string;
  readonly change: ApiKeyChange;
}

async function changeKey(
  context: StoreContext,
  { accountId, keyId, change: { name, scopes, sessionId } }: ChangeOfKey,
): Promise<ApiKey> {
  return await transaction(context, async (read) => {
    const { account, user } = await readMember(read, accountId);
    const now = context.clock.now();
    const session = await readGoodSession(read, { accountId, sessionId, user: user.value, now });
    const key = await readKey(read, accountId, keyId);
    const record: ApiKeyRecord = {
      ...key.value,
      ...name === undefined ? {} : { name },
      ...scopes === undefined ? {} : { scopes },
    };
    return { checks: [account, user, session, key], mutations: [put(key.key, record)], result: apiKeyOf(record) };
  });
}

async function readKey(read: Reader, accountId: AccountId, keyId: string): Promise<Deno.KvEntry<ApiKeyRecord>> {
  const entry = await read.get<ApiKeyRecord>(keys.apiKey(accountId, keyId));
  if (entry.value === null) throw new DomainError("not_found", `Cannot find API key "${keyId}"`);
  return entry;
}

interface KeyList {
  readonly accountId: AccountId;
  readonly filter: { readonly clientId?: string | undefined };
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
  return { ...page, items: records.flatMap((record) => record === null ? [] : [apiKeyOf(record)]) };
}
