import type { ByteRange } from "../domain/artifact.ts";
import { CHUNK_BYTES, type ChunkSet } from "./chunks.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";

/** Number of chunks that one trip to the store reads. Deno KV reads ten keys at once. */
const CHUNKS_PER_TRIP = 10;
/** Number of trips of one reading that are under way, or read and not taken yet. */
const TRIPS_AT_ONCE = 6;
/**
 * Number of chunks that all readings of the process together hold ahead of those who take them, about 24 MB. A reading
 * without room reads one chunk after the other, so that many slow clients hold no more than one each.
 */
const CHUNKS_AHEAD_AT_MOST = 400;

/** Reads all bytes of a chunk set; null if chunks are missing, for example after a deletion. */
export async function readChunks(context: StoreContext, set: ChunkSet): Promise<Uint8Array<ArrayBuffer> | null> {
  return await readRanges(context, set, [{ start: 0, end: set.bytes }]);
}

/** Reads byte ranges of a chunk set, one after the other, into one buffer; null if chunks are missing. */
export async function readRanges(
  context: StoreContext,
  set: ChunkSet,
  ranges: readonly ByteRange[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(ranges.reduce((sum, { start, end }) => sum + end - start, 0));
  let filled = 0;
  for (const range of ranges) {
    for await (const part of partsOf(context, set, range)) {
      if (part === null || filled + part.length > bytes.length) return null;
      bytes.set(part, filled);
      filled += part.length;
    }
  }
  return filled === bytes.length ? bytes : null;
}

/**
 * Streams a byte range of a chunk set. Reads only the chunks that contain the range, some of them ahead of the client;
 * the stream fails if a chunk is missing.
 */
export function streamChunks(
  context: StoreContext,
  set: ChunkSet,
  range: ByteRange,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(presentParts(context, set, range));
}

async function* presentParts(
  context: StoreContext,
  set: ChunkSet,
  range: ByteRange,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let next = range.start;
  for await (const part of partsOf(context, set, range)) {
    if (part === null) {
      throw new Error(`Cannot read chunk ${Math.floor(next / CHUNK_BYTES)} of set ${set.id}: it is gone`);
    }
    next += part.length;
    yield part;
  }
}

/** Yields the parts of a byte range, one for each chunk, in their order; null for a missing chunk. */
async function* partsOf(
  { kv }: StoreContext,
  set: ChunkSet,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array<ArrayBuffer> | null> {
  if (end <= start) return;
  const first = Math.floor(start / CHUNK_BYTES), last = Math.ceil(end / CHUNK_BYTES);
  const read = async (index: number, count: number): Promise<readonly (Uint8Array<ArrayBuffer> | null)[]> => {
    const wanted = Array.from({ length: count }, (_, at) => keys.chunk(set.accountId, set.id, index + at));
    return (await kv.getMany<Uint8Array<ArrayBuffer>[]>(wanted)).map(({ value }) => value);
  };
  let index = first;
  for await (const chunk of aheadOf({ first, last }, read)) {
    const begin = index++ * CHUNK_BYTES;
    yield chunk && chunk.subarray(Math.max(0, start - begin), end - begin);
  }
}

/** Number of chunks that all readings of the process hold ahead now. */
let ahead = 0;

/**
 * Yields what `read` returns for the indexes from `first` to before `last`, in their order. Several calls of `read` are
 * under way at once as long as the process has room for what they read.
 */
async function* aheadOf<Chunk>(
  { first, last }: { readonly first: number; readonly last: number },
  read: (index: number, count: number) => Promise<readonly Chunk[]>,
): AsyncGenerator<Chunk> {
  const trips: Promise<readonly Chunk[]>[] = [];
  let [asked, held] = [first, 0];
  const askAhead = (): void => {
    while (asked < last && trips.length < TRIPS_AT_ONCE) {
      const room = Math.max(trips.length === 0 ? 1 : 0, CHUNKS_AHEAD_AT_MOST - ahead);
      const count = Math.min(CHUNKS_PER_TRIP, last - asked, room);
      if (count === 0) return;
      const trip = read(asked, count);
      // A trip that fails after the reading has ended fails for nobody.
      trip.catch(() => undefined);
      trips.push(trip);
      [asked, held, ahead] = [asked + count, held + count, ahead + count];
    }
  };
  try {
    askAhead();
    for (let trip = trips[0]; trip !== undefined; trip = trips[0]) {
      for (const chunk of await trip) {
        yield chunk;
        [held, ahead] = [held - 1, ahead - 1];
      }
      trips.shift();
      askAhead();
    }
  } finally {
    ahead -= held;
  }
}
