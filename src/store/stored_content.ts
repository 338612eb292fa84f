import type { AccountId } from "../domain/identifier.ts";
import { readChunks } from "./chunk_reading.ts";
import {
  adoptChunks,
  BYTES_BESIDE_RECORD_AT_MOST,
  chunksBesideRecord,
  type ChunkSet,
  removeChunks,
  writeChunks,
} from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { type Change, put, type Reader } from "./transaction.ts";

/**
 * Value of an entry for content of any size: the bytes themselves if they fit into one value, otherwise a reference to
 * their chunks.
 */
export type StoredContent = Uint8Array<ArrayBuffer> | ChunkSet;

/**
 * Largest number of content bytes stored directly in one KV value. A KV value can hold 64 KiB, including the two bytes
 * that tell its format.
 */
const INLINE_BYTES_AT_MOST = 60 * 1024;

/** Content that is prepared for writing, to which no KV entry refers yet. */
export interface NewContent {
  readonly stored: StoredContent;
  /**
   * Mutations that write the content's chunks in the operation that writes its entry. Null if the chunks were written
   * earlier; they are orphans until the entry adopts them.
   */
  readonly chunks: readonly Deno.KvMutation[] | null;
}

/** Whether content is too large for the operation that writes its entry, so that its chunks are written earlier. */
export function isWrittenBefore(content: Uint8Array): boolean {
  return content.length > BYTES_BESIDE_RECORD_AT_MOST;
}

/**
 * Prepares content for `adoptContent`, and writes its chunks first if it is large. Throws like `writeChunks`, so call
 * it within `unlessSwept`.
 */
export async function writeContent(
  context: StoreContext,
  accountId: AccountId,
  content: Uint8Array,
): Promise<NewContent> {
  if (isWrittenBefore(content)) return { stored: await writeChunks(context, accountId, content), chunks: null };
  return contentBesideRecord(context, accountId, content);
}

/**
 * Prepares content of at most `BYTES_BESIDE_RECORD_AT_MOST` bytes, which is written in the same operation as its entry.
 */
function contentBesideRecord(
  context: StoreContext,
  accountId: AccountId,
  content: Uint8Array,
): { readonly stored: StoredContent; readonly chunks: readonly Deno.KvMutation[] } {
  if (content.length <= INLINE_BYTES_AT_MOST) return { stored: content.slice(), chunks: [] };
  const { set, mutations } = chunksBesideRecord(context, accountId, content);
  return { stored: set, chunks: mutations };
}

/** Returns the checks and mutations for content that an operation needs in addition to writing the content's entry. */
export async function adoptContent(
  read: Reader,
  { stored, chunks }: NewContent,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  if (chunks !== null || stored instanceof Uint8Array) return { checks: [], mutations: chunks ?? [] };
  return await adoptChunks(read, stored);
}

/** Reads stored content as bytes, from its value or its chunks; null if any chunk is missing. */
export async function readContent(
  context: StoreContext,
  stored: StoredContent,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return stored instanceof Uint8Array ? stored : await readChunks(context, stored);
}

/**
 * Returns the mutations that replace content by other content small enough for one operation, and delete every chunk of
 * the former content. The operation must check that the former content is still there.
 */
export function replacedContent(
  context: StoreContext,
  { accountId, key, former, content }: {
    readonly accountId: AccountId;
    readonly key: Deno.KvKey;
    readonly former: StoredContent | null;
    readonly content: Uint8Array<ArrayBuffer>;
  },
): readonly Deno.KvMutation[] {
  const { stored, chunks } = contentBesideRecord(context, accountId, content);
  return [put(key, stored), ...chunks, ...chunksOf(former)];
}

/** Returns the mutations that delete the chunks of content, in addition to removing the content's entry. */
export function chunksOf(former: StoredContent | null): readonly Deno.KvMutation[] {
  return former === null || former instanceof Uint8Array ? [] : removeChunks(former);
}
