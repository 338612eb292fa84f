import type { ByteRange } from "../domain/artifact.ts";
import type { AccountId } from "../domain/identifier.ts";
import { readChunks, readRanges, streamChunks } from "./chunk_reading.ts";
import { adoptChunks, type ChunkSet, releaseChunks, writeChunks } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import {
  type ContentContext,
  isForBucket,
  isObjectContent,
  type ObjectContent,
  readObjectContent,
  readObjectRanges,
  streamObjectContent,
  writeObjectContent,
} from "./object_content.ts";
import { adoptObjects, markUnadopted } from "./object_markers.ts";
import type { Change, Reader } from "./transaction.ts";

/**
 * Reference of a record to the bytes of a config or of inputs that do not fit into the record: chunks in KV, or an
 * object in the bucket.
 */
export type ContentSet = ChunkSet | ObjectContent;

/**
 * Writes bytes before the record that refers to them: to the bucket if they are large and this process has one,
 * otherwise in chunks. They are orphans until `adoptContentSet`. Throws `not_found` if the account does not exist, and
 * `not_ready` if the bytes cannot be written or the sweep deletes them meanwhile (see `unlessSwept`).
 */
export async function writeContentSet(
  context: ContentContext,
  accountId: AccountId,
  bytes: Uint8Array,
): Promise<ContentSet> {
  return isForBucket(context, bytes.length)
    ? await writeObjectContent(context, accountId, bytes)
    : await writeChunks(context, accountId, bytes);
}

/**
 * Returns the check and mutation that make written bytes belong to a record, for the operation that writes the record.
 * Throws `not_ready` if the sweep has already deleted them (see `unlessSwept`).
 */
export async function adoptContentSet(
  read: Reader,
  set: ContentSet,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  return isObjectContent(set) ? await adoptObjects(read, set.object) : await adoptChunks(read, set);
}

/** Returns the mutation that makes bytes orphans again, for the operation that deletes their record. */
export function releaseContentSet(context: StoreContext, set: ContentSet): Deno.KvMutation {
  return isObjectContent(set) ? markUnadopted(context, set.object) : releaseChunks(context, set);
}

/**
 * Reads all bytes of a set; null if they are missing or damaged. Throws `not_ready` if they lie in the bucket and it
 * does not answer.
 */
export async function readContentSet(
  context: ContentContext,
  set: ContentSet,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return isObjectContent(set) ? await readObjectContent(context, set) : await readChunks(context, set);
}

/** Reads byte ranges of a set into one buffer. Returns null and throws like `readContentSet`. */
export async function readContentRanges(
  context: ContentContext,
  set: ContentSet,
  ranges: readonly ByteRange[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  return isObjectContent(set) ? await readObjectRanges(context, set, ranges) : await readRanges(context, set, ranges);
}

/** Streams all bytes of a set. The stream fails if a part of them is missing or the bucket does not answer. */
export function streamContentSet(context: ContentContext, set: ContentSet): ReadableStream<Uint8Array<ArrayBuffer>> {
  return isObjectContent(set)
    ? streamObjectContent(context, set)
    : streamChunks(context, set, { start: 0, end: set.bytes });
}
