import assert from "node:assert/strict";
import {
  accountWithCredentials,
  stoppingAfter,
  type TemporaryStore,
  withStore,
} from "../../tests/support/temporary_store.ts";
import { readChunks } from "./chunk_reading.ts";
import { adoptChunks, type ChunkSet, releaseChunks, sweepChunks, writeChunks } from "./chunks.ts";
import { put, remove, transaction, write } from "./transaction.ts";
import { unlessSwept } from "./unless_swept.ts";

const HOUR_MS = 3_600_000;
const RECORD = ["test", "record"];

Deno.test("bytes of any length that are stored in chunks are read back unchanged", () =>
  withStore(async (context) => {
    const { account } = await accountWithCredentials(context.store);
    for (const length of [0, 1, 61_439, 61_440, 61_441, 2_000_000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) % 251);
      const set = await writeChunks(context, account.id, bytes);
      assert.deepEqual(await readChunks(context, set), bytes, `${length} bytes`);
    }
  }));

Deno.test("a set of chunks that a record refers to survives a sweep", () =>
  withStore(async (context) => {
    const set = await writtenSet(context);
    await adopt(context, set);
    context.clock.nowMs += 100 * HOUR_MS;
    assert.equal(await sweepChunks(context), 0);
    assert.ok(await readChunks(context, set));
  }));

Deno.test("a set of chunks that no record refers to is deleted after an hour, and cannot be adopted afterwards", () =>
  withStore(async (context) => {
    const set = await writtenSet(context);
    context.clock.nowMs += HOUR_MS - 1;
    assert.equal(await sweepChunks(context), 0);
    context.clock.nowMs += 1;
    assert.equal(await sweepChunks(context), set.chunks);
    assert.equal(await readChunks(context, set), null);
    assert.deepEqual((await context.list()).filter((key) => key.includes("chunk")), []);
    await assert.rejects(adopt(context, set), { code: "not_ready" });
    assert.equal((await context.kv.get(RECORD)).value, null);
  }));

Deno.test("the set of chunks of a deleted record is deleted an hour later", () =>
  withStore(async (context) => {
    const set = await writtenSet(context);
    await adopt(context, set);
    await write(context, [{ type: "delete", key: RECORD }, releaseChunks(context, set)]);
    context.clock.nowMs += HOUR_MS;
    assert.equal(await sweepChunks(context), set.chunks);
    assert.equal(await readChunks(context, set), null);
  }));

Deno.test("a sweep of chunks that was killed half-way is finished by the next one", () =>
  withStore(async (context) => {
    const set = await writtenSet(context);
    context.clock.nowMs += HOUR_MS;
    const killed = { ...context, kv: stoppingAfter(context.kv, 1) };
    await assert.rejects(sweepChunks(killed), { message: "killed" });
    await assert.rejects(adopt(context, set), { code: "not_ready" });
    assert.equal(await sweepChunks(context), set.chunks);
    assert.deepEqual((await context.list()).filter((key) => key.includes("chunk")), []);
  }));

Deno.test("a set of chunks with a missing chunk reads as null", () =>
  withStore(async (context) => {
    const set = await writtenSet(context);
    await write(context, [remove(["owned", set.accountId, "chunks", set.id, 1])]);
    assert.equal(await readChunks(context, set), null);
  }));

Deno.test("no chunks are written for an account that does not exist", () =>
  withStore(async (context) => {
    const { account } = await accountWithCredentials(context.store);
    await context.store.accounts.delete(account.id);
    await assert.rejects(writeChunks(context, account.id, new Uint8Array(10)), { code: "not_found" });
  }));

Deno.test("chunks that a sweep deletes before they are adopted are written again, five times at most", () =>
  withStore(async (context) => {
    const { account } = await accountWithCredentials(context.store);
    let sweeps = 1;
    const writeAndAdopt = (): Promise<ChunkSet> =>
      unlessSwept(async () => {
        const set = await writeChunks(context, account.id, new Uint8Array(200_000));
        if (sweeps-- > 0) {
          context.clock.nowMs += HOUR_MS;
          await sweepChunks(context);
        }
        await adopt(context, set);
        return set;
      });
    assert.ok(await readChunks(context, await writeAndAdopt()));
    sweeps = 5;
    await assert.rejects(writeAndAdopt(), { code: "not_ready" });
  }));

async function writtenSet(context: TemporaryStore): Promise<ChunkSet> {
  const { account } = await accountWithCredentials(context.store);
  return await writeChunks(context, account.id, new Uint8Array(200_000).fill(7));
}

async function adopt(context: TemporaryStore, set: ChunkSet): Promise<void> {
  await transaction(context, async (read) => {
    const adopted = await adoptChunks(read, set);
    return { ...adopted, mutations: [...adopted.mutations, put(RECORD, set)], result: null };
  });
}
