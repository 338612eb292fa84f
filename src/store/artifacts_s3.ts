import { AwsClient } from "aws4fetch";
import type { ByteRange } from "../domain/artifact.ts";
import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS, MINUTE_MS } from "../domain/instant.ts";
import { AccountMissing } from "../domain/account.ts";
import type { ObjectSet } from "./artifact_store.ts";
import type { ObjectArtifactStore } from "./artifacts.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { markUnadopted, readMarker, type UnadoptedObjectSet } from "./object_markers.ts";
import { put, remove, transaction, write } from "./transaction.ts";

/** Settings of a bucket at an S3-compatible service: address and credentials. */
export interface ArtifactBucket {
  /**
   * Address of the bucket, `s3://bucket/prefix?endpoint=https://host&region=…`. Without an endpoint, the AWS endpoint
   * of the region is used.
   */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
  /** Region of the bucket that is used if `url` does not name a region. */
  readonly region: string | null;
}

/** Age in milliseconds after which the sweep deletes bucket objects that no record refers to. */
const UNADOPTED_KEPT_MS = HOUR_MS;
const REQUESTS_AT_ONCE = 8;
const RETRIES = 3;
const ANSWER_WITHIN_MS = MINUTE_MS;
/** Milliseconds without a byte, also before the first byte, after which a download from the bucket is abandoned. */
const SILENT_AT_MOST_MS = 30_000;

/** Time limits of a download from a bucket, in milliseconds. */
interface DownloadDeadlines {
  readonly beginsWithinMs: number;
  readonly silentAtMostMs: number;
}

/**
 * Creates a store that keeps artifacts in a bucket, as objects `<account>/<set>/<name>`. Entries in KV record which
 * sets of objects are orphans.
 */
export function bucketArtifactStore(
  context: StoreContext,
  bucket: ArtifactBucket,
  { silentAtMostMs = SILENT_AT_MOST_MS, beginsWithinMs = SILENT_AT_MOST_MS }: Partial<DownloadDeadlines> = {},
): ObjectArtifactStore {
  const objects = objectsOfBucket(bucket);
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
    async adopt(read, { set }) {
      const marker = await readMarker(read, set);
      return { checks: [marker], mutations: [remove(marker.key)] };
    },
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

/** An object of the bucket: its key below the prefix of the bucket, and its size. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

/** Lists all objects of the bucket under its prefix, in the order of their keys. */
export async function* objectsOf(bucket: ArtifactBucket): AsyncGenerator<ListedObject> {
  const objects = objectsOfBucket(bucket);
  for (let after = "";;) {
    const page: readonly ListedObject[] = await objects.listAfter(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

async function deleteUnder(objects: BucketObjects, prefix: string, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  const list = (): Promise<readonly string[]> => objects.list(prefix, signal);
  for (let found = await list(); found.length > 0; found = await list()) {
    await inParallel(found, (key) => objects.delete(key, signal));
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
 * Operations on the objects of a bucket, by their keys below the bucket's prefix. Each operation throws an `Error` that
 * names the object if the bucket refuses the request.
 */
interface BucketObjects {
  put(key: string, content: Uint8Array<ArrayBuffer>, mediaType: string): Promise<void>;
  /** Reads a byte range of an object. The range must not be empty, and the response must begin within `withinMs`. */
  read(key: string, range: ByteRange, withinMs: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Lists the keys of at most 1,000 objects of the bucket under a prefix. */
  list(prefix: string, signal?: AbortSignal): Promise<readonly string[]>;
  /** Lists at most 1,000 objects of the bucket behind a key. */
  listAfter(key: string): Promise<readonly ListedObject[]>;
  /** Deletes an object of the bucket; a missing object is no error. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
}

function objectsOfBucket({ url, ...credentials }: ArtifactBucket): BucketObjects {
  const { address, prefix, region } = placeOf(url, credentials.region);
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...sessionToken === null ? {} : { sessionToken },
    service: "s3",
    region,
    retries: RETRIES,
  });
  const request = async (
    doing: string,
    target: string,
    { withinMs = ANSWER_WITHIN_MS, signal: ended, ...given }: RequestInit & { readonly withinMs?: number },
  ): Promise<Response> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`it did not answer for ${withinMs} ms`)), withinMs);
    try {
      // Redirects are not followed: bytes and credentials go only to the bucket's configured address.
      const signal = ended ? AbortSignal.any([late.signal, ended]) : late.signal;
      const init: RequestInit = { ...given, redirect: "manual", signal };
      const response = await client.fetch(`${address}${target}`, init);
      if (response.ok) return response;
      await response.body?.cancel();
      throw new Error(`it answered ${response.status}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Cannot ${doing} in the bucket of artifacts: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  const pathOf = (key: string): string => `/${`${prefix}${key}`.split("/").map(encodeURIComponent).join("/")}`;
  const finish = async (response: Response): Promise<void> => await response.body?.cancel();
  return {
    async put(key, content, mediaType) {
      const headers = { "content-type": mediaType };
      await finish(await request(`write ${key}`, pathOf(key), { method: "PUT", body: content, headers }));
    },
    async read(key, { start, end }, withinMs) {
      const headers = { range: `bytes=${start}-${end - 1}` };
      const response = await request(`read ${key}`, pathOf(key), { headers, withinMs });
      if (response.status !== 206 || response.body === null) {
        await finish(response);
        throw new Error(`Cannot read ${key} in the bucket of artifacts: the bucket does not support range requests`);
      }
      return response.body;
    },
    async list(wanted, signal) {
      const query = new URLSearchParams({ "list-type": "2", prefix: `${prefix}${wanted}` });
      const text = await (await request(`list ${wanted}`, `?${query}`, { signal: signal ?? null })).text();
      // Keys are made of identifiers and names of artifacts: nothing in them is escaped.
      return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key.slice(prefix.length));
    },
    async listAfter(key) {
      const after = key === "" ? {} : { "start-after": `${prefix}${key}` };
      const query = new URLSearchParams({ "list-type": "2", prefix, ...after });
      const text = await (await request("list the objects", `?${query}`, {})).text();
      return [...text.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([object]) => ({
        key: (/<Key>([^<]*)<\/Key>/.exec(object)?.[1] ?? "").slice(prefix.length),
        bytes: Number(/<Size>(\d+)<\/Size>/.exec(object)?.[1]),
      }));
    },
    async delete(key, signal) {
      await finish(await request(`delete ${key}`, pathOf(key), { method: "DELETE", signal: signal ?? null }));
    },
  };
}

/**
 * Returns the path-style address of a bucket, the folder prefix and the region. Every S3-compatible service supports
 * path-style addresses.
 */
function placeOf(url: string, regionOfCredentials: string | null): { address: string; prefix: string; region: string } {
  const { hostname: bucket, pathname, searchParams } = new URL(url);
  const region = searchParams.get("region") ?? regionOfCredentials ?? "us-east-1";
  const endpoint = searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  const folder = pathname.replace(/^\/+|\/+$/g, "");
  return { address: `${endpoint.replace(/\/+$/, "")}/${bucket}`, prefix: folder === "" ? "" : `${folder}/`, region };
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
