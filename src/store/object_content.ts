import { createHash } from "node:crypto";
import type { ByteRange } from "../domain/artifact.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { ObjectArtifactStore, ObjectSet } from "./artifact_store.ts";
import { ObjectMissing } from "./bucket_objects.ts";
import type { StoreContext } from "./context.ts";

/**
 * Reference to a config or to inputs that lie in the bucket as one object, named after the digest of its content. A
 * record holds this reference instead of the bytes. Markers make the object an orphan as they do for files of jobs.
 */
export interface ObjectContent {
  readonly object: ObjectSet;
  /** SHA-256 digest of the bytes in lower-case hexadecimal, which is the name of the object in its set. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Store context of the repositories that keep large configs and inputs in the bucket. */
export interface ContentContext extends StoreContext {
  /** Bucket of this process; large configs and inputs are written to KV chunks if it is absent or null. */
  readonly objects?: Pick<ObjectArtifactStore, "write" | "stream"> | null;
}

/** Largest number of bytes of a config or of inputs that stay in KV where there is a bucket. */
const BYTES_IN_KV_AT_MOST = 64 * 1024;

/** Whether this process writes content of this length in bytes to the bucket. */
export function isForBucket({ objects = null }: ContentContext, bytes: number): boolean {
  return objects !== null && bytes > BYTES_IN_KV_AT_MOST;
}

/** Whether stored content lies in the bucket. */
export function isObjectContent(stored: object): stored is ObjectContent {
  return "object" in stored;
}

/** Returns the SHA-256 digest of bytes in lower-case hexadecimal. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Writes content to the bucket before the record that refers to it. The object is an orphan until `adoptObjects`.
 * Throws `not_found` if the account does not exist, and `not_ready` if the bucket does not take the object.
 */
export async function writeObjectContent(
  context: ContentContext,
  accountId: AccountId,
  bytes: Uint8Array,
): Promise<ObjectContent> {
  const sha256 = digestOf(bytes);
  const file = { name: sha256, mediaType: "application/octet-stream", content: Uint8Array.from(bytes) };
  try {
    const { set } = await objectsOf(context).write(accountId, [file]);
    return { object: set, sha256, bytes: bytes.length };
  } catch (error) {
    throw refusalOf(error, "The service cannot store anything now: try again later");
  }
}

/**
 * Reads all bytes of content in the bucket. Returns null if the object is missing or its bytes are not those of its
 * digest. Throws `not_ready` if the bucket does not answer.
 */
export async function readObjectContent(
  context: ContentContext,
  content: ObjectContent,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readObjectRanges(context, content, [{ start: 0, end: content.bytes }]);
  return bytes !== null && digestOf(bytes) === content.sha256 ? bytes : null;
}

/**
 * Reads byte ranges of content in the bucket into one buffer. Returns null if the object is missing or ends too early.
 * Throws `not_ready` if the bucket does not answer.
 */
export async function readObjectRanges(
  context: ContentContext,
  content: ObjectContent,
  ranges: readonly ByteRange[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(ranges.reduce((sum, { start, end }) => sum + end - start, 0));
  let filled = 0;
  try {
    for (const range of ranges) {
      for await (const piece of piecesOf(context, content, range)) {
        if (filled + piece.length > bytes.length) return null;
        bytes.set(piece, filled);
        filled += piece.length;
      }
    }
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw refusalOf(error, "Cannot read the stored data now: try again later");
  }
  return filled === bytes.length ? bytes : null;
}

/** Streams all bytes of content in the bucket. The stream fails with `input_lost` if the object is missing. */
export function streamObjectContent(
  context: ContentContext,
  content: ObjectContent,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(orLost(piecesOf(context, content, { start: 0, end: content.bytes })));
}

async function* orLost(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* pieces;
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    const lost = new DomainError("input_lost", "Cannot read the stored data: the bucket has lost it");
    lost.cause = error;
    throw lost;
  }
}

function piecesOf(
  context: ContentContext,
  { object: set, sha256 }: ObjectContent,
  range: ByteRange,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return objectsOf(context).stream({ kind: "objects", set }, { name: sha256, offset: 0 }, range);
}

function objectsOf({ objects = null }: ContentContext): NonNullable<ContentContext["objects"]> {
  if (objects !== null) return objects;
  throw refusalOf(new Error("ARTIFACTS_URL is not set"), "Cannot read the stored data now: try again later");
}

/** Returns the refusal of a request that needed the bucket; an error with a code of its own stays as it is. */
function refusalOf(error: unknown, sentence: string): DomainError {
  if (error instanceof DomainError) return error;
  const refusal = new DomainError("not_ready", sentence);
  refusal.cause = error;
  return refusal;
}
