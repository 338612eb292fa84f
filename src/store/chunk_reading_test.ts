import assert from "node:assert/strict";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { streamChunks } from "./chunk_reading.ts";
import { type ChunkSet, writeChunks } from "./chunks.ts";
import type { EncodedKv } from "./encoded_kv.ts";

const CHUNK_BYTES = 61_440;
const CHUNKS = 100;
const BYTES = CHUNKS * CHUNK_BYTES - 7;
const CONTENT = Uint8Array.from({ length: BYTES }, (_, index) => (index + (index >> 8)) % 251);

/** Test helper. The KV of a store that notes how many chunks each trip reads, and how many trips are under way. */
interface CountedKv {
  readonly kv: EncodedKv;
  readonly trips: number[];
  /** Largest number of trips that were under way at once. */
  mostAtOnce: number;
}

function countedKv(kv: EncodedKv): CountedKv {
  let underWay = 0;
  const counted: CountedKv = {
    trips: [],
    mostAtOnce: 0,
    kv: {
      ...kv,
      async getMany(keys) {
        counted.trips.push(keys.length);
        counted.mostAtOnce = Math.max(counted.mostAtOnce, ++underWay);
        try {
          return await kv.getMany(keys);
        } finally {
          underWay--;
        }
      },
    },
  };
  return counted;
}

async function written(context: TemporaryStore): Promise<ChunkSet> {
  const { account } = await accountWithCredentials(context.store);
  return await writeChunks(context, account.id, CONTENT);
}

Deno.test("chunks are streamed in their order, ten a trip and six trips at once", () =>
  withStore(async (context) => {
    const set = await written(context);
    const counted = countedKv(context.kv);
    const stream = streamChunks({ ...context, kv: counted.kv }, set, { start: 0, end: BYTES });
    assert.ok(equal(await new Response(stream).bytes(), CONTENT));
    assert.deepEqual(counted.trips, Array.from({ length: CHUNKS / 10 }, () => 10));
    assert.equal(counted.mostAtOnce, 6);
  }));

Deno.test("a client that takes nothing more holds at most six trips of chunks", () =>
  withStore(async (context) => {
    const set = await written(context);
    const { kv, trips } = countedKv(context.kv);
    const reader = streamChunks({ ...context, kv }, set, { start: 0, end: BYTES }).getReader();
    assert.deepEqual(trips, [], "nothing is read before the first byte is asked for");
    await reader.read();
    assert.equal(sumOf(trips), 60);
    for (let chunk = 1; chunk < 11; chunk++) await reader.read();
    assert.equal(sumOf(trips), 70, "the next trip begins when the chunks of one are taken");
    await reader.cancel();
  }));

Deno.test("many slow clients together hold 400 chunks and one each, and give them back when they leave", () =>
  withStore(async (context) => {
    const set = await written(context);
    const { kv, trips } = countedKv(context.kv);
    const open = () => streamChunks({ ...context, kv }, set, { start: 0, end: BYTES }).getReader();
    const readers = Array.from({ length: 20 }, open);
    for (const reader of readers) await reader.read();
    assert.equal(sumOf(trips), 413);
    for (const reader of readers.slice(1)) await reader.cancel();
    const next = open();
    await next.read();
    assert.equal(sumOf(trips), 473, "a client after them reads ahead again");
    await Promise.all([readers[0], next].map((reader) => reader.cancel()));
  }));

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
