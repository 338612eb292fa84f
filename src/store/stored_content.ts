import type { AccountId } from "../domain/identifier.ts";
import {
  adoptChunks,
  BYTES_BESIDE_RECORD_AT_MOST,
  chunksBesideRecord,
  type ChunkSet,
  readChunks,
  removeChunks,
  writeChunks,
} from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { type Change, put, type Reader } from "./transaction.ts";

/** Bytes where one value holds them, else the chunks they lie in: the value of an entry of their own. */
export type StoredContent = Uint8Array<ArrayBuffer> | ChunkSet;

/** A value holds 64 KiB, its type included. */
const INLINE_BYTES_AT_MOST = 60 * 1024;

/** Content before an entry has it. */
export interface NewContent {
  readonly stored: StoredContent;
  /**
   * What the operation that writes the entry writes for it; null where its chunks were written before, an orphan until
   * then.
   */
  readonly chunks: readonly Deno.KvMutation[] | null;
}

/** Whether content is too large for the operation that writes its entry. */
export function isWrittenBefore(content: Uint8Array): boolean {
  return content.length > BYTES_BESIDE_RECORD_AT_MOST;
}

/** Content for `adoptContent`; throws as `writeChunks`, for `unlessSwept`. */
export async function writeContent(
  context: StoreContext,
  accountId: AccountId,
  content: Uint8Array,
): Promise<NewContent> {
  if (isWrittenBefore(content)) return { stored: await writeChunks(context, accountId, content), chunks: null };
  return contentBesideRecord(context, accountId, content);
}

/** Content that is written by the operation that writes its entry. */
function contentBesideRecord(
  context: StoreContext,
  accountId: AccountId,
  content: Uint8Array,
): { readonly stored: StoredContent; readonly chunks: readonly Deno.KvMutation[] } {
  if (content.length <= INLINE_BYTES_AT_MOST) return { stored: content.slice(), chunks: [] };
  const { set, mutations } = chunksBesideRecord(context, accountId, content);
  return { stored: set, chunks: mutations };
}

/** For the operation that writes the entry of the content, beside that. */
export async function adoptContent(
  read: Reader,
  { stored, chunks }: NewContent,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  if (chunks !== null || stored instanceof Uint8Array) return { checks: [], mutations: chunks ?? [] };
  return await adoptChunks(read, stored);
}

/** Null where some of it is gone. */
export async function readContent(
  context: StoreContext,
  stored: StoredContent,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return stored instanceof Uint8Array ? stored : await readChunks(context, stored);
}

/**
 * For an operation that writes content which is small enough for it in the place of another, which the operation
 * checks to be there: nothing of that is left.
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

/** For the operation that removes the entry of a content, beside that. */
export function chunksOf(former: StoredContent | null): readonly Deno.KvMutation[] {
  return former === null || former instanceof Uint8Array ? [] : removeChunks(former);
}
