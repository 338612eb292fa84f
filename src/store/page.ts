import { DomainError } from "../domain/errors.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import type { StoreContext } from "./context.ts";

export interface PageOptions<Value> {
  /** The list is what lies under it, newest first. */
  readonly prefix: Deno.KvKey;
  readonly request: PageRequest;
  /** Whether an entry belongs to the list; all do if absent. */
  readonly accept?: (value: Value) => boolean;
}

/** Entries looked through for one page; a filtered page may hold fewer than asked for, even none. */
const ENTRIES_LOOKED_THROUGH = 1_000;
const BATCH_AT_MOST = 500;
const INDEX_ENTRIES_PER_READ = 100;

/** A page of the entries under a prefix, the last key first. Throws `invalid_cursor`. */
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
  /** The list is what lies under it, newest first: entries that say where the values are. */
  readonly prefix: Deno.KvKey;
  readonly request: PageRequest;
  readonly keyOf: (entry: Deno.KvEntry<Entry>) => Deno.KvKey;
  /** Whether a value belongs to the list; all do if absent. */
  readonly accept?: (value: Value) => boolean;
}

/**
 * A page of the values that index entries name, the last key first; an entry without its value is passed over. Throws
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
      last = entries[index].key;
      if (value !== null && accept(value)) items.push(value);
    }
  }
  return { items, nextCursor: null };
}

/**
 * The entries of a list behind a cursor: as many as a page and the one behind it, then many at a time, as a filter lets
 * few through.
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

/** The rest of a key, behind the prefix of its list. */
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

const KEYS_PER_READ = 10;

/** The values of any number of keys, in their order; null where there is none. */
export async function readAll<Value>(
  { kv }: StoreContext,
  keys: readonly Deno.KvKey[],
): Promise<readonly (Value | null)[]> {
  const values: (Value | null)[] = [];
  for (let first = 0; first < keys.length; first += KEYS_PER_READ) {
    const entries = await kv.getMany<Value[]>(keys.slice(first, first + KEYS_PER_READ));
    values.push(...entries.map(({ value }) => value));
  }
  return values;
}
