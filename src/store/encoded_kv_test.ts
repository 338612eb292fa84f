import assert from "node:assert/strict";
import { everyStoreOperation } from "../../tests/support/every_store_operation.ts";
import { withStore } from "../../tests/support/temporary_store.ts";
import { keys } from "./keys.ts";
import { put, write } from "./transaction.ts";

Deno.test("every stored value is in the store's own encoding, so that any runtime can read it", () =>
  withStore(async ({ store, clock, path }) => {
    await everyStoreOperation(store, { host: "example.com", later: (ms) => clock.nowMs += ms });
    using raw = await Deno.openKv(path);
    const entries = await Array.fromAsync(raw.list({ prefix: [] }));
    assert.ok(entries.length > 100, "the store was hardly used: the test shows nothing");
    const others = entries.filter(({ value }) => !(value instanceof Uint8Array && value[0] === 1));
    assert.deepEqual(others, []);
  }));

Deno.test("reading a value that is not in the store's own encoding throws a StoreError", () =>
  withStore(async ({ kv, path }) => {
    using raw = await Deno.openKv(path);
    await raw.set(keys.writeProbe, { since: 1 });
    await assert.rejects(kv.get(keys.writeProbe), { name: "StoreError" });
    await assert.rejects(kv.getMany([keys.writeProbe]), { name: "StoreError" });
    await assert.rejects(Array.fromAsync(kv.list({ prefix: [] })), { name: "StoreError" });
  }));

Deno.test("60 KiB, the size of a chunk, fit into one value", () =>
  withStore(async (context) => {
    const bytes = new Uint8Array(60 * 1024).fill(255);
    await write(context, [put(keys.writeProbe, bytes)]);
    assert.deepEqual((await context.kv.get(keys.writeProbe)).value, bytes);
  }));

Deno.test("a mutation that adds to a number inside KV is refused, because its value has KV's own encoding", () =>
  withStore(async ({ kv }) => {
    const sum = { type: "sum", key: keys.writeProbe, value: new Deno.KvU64(1n) } as const;
    await assert.rejects(kv.commit({ checks: [], mutations: [sum] }), { name: "TypeError", message: /"sum"/ });
  }));
