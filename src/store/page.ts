import { entryAt } from "../domain/entry_at.ts";
import { DomainError } from "../domain/errors.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { StoreContext } from "./context.ts";
import type { Reader } from "./encoded_kv.ts";

export interface PageOptions<Value> {
  /** Key prefix of the KV entries that form the paged list, newest first. */
  readonly prefix: Deno.KvKey;
  readonly request: PageRequest;
  /** Returns whether an entry belongs to the paged list; every entry does if this filter is absent. */
  readonly accept?: (value: Value) => boolean;
}

/**
 * Largest number of entries looked through for one page. A filtered page may hold fewer items than requested, even
 * none.
 */
const ENTRIES_LOOKED_THROUGH = 1_000;
const BATCH_AT_MOST = 500;
/** Number of entries of the second batch of a filtered list at least, and by how much further ones grow. */
const SECOND_BATCH_AT_LEAST = 100;
const BATCH_GROWTH = 4;

/** Reads one page of the entries under a key prefix, last key first. Throws `invalid_cursor`. */
export async function readPage<Value>(
  { kv }: StoreContext,
  { prefix, request, accept }: PageOptions<Value>,
): Promise<Page<Deno.KvEntry<Value>>> {
  const after = request.cursor === null ? null : positionOf(request.cursor);
  const selector = after === null ? { prefix } : { prefix, end: [...prefix, ...after] };
  const batchSize = accept === undefined ? Math.min(BATCH_AT_MOST, request.limit + 1) : BATCH_AT_MOST;
  const items: Deno.KvEntry<Value>[] = [];
  let [seen, last]: [number, Deno.KvKey | null] = [0, null];
  for await (const entry of kv.list<Value>(selector, { reverse: true, batchSize })) {
    const isFull = items.length === request.limit || seen === ENTRIES_LOOKED_THROUGH;
    if (isFull && last !== null) {
      return { items, nextCursor: JSON.stringify(last.slice(prefix.length)) };
    }
    seen++;
    last = entry.key;
    if (accept === undefined || accept(entry.value)) items.push(entry);
  }
  return { items, nextCursor: null };
}

export interface ListedPageOptions<Entry, Value> {
  /**
   * Key prefix of the index entries that form the paged list, newest first; each index entry tells the key of a value.
   */
  readonly prefix: Deno.KvKey;
  readonly request: PageRequest;
  readonly keyOf: (entry: Deno.KvEntry<Entry>) => Deno.KvKey;
  /** Returns whether a value belongs to the paged list; every value does if this filter is absent. */
  readonly accept?: (value: Value) => boolean;
}

/**
 * Reads one page of the values that index entries name, last key first; skips index entries without a value. Throws
 * `invalid_cursor`.
 */
export async function readListedPage<Entry, Value>(
  context: StoreContext,
  { prefix, request, keyOf, accept = () => true }: ListedPageOptions<Entry, Value>,
): Promise<Page<Value>> {
  const items: Value[] = [];
  let [seen, last]: [number, Deno.KvKey | null] = [0, null];
  for await (const entries of batchesOf<Entry>(context, prefix, request)) {
    const values = await readAll<Value>(context, entries.map(keyOf));
    for (const [index, value] of values.entries()) {
      const isFull = items.length === request.limit || seen === ENTRIES_LOOKED_THROUGH;
      if (isFull && last !== null) return { items, nextCursor: JSON.stringify(last.slice(prefix.length)) };
      seen++;
      last = entryAt(entries, index).key;
      if (value !== null && accept(value)) items.push(value);
    }
  }
  return { items, nextCursor: null };
}

/**
 * Yields the index entries behind a cursor in batches. The first batch has the page size plus one; later batches are
 * ever larger, because a filter that accepts few values looks through many of them.
 */
async function* batchesOf<Entry>(
  { kv }: StoreContext,
  prefix: Deno.KvKey,
  { cursor, limit }: PageRequest,
): AsyncIterable<readonly Deno.KvEntry<Entry>[]> {
  let end = cursor === null ? null : [...prefix, ...positionOf(cursor)];
  for (let size = Math.min(BATCH_AT_MOST, limit + 1);; size = nextSize(size)) {
    const selector = end === null ? { prefix } : { prefix, end };
    const options = { reverse: true, limit: size, batchSize: size };
    const batch = await Array.fromAsync(kv.list<Entry>(selector, options));
    yield batch;
    if (batch.length < size) return;
    end = [...entryAt(batch, batch.length - 1).key];
  }
}

function nextSize(size: number): number {
  return Math.min(BATCH_AT_MOST, Math.max(SECOND_BATCH_AT_LEAST, BATCH_GROWTH * size));
}

/** Decodes a cursor into the part of a key after the list's prefix. Throws `invalid_cursor`. */
function positionOf(cursor: string): readonly string[] {
  const position: unknown = parsed(cursor);
  if (Array.isArray(position) && position.length > 0 && position.every((part) => typeof part === "string")) {
    return position;
  }
  throw new DomainError("invalid_cursor", "Cannot use the cursor: pass the next_cursor of a page of this list");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Reads the values of any number of keys, in the order of the keys; null for a missing entry. */
export async function readAll<Value>(
  { kv }: StoreContext,
  keys: readonly Deno.KvKey[],
): Promise<readonly (Value | null)[]> {
  return (await readMany<Value>(kv, keys)).map(({ value }) => value);
}

/**
 * Reads the entries of any number of keys, in the order of the keys, in as few trips to the store as it allows, all
 * under way at once. Entries of different trips may be of different times.
 */
export async function readMany<Value>(
  read: Reader,
  keys: readonly Deno.KvKey[],
): Promise<readonly Deno.KvEntryMaybe<Value>[]> {
  const { keysAtOnce } = read;
  const trips = Array.from(
    { length: Math.ceil(keys.length / keysAtOnce) },
    (_, trip) => read.getMany<Value[]>(keys.slice(trip * keysAtOnce, (trip + 1) * keysAtOnce)),
  );
  return (await Promise.all(trips)).flat();
}
