import type { ByteRange } from "../domain/artifact.ts";
import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { AccountMissing } from "../domain/account.ts";
import type { ObjectArtifactStore, ObjectSet } from "./artifact_store.ts";
import { type ArtifactBucket, type BucketObjects, type ListedObject, objectsOfBucket } from "./bucket_objects.ts";
import { BucketOwner } from "./bucket_owner.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { adoptObjects, markUnadopted, type UnadoptedObjectSet } from "./object_markers.ts";
import { put, remove, transaction, write } from "./transaction.ts";

/** Age in milliseconds after which the sweep deletes bucket objects that no record refers to. */
const UNADOPTED_KEPT_MS = HOUR_MS;
const REQUESTS_AT_ONCE = 8;
/** Milliseconds without a byte, also before the first byte, after which a download from the bucket is abandoned. */
const SILENT_AT_MOST_MS = 30_000;

/** Time limits of a download from a bucket, in milliseconds. */
interface DownloadDeadlines {
  readonly beginsWithinMs: number;
  readonly silentAtMostMs: number;
}

interface BucketOptions extends DownloadDeadlines {
  /** Owner of the bucket, where the caller checks it too. */
  readonly owner: BucketOwner;
}

/**
 * Creates a store that keeps artifacts in a bucket, as objects `<account>/<set>/<name>`. Entries in KV record which
 * sets of objects are orphans. Nothing is written to or deleted from the bucket of another installation.
 */
export function bucketArtifactStore(
  context: StoreContext,
  bucket: ArtifactBucket,
  { silentAtMostMs = SILENT_AT_MOST_MS, beginsWithinMs = SILENT_AT_MOST_MS, ...given }: Partial<BucketOptions> = {},
): ObjectArtifactStore {
  const all = objectsOfBucket(bucket);
  const objects = ownObjects(all, given.owner ?? new BucketOwner(context, all));
  return {
    async write(accountId, artifacts) {
      const set: ObjectSet = { id: context.random.ulid(), accountId };
      await transaction(context, async (read) => {
        const account = await read.get(keys.account(accountId));
        if (account.value === null) throw new AccountMissing(accountId);
        return { checks: [account], mutations: [markUnadopted(context, set)], result: undefined };
      });
      await inParallel(artifacts, ({ name, mediaType, content }) => objects.put(keyOf(set, name), content, mediaType));
      return { kind: "objects", set };
    },
    adopt: (read, { set }) => adoptObjects(read, set),
    release: ({ set }) => markUnadopted(context, set),
    stream: ({ set }, { name }, range) =>
      streamObject(objects, keyOf(set, name), { ...range, silentAtMostMs, beginsWithinMs }),
    async sweep(signal) {
      let deleted = 0;
      for await (const entry of context.kv.list<UnadoptedObjectSet>({ prefix: keys.unadoptedObjectSets })) {
        if (signal?.aborted) break;
        if (context.clock.now() - entry.value.since < UNADOPTED_KEPT_MS) continue;
        if (!await doom(context, entry.key)) continue;
        const { accountId, id } = entry.value.set;
        deleted += await deleteUnder(objects, `${accountId}/${id}/`, signal);
        await write(context, [remove(entry.key)]);
      }
      return deleted;
    },
    // Markers of unadopted objects are kept, so that an upload that ends after this deletion is swept an hour later.
    deleteAccount: (accountId, signal) => deleteUnder(objects, `${accountId}/`, signal),
  };
}

/**
 * Returns the operations on a bucket. Those that change it first check that the bucket belongs to this installation.
 */
function ownObjects(objects: BucketObjects, owner: BucketOwner): BucketObjects {
  return {
    ...objects,
    async put(...given) {
      await owner.check();
      await objects.put(...given);
    },
    async delete(...given) {
      await owner.check();
      await objects.delete(...given);
    },
  };
}

/** Returns the key of an object below the prefix of the bucket. */
export function keyOf({ accountId, id }: { accountId: AccountId; id: string }, name: string): string {
  return `${accountId}/${id}/${name}`;
}

/**
 * Marks an unadopted set of objects as doomed, so that no record can adopt it. Returns whether the set was still
 * unadopted.
 */
async function doom(context: StoreContext, key: Deno.KvKey): Promise<boolean> {
  return await transaction(context, async (read) => {
    const entry = await read.get<UnadoptedObjectSet>(key);
    if (entry.value === null) return { checks: [], mutations: [], result: false };
    const doomed: UnadoptedObjectSet = { ...entry.value, doomed: true };
    return { checks: [entry], mutations: [put(key, doomed)], result: true };
  });
}

async function deleteUnder(objects: BucketObjects, prefix: string, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  const list = (): Promise<readonly ListedObject[]> => objects.list(prefix, { signal });
  for (let found = await list(); found.length > 0; found = await list()) {
    await inParallel(found, ({ key }) => objects.delete(key, signal));
    deleted += found.length;
  }
  return deleted;
}

function streamObject(
  objects: BucketObjects,
  key: string,
  { silentAtMostMs, beginsWithinMs, ...range }: ByteRange & DownloadDeadlines,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null = null;
  return new ReadableStream({
    async pull(controller) {
      if (range.end <= range.start) return controller.close();
      reader ??= (await objects.read(key, range, beginsWithinMs)).getReader();
      const { value, done } = await nextPiece(reader, { key, silentAtMostMs });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      await reader?.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

/** Reads the next piece of a response body. Throws if no piece arrives in time, and then closes the connection. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  { key, silentAtMostMs }: { readonly key: string; readonly silentAtMostMs: number },
): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const sentence = `Cannot read ${key} in the bucket of artifacts: the bucket sent no byte for ${silentAtMostMs} ms`;
  const timer = setTimeout(() => reject(new Error(sentence)), silentAtMostMs);
  try {
    return await Promise.race([reader.read(), late]);
  } catch (error) {
    await reader.cancel(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Acts on items, a few at the same time. After a failure it begins no other item, waits for those that are under way,
 * and throws one of the errors.
 */
async function inParallel<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await act(item);
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(REQUESTS_AT_ONCE, items.length) }, work));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}
