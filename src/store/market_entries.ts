import type { Instant } from "../domain/instant.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { SpacedWrites } from "./spaced_writes.ts";
import { put, remove, transaction, write } from "./transaction.ts";

/** Description of a market data entry: its source, fetch time and size. */
export interface MarketHead {
  readonly source: string;
  /** Time at which the data was fetched, ISO 8601 in UTC. */
  readonly fetchedAt: string;
  readonly bytes: number;
  readonly about: Readonly<Record<string, string | number | null>>;
}

export interface MarketEntry {
  readonly head: MarketHead;
  readonly parts: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/**
 * Changes of a market data entry: its new head and its new parts. Parts that are not named stay unchanged; null deletes
 * a part.
 */
export interface MarketWrite {
  readonly head: MarketHead;
  readonly parts: ReadonlyMap<string, Uint8Array<ArrayBuffer> | null>;
}

/** Stored head of a market data entry: its description and the places of its parts in the KV. */
export interface MarketHeadRecord {
  readonly head: MarketHead;
  readonly parts: Readonly<Record<string, PartPlace>>;
}

interface PartPlace {
  readonly version: string;
  readonly bytes: number;
}

/** Size of one chunk of market data in bytes, below the limit of 64 KiB per KV value. */
const CHUNK_BYTES = 60 * 1024;
/**
 * Largest number of bytes of market data that one operation writes. An atomic operation can hold 800 KiB, but it is
 * kept shorter because other writes wait for its end.
 */
const BYTES_PER_WRITE = 256 * 1024;
const REMOVALS_PER_WRITE = 500;
const READS_AT_MOST = 5;
const BATCH = 500;

export interface MarketEntriesOptions {
  readonly onRead: (name: string) => void;
  /** Runs all writes of market data one after the other with rests between them. */
  readonly writes: SpacedWrites;
}

/** Market data entries of one kind. Each entry has a head and parts, which are replaced together or not at all. */
export class MarketEntries {
  readonly #context: StoreContext;
  readonly #kind: string;
  readonly #onRead: (name: string) => void;
  readonly #writes: SpacedWrites;

  constructor(context: StoreContext, kind: string, { onRead, writes }: MarketEntriesOptions) {
    this.#context = context;
    this.#kind = kind;
    this.#onRead = onRead;
    this.#writes = writes;
  }

  async read(name: string, parts?: readonly string[]): Promise<MarketEntry | null> {
    // The read is repeated if another process replaces the market data entry between the read of its head and that of
    // its parts.
    for (let attempt = 0; attempt < READS_AT_MOST; attempt++) {
      const [record, chunks] = await Promise.all([this.#record(name), parts?.length === 0 ? [] : this.#chunksOf(name)]);
      if (record === null) return null;
      this.#onRead(name);
      const wanted = Object.entries(record.parts).filter(([part]) => parts?.includes(part) ?? true);
      const found = partsOf(chunks, wanted);
      if (found !== null) return { head: record.head, parts: found };
    }
    return null;
  }

  async heads(): Promise<ReadonlyMap<string, MarketHead>> {
    return new Map([...await this.records()].map(([name, { head }]) => [name, head]));
  }

  async records(): Promise<ReadonlyMap<string, MarketHeadRecord>> {
    const records = new Map<string, MarketHeadRecord>();
    const heads = this.#context.kv.list<MarketHeadRecord>({ prefix: keys.marketHeads(this.#kind) }, {
      batchSize: BATCH,
    });
    for await (const { key, value } of heads) records.set(String(key.at(-1)), value);
    return records;
  }

  /**
   * Writes a market data entry. A small entry is written with its head in one operation. The chunks of a larger entry
   * are written first; nobody reads them before the head names them.
   */
  async write(name: string, { head, parts }: MarketWrite): Promise<void> {
    const version = this.#context.random.ulid();
    const chunks = [...parts].flatMap(([part, bytes]) =>
      bytes === null ? [] : this.#chunks(name, part, version, bytes)
    );
    const operations = inOperations(chunks);
    if (operations.length <= 1) {
      const beside = { bytes: bytesOf(chunks), mutations: chunks.map(putChunk) };
      return await this.#name(name, { head, parts, version }, beside);
    }
    const marker = keys.marketUnadopted(this.#kind, name, version);
    const written: UnadoptedChunks = { keys: chunks.map(({ key }) => [...key]), since: this.#context.clock.now() };
    await write(this.#context, [put(marker, written)]);
    for (const some of operations) {
      await this.#writes.write(bytesOf(some), () => write(this.#context, some.map(putChunk)));
    }
    await this.#name(name, { head, parts, version }, { bytes: 0, mutations: [remove(marker)] });
  }

  /** Replaces the head of a market data entry, and writes the other given mutations in the same operation. */
  async #name(
    name: string,
    { head, parts, version }: MarketWrite & { readonly version: string },
    beside: { readonly bytes: number; readonly mutations: readonly Deno.KvMutation[] },
  ): Promise<void> {
    await this.#writes.write(beside.bytes, () =>
      transaction(this.#context, async (read) => {
        const entry = await read.get<MarketHeadRecord>(keys.marketHead(this.#kind, name));
        const places = { ...entry.value?.parts };
        const gone: Deno.KvKey[] = [];
        for (const [part, bytes] of parts) {
          if (places[part] !== undefined) gone.push(...this.#keysOf(name, { part, ...places[part] }));
          if (bytes === null) delete places[part];
          else places[part] = { version, bytes: bytes.length };
        }
        const record: MarketHeadRecord = { head, parts: places };
        const mutations = [
          ...beside.mutations,
          put(entry.key, record),
          ...gone.map(remove),
        ];
        return { checks: [entry], mutations, result: undefined };
      }));
  }

  async delete(name: string): Promise<void> {
    await transaction(this.#context, async (read) => {
      const entry = await read.get<MarketHeadRecord>(keys.marketHead(this.#kind, name));
      const places = Object.entries(entry.value?.parts ?? {}).map(([part, place]) => ({ part, ...place }));
      const gone = [entry.key, ...places.flatMap((place) => this.#keysOf(name, place))];
      return { checks: [entry], mutations: gone.map(remove), result: undefined };
    });
  }

  /**
   * Deletes chunks of market data that were written before the given time and that no head names, left by a process
   * that ended early. Returns the number of deleted chunks.
   */
  async sweep(before: Instant, signal?: AbortSignal): Promise<number> {
    let deleted = 0;
    const prefix = keys.marketUnadopted(this.#kind);
    for await (const { key, value } of this.#context.kv.list<UnadoptedChunks>({ prefix })) {
      if (signal?.aborted) break;
      if (value.since >= before) continue;
      for (let at = 0; at < value.keys.length; at += REMOVALS_PER_WRITE) {
        await write(this.#context, value.keys.slice(at, at + REMOVALS_PER_WRITE).map((chunk) => remove([...chunk])));
      }
      await write(this.#context, [remove(key)]);
      deleted += value.keys.length;
    }
    return deleted;
  }

  async #record(name: string): Promise<MarketHeadRecord | null> {
    return (await this.#context.kv.get<MarketHeadRecord>(keys.marketHead(this.#kind, name))).value;
  }

  async #chunksOf(name: string): Promise<readonly Deno.KvEntry<Chunk>[]> {
    const prefix = keys.marketParts(this.#kind, name);
    return await Array.fromAsync(this.#context.kv.list<Chunk>({ prefix }, { batchSize: BATCH }));
  }

  #chunks(name: string, part: string, version: string, bytes: Uint8Array<ArrayBuffer>): readonly PlacedChunk[] {
    return indexes(bytes.length).map((index) => ({
      key: keys.marketPart(this.#kind, name, part, version, index),
      chunk: bytes.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
    }));
  }

  #keysOf(name: string, { part, version, bytes }: PlacedPart): readonly Deno.KvKey[] {
    return indexes(bytes).map((index) => keys.marketPart(this.#kind, name, part, version, index));
  }
}

type Chunk = Uint8Array<ArrayBuffer>;

interface PlacedChunk {
  readonly key: Deno.KvKey;
  readonly chunk: Chunk;
}

function putChunk({ key, chunk }: PlacedChunk): Deno.KvMutation {
  return put(key, chunk);
}

function bytesOf(chunks: readonly PlacedChunk[]): number {
  return chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
}

/** Splits chunks of market data into groups that are each written in one operation. */
function inOperations(chunks: readonly PlacedChunk[]): readonly (readonly PlacedChunk[])[] {
  const operations: PlacedChunk[][] = [];
  for (const chunk of chunks) {
    const last = operations[operations.length - 1];
    if (last !== undefined && bytesOf([...last, chunk]) <= BYTES_PER_WRITE) last.push(chunk);
    else operations.push([chunk]);
  }
  return operations;
}

/** Marker of written market data chunks that no head names yet. */
interface UnadoptedChunks {
  readonly keys: readonly (readonly Deno.KvKeyPart[])[];
  readonly since: Instant;
}

interface PlacedPart extends PartPlace {
  readonly part: string;
}

/** Joins the chunks of each wanted part of a market data entry; null if a chunk is missing. */
function partsOf(
  chunks: readonly Deno.KvEntry<Chunk>[],
  places: readonly (readonly [part: string, place: PartPlace])[],
): ReadonlyMap<string, Chunk> | null {
  const found = new Map(places.map(([part, { version, bytes }]) => [part, { version, bytes, chunks: [] as Chunk[] }]));
  for (const { key, value } of chunks) {
    const part = found.get(String(key[3]));
    if (part !== undefined && part.version === key[4]) part.chunks.push(value);
  }
  const whole = [...found].map(([part, { bytes, chunks }]) => [part, joined(chunks), bytes] as const);
  if (whole.some(([, bytes, length]) => bytes.length !== length)) return null;
  return new Map(whole.map(([part, bytes]) => [part, bytes]));
}

function indexes(bytes: number): readonly number[] {
  return Array.from({ length: Math.ceil(bytes / CHUNK_BYTES) }, (_, index) => index);
}

function joined(chunks: readonly Chunk[]): Chunk {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
