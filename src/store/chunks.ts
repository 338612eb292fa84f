import { AccountMissing } from "../domain/account.ts";
import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS, type Instant } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { type Change, put, type Reader, remove, transaction, write } from "./transaction.ts";
import { BytesSwept } from "./unless_swept.ts";

/**
 * Reference to bytes that are too large for one KV value (64 KiB) and are stored as several chunks. A record holds this
 * reference instead of the bytes.
 */
export interface ChunkSet {
  readonly id: string;
  readonly accountId: AccountId;
  readonly bytes: number;
  readonly chunks: number;
}

/** Number of bytes of each chunk of a set but the last. */
export const CHUNK_BYTES = 60 * 1024;
/** Number of chunks that one operation writes. An atomic operation can hold 800 KiB. */
const CHUNKS_PER_WRITE = 12;
const REMOVALS_PER_WRITE = 500;
/** Age in milliseconds after which the sweep deletes a set of chunks that no record refers to. */
const UNADOPTED_KEPT_MS = HOUR_MS;

/**
 * Marker of a chunk set that no record has referred to since `since`. A doomed set is being deleted and cannot be
 * adopted.
 */
export interface UnadoptedChunkSet {
  readonly set: ChunkSet;
  readonly since: Instant;
  readonly doomed: boolean;
}

/** Largest number of bytes that one operation can write as chunks in addition to their record and its other entries. */
export const BYTES_BESIDE_RECORD_AT_MOST = 8 * CHUNK_BYTES;

/** Largest number of bytes that one operation can write for several records with their chunks. */
export const BYTES_OF_BATCH_AT_MOST = 11 * CHUNK_BYTES;

/**
 * Creates a chunk set and the mutations that write its chunks in the same operation as its record, so that the set is
 * never an orphan. Takes at most `BYTES_BESIDE_RECORD_AT_MOST` bytes.
 */
export function chunksBesideRecord(
  context: StoreContext,
  accountId: AccountId,
  bytes: Uint8Array,
): { readonly set: ChunkSet; readonly mutations: readonly Deno.KvMutation[] } {
  const set = newSet(context, accountId, bytes);
  return { set, mutations: chunkMutations(set, bytes, { first: 0, end: set.chunks }) };
}

/**
 * Writes bytes as chunks before the record that refers to them. The set is an orphan until a record adopts it. Throws
 * `not_found` if the account does not exist, and `not_ready` if the sweep deletes the set meanwhile (see
 * `unlessSwept`).
 */
export async function writeChunks(context: StoreContext, accountId: AccountId, bytes: Uint8Array): Promise<ChunkSet> {
  const set = newSet(context, accountId, bytes);
  const written = (first: number): readonly Deno.KvMutation[] =>
    chunkMutations(set, bytes, { first, end: Math.min(first + CHUNKS_PER_WRITE, set.chunks) });
  await transaction(context, async (read) => {
    const account = await read.get(keys.account(accountId));
    if (account.value === null) throw new AccountMissing(accountId);
    return { checks: [account], mutations: [markUnadopted(context, set), ...written(0)], result: undefined };
  });
  for (let first = CHUNKS_PER_WRITE; first < set.chunks; first += CHUNKS_PER_WRITE) {
    const mutations = written(first);
    await transaction(context, async (read) => {
      const marker = await readMarker(read, set);
      return { checks: [marker], mutations, result: undefined };
    });
  }
  return set;
}

/**
 * Writes bytes that arrive piece by piece as chunks, of which at most a batch is in memory. A piece is used only until
 * the next one is asked for. The set stays an orphan, whose hour begins anew with each batch. If the pieces or the
 * store fail, the chunks are deleted at once where that is possible, else by the sweep. Throws like `writeChunks`, and
 * the error of the pieces.
 */
export async function writeArrivingChunks(
  context: StoreContext,
  accountId: AccountId,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ChunkSet> {
  let set = newSet(context, accountId, new Uint8Array());
  const batch = new Uint8Array(CHUNKS_PER_WRITE * CHUNK_BYTES);
  let filled = 0;
  const flush = async (): Promise<void> => {
    set = await writeBatch(context, set, batch.subarray(0, filled));
    filled = 0;
  };
  try {
    for await (const piece of pieces) {
      for (let from = 0; from < piece.length;) {
        const taken = piece.subarray(from, from + batch.length - filled);
        batch.set(taken, filled);
        filled += taken.length;
        from += taken.length;
        if (filled === batch.length) await flush();
      }
    }
    await flush();
  } catch (error) {
    // Whatever cannot be deleted now, for example because the store is away, the sweep deletes an hour later.
    await Promise.allSettled([discardChunks(context, set)]);
    throw error;
  }
  return set;
}

/** Writes the next chunks of a set, which must be whole ones except for the last of all, and returns the longer set. */
async function writeBatch(context: StoreContext, set: ChunkSet, bytes: Uint8Array): Promise<ChunkSet> {
  const longer = {
    ...set,
    bytes: set.bytes + bytes.length,
    chunks: set.chunks + Math.ceil(bytes.length / CHUNK_BYTES),
  };
  const chunks = range(set.chunks, longer.chunks).map((index, at) =>
    put(keys.chunk(set.accountId, set.id, index), bytes.slice(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES))
  );
  await transaction(context, async (read) => {
    const marker = set.chunks === 0 ? await accountOf(read, set) : await readMarker(read, set);
    return { checks: [marker], mutations: [markUnadopted(context, longer), ...chunks], result: undefined };
  });
  return longer;
}

async function accountOf(read: Reader, { accountId }: ChunkSet): Promise<Deno.KvEntry<unknown>> {
  const account = await read.get(keys.account(accountId));
  if (account.value === null) throw new AccountMissing(accountId);
  return account;
}

/** Deletes an orphan of a set of chunks at once, instead of leaving it to the sweep. */
export async function discardChunks(context: StoreContext, { id }: ChunkSet): Promise<void> {
  const doomed = await doom(context, keys.unadoptedChunkSet(id), { keptMs: 0 });
  if (doomed !== null) await deleteChunks(context, doomed);
}

function newSet({ random }: StoreContext, accountId: AccountId, { length }: Uint8Array): ChunkSet {
  return { id: random.ulid(), accountId, bytes: length, chunks: Math.ceil(length / CHUNK_BYTES) };
}

function chunkMutations(
  { accountId, id }: ChunkSet,
  bytes: Uint8Array,
  { first, end }: { first: number; end: number },
): readonly Deno.KvMutation[] {
  return range(first, end).map((index) =>
    put(keys.chunk(accountId, id, index), bytes.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
  );
}

/**
 * Returns the check and mutation that make a chunk set belong to a record, for the operation that writes the record.
 * Throws `not_ready` if the sweep has already deleted the set (see `unlessSwept`).
 */
export async function adoptChunks(
  read: Reader,
  set: ChunkSet,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const marker = await readMarker(read, set);
  return { checks: [marker], mutations: [remove(marker.key)] };
}

/**
 * Returns the mutation that makes a chunk set an orphan again, for the operation that deletes its record; the sweep
 * then deletes the chunks.
 */
export function releaseChunks(context: StoreContext, set: ChunkSet): Deno.KvMutation {
  return markUnadopted(context, set);
}

/**
 * Returns the mutations that delete the chunks of a small set at once, for the operation that deletes its record.
 * Readers of such a set must start again if chunks are missing. Leaves nothing for the sweep.
 */
export function removeChunks({ accountId, id, chunks }: ChunkSet): readonly Deno.KvMutation[] {
  return range(0, chunks).map((index) => remove(keys.chunk(accountId, id, index)));
}

async function readMarker(read: Reader, set: ChunkSet): Promise<Deno.KvEntry<UnadoptedChunkSet>> {
  const marker = await read.get<UnadoptedChunkSet>(keys.unadoptedChunkSet(set.id));
  if (marker.value === null || marker.value.doomed) throw new BytesSwept(`chunk set ${set.id}`);
  return marker;
}

/** Deletes the chunk sets that no record has referred to for an hour, and returns the number of deleted chunks. */
export async function sweepChunks(context: StoreContext, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for await (const entry of context.kv.list<UnadoptedChunkSet>({ prefix: keys.unadoptedChunkSets })) {
    if (signal?.aborted) break;
    if (context.clock.now() - entry.value.since < UNADOPTED_KEPT_MS) continue;
    const doomed = await doom(context, entry.key, { keptMs: UNADOPTED_KEPT_MS });
    if (doomed !== null) deleted += await deleteChunks(context, doomed);
  }
  return deleted;
}

/**
 * Marks a chunk set as doomed, so that no record can adopt it and no chunk can be added, and returns it. Returns null
 * if a record has adopted the set, or if it was written within `keptMs`.
 */
async function doom(
  context: StoreContext,
  key: Deno.KvKey,
  { keptMs }: { readonly keptMs: number },
): Promise<ChunkSet | null> {
  return await transaction(context, async (read) => {
    const entry = await read.get<UnadoptedChunkSet>(key);
    if (entry.value === null || context.clock.now() - entry.value.since < keptMs) {
      return { checks: [], mutations: [], result: null };
    }
    const doomed: UnadoptedChunkSet = { ...entry.value, doomed: true };
    return { checks: [entry], mutations: [put(key, doomed)], result: entry.value.set };
  });
}

async function deleteChunks(context: StoreContext, set: ChunkSet): Promise<number> {
  for (let first = 0; first < set.chunks; first += REMOVALS_PER_WRITE) {
    const indexes = range(first, Math.min(first + REMOVALS_PER_WRITE, set.chunks));
    await write(context, indexes.map((index) => remove(keys.chunk(set.accountId, set.id, index))));
  }
  await write(context, [remove(keys.unadoptedChunkSet(set.id))]);
  return set.chunks;
}

function markUnadopted({ clock }: StoreContext, set: ChunkSet): Deno.KvMutation {
  const unadopted: UnadoptedChunkSet = { set, since: clock.now(), doomed: false };
  return put(keys.unadoptedChunkSet(set.id), unadopted);
}

function range(first: number, end: number): readonly number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}
