import assert from "node:assert/strict";
import { kvConnectServer } from "../../tests/support/kv_connect_server.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../../tests/support/postgres_server.ts";
import { sourceOfChance } from "../../tests/support/temporary_store.ts";
import { temporaryFolder } from "../../tests/support/temporary_folder.ts";
import { until } from "../../tests/support/until.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { closingEntry } from "./closed_store.ts";
import { encodedKv } from "./encoded_kv.ts";
import { openRawStore } from "./moving/open_raw_store.ts";
import { openStore } from "./open_store.ts";
import { keyBytes } from "./postgres/key_bytes.ts";
import { put, write } from "./transaction.ts";
import { encodeValue } from "./value_codec.ts";

sharesPostgres();

interface Place extends AsyncDisposable {
  readonly path: string;
}

const PLACES = {
  "a file": async () => {
    const folder = await temporaryFolder();
    return { path: `${folder.path}/kv.sqlite3`, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  },
  "a KV Connect server": () => Promise.resolve(kvConnectServer()),
  PostgreSQL: () => Promise.resolve({ path: newPostgresPath(), [Symbol.asyncDispose]: () => Promise.resolve() }),
} satisfies Record<string, () => Promise<Place>>;

for (const [name, place] of Object.entries(PLACES)) {
  Deno.test({
    name:
      `a process that has ${name} open gets not_ready while it is closed to writes, and reads and starts nothing anew`,
    ignore: name === "PostgreSQL" && !hasPostgres(),
    async fn() {
      await using opened = await place();
      const options = { path: opened.path, planLimits: PLAN_LIMITS, clock: Date, random: sourceOfChance() };
      const store = await openStore(options);
      const raw = await openRawStore(opened.path, { as: "source" });
      await raw.closeToWrites(null);
      assert.equal(await raw.isClosedToWrites(), true);
      await assert.rejects(store.maintenance.checkWritable(), { name: "DomainError", code: "not_ready" });
      assert.equal(await store.accounts.findByEmail("ada@example.com"), null, "it can be read");
      await assert.rejects(openStore(options), { name: "StoreError", message: /it is closed to writes, because/ });
      assert.equal(await raw.openToWrites(), true);
      await store.maintenance.checkWritable();
      await Promise.all([raw.end(), store.close()]);
    },
  });
}

for (const name of ["a KV Connect server", "PostgreSQL"] as const) {
  Deno.test({
    name: `a store on ${name} into which a move is not complete is refused with what completes it`,
    ignore: name === "PostgreSQL" && !hasPostgres(),
    async fn() {
      await using target = await PLACES[name]();
      const options = { path: target.path, planLimits: PLAN_LIMITS, clock: Date, random: sourceOfChance() };
      const raw = await openRawStore(target.path, { as: "target" });
      await raw.closeToWrites(null);
      const refused = { name: "StoreError", message: /a move .* is not complete, and running the same command again/ };
      await assert.rejects(openStore(options), refused);
      await raw.write({ set: [{ key: keyBytes(["kept"]), value: encodeValue(1), expiresAt: null }], remove: [] });
      await assert.rejects(openStore(options), refused);
      await raw.end();
    },
  });
}

Deno.test("a file that is closed to writes refuses every change but the removal of entries whose time is over", async () => {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/kv.sqlite3`, raw = await openRawStore(path, { as: "target" });
  const kept = { key: keyBytes(["kept"]), value: encodeValue(1), expiresAt: null };
  const later = { ...kept, key: keyBytes(["later"]), expiresAt: Date.now() + MINUTE_MS };
  await raw.write({ set: [kept, later, { ...kept, key: keyBytes(["over"]), expiresAt: Date.now() }], remove: [] });
  await raw.closeToWrites(null);
  using kv = await Deno.openKv(path);
  for (const key of [["kept"], ["later"], ["new"]]) {
    await assert.rejects(kv.set(key, 2), /the store is closed to writes/);
  }
  for (const key of [["kept"], ["later"]]) await assert.rejects(kv.delete(key), /the store is closed to writes/);
  const left = async () => (await raw.read([kept.key, later.key, keyBytes(["over"]), keyBytes(["new"])])).length;
  await until(async () => await left() === 2, "the entry whose time is over to be removed");
  assert.equal(await raw.openToWrites(), true);
  await kv.set(["new"], 2);
  await raw.end();
});

Deno.test("a write over KV Connect that was sent before the store was closed and arrives later has no effect", async () => {
  await using server = kvConnectServer();
  const kv = encodedKv(await Deno.openKv(server.path)), random = sourceOfChance();
  const { promise: sent, resolve: isSent } = Promise.withResolvers<void>();
  const { promise: closed, resolve: isClosed } = Promise.withResolvers<void>();
  const slow: typeof kv = {
    ...kv,
    async commit(atomicWrite) {
      isSent();
      await closed;
      return await kv.commit(atomicWrite);
    },
  };
  const context = { kv: slow, random, mayLoseAnswers: true, closingEntry: closingEntry({ clock: Date }) };
  const late = write(context, [put(["test"], 1)]);
  await sent;
  const raw = await openRawStore(server.path, { as: "source" });
  await raw.closeToWrites(null);
  isClosed();
  await assert.rejects(late, { code: "not_ready" });
  assert.equal((await kv.get(["test"])).value, null);
  await Promise.all([raw.end(), kv.close()]);
});

Deno.test("a mark with a time is taken away by a write after it, and its maker hears that it was not held", async () => {
  await using server = kvConnectServer();
  const kv = encodedKv(await Deno.openKv(server.path)), random = sourceOfChance();
  const clock = { nowMs: Date.now(), now: () => clock.nowMs };
  const context = { kv, random, mayLoseAnswers: true, closingEntry: closingEntry({ clock }) };
  const raw = await openRawStore(server.path, { as: "source" });
  await raw.closeToWrites(clock.nowMs + MINUTE_MS);
  await assert.rejects(write(context, [put(["test"], 1)]), { code: "not_ready" });
  clock.nowMs += MINUTE_MS;
  await write(context, [put(["test"], 2)]);
  assert.equal((await kv.get(["test"])).value, 2);
  assert.equal(await raw.openToWrites(), false);
  await Promise.all([raw.end(), kv.close()]);
});
