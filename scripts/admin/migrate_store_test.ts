import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { adminInProcess, withFolder } from "../../tests/support/admin_process.ts";
import { everyStoreOperation } from "../../tests/support/every_store_operation.ts";
import { kvConnectServer } from "../../tests/support/kv_connect_server.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../../tests/support/postgres_server.ts";
import { sourceOfChance, withStore } from "../../tests/support/temporary_store.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";

sharesPostgres();
const HAS_POSTGRES = hasPostgres();

Deno.test({
  name: "an installation moves from a file to PostgreSQL, to a KV Connect server and back to a file with equal digests",
  ignore: !HAS_POSTGRES,
  fn: () =>
    withFilledFile(async (path, folder) => {
      await using server = kvConnectServer();
      const places = [path, newPostgresPath(), server.path, `${folder}/back.kv`];
      const digests: string[] = [];
      for (const [index, to] of places.entries()) {
        if (index === 0) continue;
        const { code, out, error } = await adminInProcess(["migrate-store", places[index - 1], to]);
        assert.equal(code, 0, error);
        digests.push(...digestsIn(out));
      }
      assert.equal(new Set(digests).size, 1, digests.join("\n"));
      assert.equal(digests.length, 6);
      assert.deepEqual(expiringKeys(`${folder}/back.kv`), expiringKeys(path));
      const store = await opened(`${folder}/back.kv`);
      assert.ok(await store.accounts.findByEmail("ada@example.com") !== null);
      await store.close();
      for (const former of places.slice(0, -1)) {
        await assert.rejects(opened(former), { name: "StoreError", message: /it is closed to writes, because/ });
      }
    }),
});

function digestsIn(out: string): readonly string[] {
  return [...out.matchAll(/^([0-9a-f]{64} of \d+ entries): /gm)].map(([, digest = ""]) => digest);
}

/** Runs a test with a file in which every operation of the store has left its entries. */
function withFilledFile(test: (path: string, folder: string) => Promise<void>): Promise<void> {
  return withStore(async ({ store, path, clock }) => {
    await everyStoreOperation(store, { host: "example.com", later: (ms) => clock.nowMs += ms });
    await withFolder((folder) => test(path, folder));
  });
}

function opened(path: string): Promise<Store> {
  return openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: sourceOfChance() });
}

function expiringKeys(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("SELECT hex(k) AS key FROM kv WHERE expiration_ms >= 0 ORDER BY k").all();
  database.close();
  return rows.map(({ key }) => String(key));
}
