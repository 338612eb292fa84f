import { entryAt } from "../domain/entry_at.ts";
import { DomainError } from "../domain/errors.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { StoreContext } from "./context.ts";

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
const INDEX_ENTRIES_PER_READ = 100;

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
 * Yields the index entries behind a cursor in batches. The first batch has the page size plus one; later batches have
 * at least 100, because a filter may accept few values.
 */
async function* batchesOf<Entry>(
  { kv }: StoreContext,
  prefix: Deno.KvKey,
  { cursor, limit }: PageRequest,
): AsyncIterable<readonly Deno.KvEntry<Entry>[]> {
  const selector = cursor === null ? { prefix } : { prefix, end: [...prefix, ...positionOf(cursor)] };
  const batchSize = Math.max(limit + 1, INDEX_ENTRIES_PER_READ);
  let batch: Deno.KvEntry<Entry>[] = [];
  let size = limit + 1;
  for await (const entry of kv.list<Entry>(selector, { reverse: true, batchSize })) {
    batch.push(entry);
    if (batch.length < size) continue;
    yield batch;
    [batch, size] = [[], batchSize];
  }
  yield batch;
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

/** Largest number of keys in one `getMany` of Deno KV. */
const KEYS_PER_READ = 10;

/**
 * Reads the values of up to a few hundred keys, in the order of the keys; null for a missing entry. All trips to the
 * store are under way at once.
 */
export async function readAll<Value>(
  { kv }: StoreContext,
  keys: readonly Deno.KvKey[],
): Promise<readonly (Value | null)[]> {
  const trips = Array.from(
    { length: Math.ceil(keys.length / KEYS_PER_READ) },
    (_, trip) => kv.getMany<Value[]>(keys.slice(trip * KEYS_PER_READ, (trip + 1) * KEYS_PER_READ)),
  );
  return (await Promise.all(trips)).flatMap((entries) => entries.map(({ value }) => value));
}
