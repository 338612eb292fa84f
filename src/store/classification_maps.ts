import { AccountMissing } from "../domain/account.ts";
import {
  CLASSIFICATION_MAPS_AT_MOST,
  type ClassificationMap,
  type ClassificationMapDraft,
} from "../domain/classification_map.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { StoreContext } from "./context.ts";
import { freeName } from "./free_name.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { roomForOneMore } from "./room_for_one_more.ts";
import {
  adoptContent,
  chunksOf,
  isWrittenBefore,
  readContent,
  type StoredContent,
  writeContent,
} from "./stored_content.ts";
import { type Change, put, type Reader, remove, transaction } from "./transaction.ts";
import { unlessSwept } from "./unless_swept.ts";

/**
 * Repository of saved classification maps. Names are unique within an account: `create` and `replace` throw
 * `name_taken` if another map has the name. `replace` and `delete` throw `not_found` if the account has no such map.
 */
export interface ClassificationMapRepository {
  /** Saves a new classification map. Throws `limit_reached` if the account already has the largest number of maps. */
  create(accountId: AccountId, draft: ClassificationMapDraft): Promise<ClassificationMap>;
  /** Lists the account's classification maps, newest first; each map is read only when the iteration reaches it. */
  list(accountId: AccountId): AsyncIterable<ClassificationMap>;
  /**
   * Returns the content of a classification map (the group of each asset) as UTF-8 JSON; null if the account has no
   * such map.
   */
  content(accountId: AccountId, mapId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Replaces everything of a classification map except its id and creation time, and increases its revision by one. */
  replace(accountId: AccountId, mapId: string, draft: ClassificationMapDraft): Promise<ClassificationMap>;
  /** Deletes a classification map completely. */
  delete(accountId: AccountId, mapId: string): Promise<void>;
}

/** Record of a classification map without its content, which is stored in a separate entry. */
type MapRecord = Omit<ClassificationMap, "map">;

/** Creates the repository of classification maps over Deno KV. */
export function classificationMapRepository(context: StoreContext): ClassificationMapRepository {
  return {
    create: (accountId, draft) => writeMap(context, accountId, draft),
    list: (accountId) => listMaps(context, accountId),
    async content(accountId, mapId) {
      return (await readMap(context, accountId, mapId))?.content ?? null;
    },
    replace: (accountId, mapId, draft) => replaceMap(context, { accountId, mapId }, draft),
    delete: (accountId, mapId) => deleteMap(context, accountId, mapId),
  };
}

async function writeMap(
  context: StoreContext,
  accountId: AccountId,
  { map, ...draft }: ClassificationMapDraft,
): Promise<ClassificationMap> {
  const id = identifier("map", context.random.ulid());
  const now = context.clock.now();
  const record: MapRecord = { id, accountId, ...draft, revision: 1, createdAt: now, updatedAt: now };
  await writeWithContent(context, record, {
    map,
    change: async (read) => {
      const account = await read.get<AccountRecord>(keys.account(accountId));
      if (account.value === null) throw new AccountMissing(accountId);
      const name = await freeName(read, wantedName(record));
      const room = await roomForOneMore(read, {
        accountId,
        prefix: keys.classificationMaps(accountId),
        id,
        atMost: CLASSIFICATION_MAPS_AT_MOST,
        what: "classification maps",
      });
      return {
        checks: [account, name, ...room.checks],
        mutations: [put(keys.classificationMap(accountId, id), record), put(name.key, id), ...room.mutations],
        result: record,
      };
    },
  });
  return { ...record, map };
}

async function replaceMap(
  context: StoreContext,
  { accountId, mapId }: { readonly accountId: AccountId; readonly mapId: string },
  { map, ...draft }: ClassificationMapDraft,
): Promise<ClassificationMap> {
  const record = await writeWithContent(context, { accountId, id: mapId }, {
    map,
    change: async (read) => {
      const former = await readRecord(read, accountId, mapId);
      const name = await freeName(read, wantedName({ ...draft, id: mapId, accountId }));
      const isRenamed = name.value === null;
      const record: MapRecord = {
        ...former.value,
        ...draft,
        revision: former.value.revision + 1,
        updatedAt: context.clock.now(),
      };
      return {
        checks: [former, name],
        mutations: [
          put(former.key, record),
          ...isRenamed ? [remove(nameKey(former.value)), put(name.key, mapId)] : [],
          ...await removeChunksOf(read, former.value),
        ],
        result: record,
      };
    },
  });
  return { ...record, map };
}

async function deleteMap(context: StoreContext, accountId: AccountId, mapId: string): Promise<void> {
  await transaction(context, async (read) => {
    const record = await readRecord(read, accountId, mapId);
    return {
      checks: [record],
      mutations: [
        remove(record.key),
        remove(nameKey(record.value)),
        remove(keys.classificationMapContent(accountId, mapId)),
        ...await removeChunksOf(read, record.value),
      ],
      result: undefined,
    };
  });
}

/**
 * Changes the record of a classification map together with its content in one operation. Content that is too large for
 * one operation is written as chunks first, unless the change would be refused anyway.
 */
async function writeWithContent(
  context: StoreContext,
  { accountId, id }: Pick<MapRecord, "accountId" | "id">,
  { map, change }: {
    readonly map: ClassificationMap["map"];
    readonly change: (read: Reader) => Promise<Change<MapRecord>>;
  },
): Promise<MapRecord> {
  const bytes = new TextEncoder().encode(JSON.stringify(map));
  if (isWrittenBefore(bytes)) await change(context.kv);
  return await unlessSwept(async () => {
    const content = await writeContent(context, accountId, bytes);
    return await transaction(context, async (read) => {
      const { checks, mutations, result } = await change(read);
      const adopted = await adoptContent(read, content);
      return {
        checks: [...checks, ...adopted.checks],
        mutations: [
          ...mutations,
          ...adopted.mutations,
          put(keys.classificationMapContent(accountId, id), content.stored),
        ],
        result,
      };
    });
  });
}

function nameKey({ accountId, name }: Pick<MapRecord, "accountId" | "name">): Deno.KvKey {
  return keys.classificationMapOfName(accountId, name);
}

function wantedName(record: Pick<MapRecord, "accountId" | "id" | "name">): Parameters<typeof freeName>[1] {
  return { key: nameKey(record), name: record.name, id: record.id, what: "classification map" };
}

/**
 * Returns the mutations that delete the content chunks of a classification map. The operation must check the map's
 * record, because the content changes only together with the record.
 */
async function removeChunksOf(
  read: Reader,
  { accountId, id }: Pick<MapRecord, "accountId" | "id">,
): Promise<readonly Deno.KvMutation[]> {
  return chunksOf((await read.get<StoredContent>(keys.classificationMapContent(accountId, id))).value);
}

async function readRecord(read: Reader, accountId: AccountId, mapId: string): Promise<Deno.KvEntry<MapRecord>> {
  const entry = await read.get<MapRecord>(keys.classificationMap(accountId, mapId));
  if (entry.value === null) throw new DomainError("not_found", `Cannot find classification map "${mapId}"`);
  return entry;
}

async function* listMaps(context: StoreContext, accountId: AccountId): AsyncIterable<ClassificationMap> {
  const prefix = keys.classificationMaps(accountId);
  const ids: string[] = [];
  for await (const { value } of context.kv.list<MapRecord>({ prefix }, { reverse: true })) ids.push(value.id);
  for (const id of ids) {
    const found = await readMap(context, accountId, id);
    if (found !== null) yield { ...found.record, map: JSON.parse(new TextDecoder().decode(found.content)) };
  }
}

interface StoredMap {
  readonly record: MapRecord;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the record and the content of a classification map in the same state. Reads again if the map is replaced
 * meanwhile. Null if the map does not exist. Throws if its content is gone.
 */
async function readMap(context: StoreContext, accountId: AccountId, mapId: string): Promise<StoredMap | null> {
  let lostRevision: number | null = null;
  for (;;) {
    const [{ value: record }, { value: stored }] = await context.kv.getMany<[MapRecord, StoredContent]>([
      keys.classificationMap(accountId, mapId),
      keys.classificationMapContent(accountId, mapId),
    ]);
    if (record === null) return null;
    const content = stored && await readContent(context, stored);
    if (content !== null) return { record, content };
    if (record.revision === lostRevision) throw await lostContent(context.kv, record);
    lostRevision = record.revision;
  }
}

/**
 * Returns the error for missing content of a classification map: `not_found` if the account was deleted, because its
 * clean-up may delete the content before the record.
 */
async function lostContent(read: Reader, { accountId, id }: MapRecord): Promise<Error> {
  const { value } = await read.get(keys.account(accountId));
  return value === null
    ? new AccountMissing(accountId)
    : new Error(`Cannot read classification map ${id}: its content is gone`);
}
