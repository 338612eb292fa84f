import { AwsClient } from "aws4fetch";
import type { ByteRange } from "../domain/artifact.ts";
import { MINUTE_MS } from "../domain/instant.ts";

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

const RETRIES = 3;
const LISTED = /<Key>([^<]*)<\/Key>(?:(?!<\/Contents>).)*<Size>(\d+)<\/Size>/gs;
/** Code of the answer 404 for a missing object; a missing bucket answers with another code. */
const NO_SUCH_OBJECT = "<Code>NoSuchKey</Code>";
const ANSWER_WITHIN_MS = MINUTE_MS;
/** Slowest writing in bytes per millisecond for which a large object still arrives in time. */
const WRITTEN_BYTES_PER_MS = 1_024;

/** Error for an object that is not in the bucket, although the bucket itself answers. */
export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`Cannot find ${key} in the bucket of artifacts: it answered 404`);
    this.name = "ObjectMissing";
  }
}

/** Error for an answer by which a bucket refuses a request. */
export class BucketRefused extends Error {
  readonly status: number;
  /** Code of the answer, such as `NoSuchBucket`; null where it has none. */
  readonly code: string | null;

  constructor(status: number, code: string | null) {
    super(`it answered ${status}${code === null ? "" : ` (${code})`}`);
    this.name = "BucketRefused";
    this.status = status;
    this.code = code;
  }
}

/** Object of a bucket as a list names it. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

interface ListOptions {
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Operations on the objects of a bucket, by their keys below the bucket's prefix. Each operation throws an `Error` that
 * names the object if the bucket refuses the request.
 */
export interface BucketObjects {
  put(key: string, content: Uint8Array<ArrayBuffer>, mediaType: string): Promise<void>;
  /**
   * Reads a byte range of an object. The range must not be empty, and the response must begin within `withinMs`. Throws
   * `ObjectMissing`.
   */
  read(key: string, range: ByteRange, withinMs: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Lists at most 1,000 objects of the bucket under a prefix in the order of their keys, after a key where given. */
  list(prefix: string, options?: ListOptions): Promise<readonly ListedObject[]>;
  /** Deletes an object of the bucket; a missing object is no error. */
  delete(key: string, signal?: AbortSignal): Promise<void>;
}

/** Returns the operations on the objects of a bucket. Opens no connection yet. */
export function objectsOfBucket({ url, ...credentials }: ArtifactBucket): BucketObjects {
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
    { withinMs = ANSWER_WITHIN_MS, key, signal: ended, ...given }: BucketRequest,
  ): Promise<Response> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`it did not answer for ${withinMs} ms`)), withinMs);
    try {
      // Redirects are not followed: bytes and credentials go only to the bucket's configured address.
      const signal = ended ? AbortSignal.any([late.signal, ended]) : late.signal;
      const init: RequestInit = { ...given, redirect: "manual", signal };
      const response = await client.fetch(`${address}${target}`, init);
      if (response.ok) return response;
      const refusal = await response.text();
      if (key !== undefined && response.status === 404 && refusal.includes(NO_SUCH_OBJECT)) {
        throw new ObjectMissing(key);
      }
      const [, code] = /<Code>(\w+)<\/Code>/.exec(refusal) ?? [];
      throw new BucketRefused(response.status, code ?? null);
    } catch (error) {
      if (error instanceof ObjectMissing) throw error;
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
      const withinMs = ANSWER_WITHIN_MS + content.length / WRITTEN_BYTES_PER_MS;
      await finish(await request(`write ${key}`, pathOf(key), { method: "PUT", body: content, headers, withinMs }));
    },
    async read(key, { start, end }, withinMs) {
      const headers = { range: `bytes=${start}-${end - 1}` };
      const response = await request(`read ${key}`, pathOf(key), { headers, withinMs, key });
      if (response.status !== 206 || response.body === null) {
        await finish(response);
        throw new Error(`Cannot read ${key} in the bucket of artifacts: the bucket does not support range requests`);
      }
      return response.body;
    },
    async list(wanted, { after, signal } = {}) {
      const from = after === undefined ? {} : { "start-after": `${prefix}${after}` };
      const query = new URLSearchParams({ "list-type": "2", prefix: `${prefix}${wanted}`, ...from });
      const text = await (await request(`list ${wanted}`, `?${query}`, { signal: signal ?? null })).text();
      // Keys are made of identifiers and names of artifacts: nothing in them is escaped.
      return [...text.matchAll(LISTED)].map(([, key = "", bytes]) => ({
        key: key.slice(prefix.length),
        bytes: Number(bytes),
      }));
    },
    async delete(key, signal) {
      await finish(await request(`delete ${key}`, pathOf(key), { method: "DELETE", signal: signal ?? null }));
    },
  };
}

interface BucketRequest extends RequestInit {
  /** Milliseconds within which the response must begin. */
  readonly withinMs?: number;
  /** Key of the object that the request reads; `ObjectMissing` tells that it is not there. */
  readonly key?: string;
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

/** Lists all objects of a bucket in the order of their keys. */
export async function* allObjects(
  objects: Pick<BucketObjects, "list">,
  { signal }: Pick<ListOptions, "signal"> = {},
): AsyncGenerator<ListedObject> {
  let after: string | undefined;
  do {
    signal?.throwIfAborted();
    const page: readonly ListedObject[] = await objects.list("", { after, signal });
    yield* page;
    after = page.at(-1)?.key;
  } while (after !== undefined);
}
