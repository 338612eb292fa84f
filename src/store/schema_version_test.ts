import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { Migration } from "./migrations/migration.ts";
import { latestVersion, migrate } from "./schema_version.ts";
import { put, remove, write } from "./transaction.ts";

Deno.test("a new store has the latest schema version", () =>
  withStore(async ({ kv }) => {
    assert.equal((await kv.get(keys.schemaVersion)).value, latestVersion());
  }));

Deno.test("an old store is migrated through every step to the latest schema version, in order and once", () =>
  withStore(async (context) => {
    const steps: number[] = [];
    const migrations = [2, 3, 4].map((version) => step(version, () => steps.push(version)));
    await write(context, [put(keys.schemaVersion, 2)]);
    await migrate(context, migrations);
    await migrate(context, migrations);
    assert.deepEqual(steps, [3, 4]);
    assert.equal((await context.kv.get(keys.schemaVersion)).value, 4);
  }));

Deno.test("a migration that was killed starts again with the step in which it was killed", () =>
  withStore(async (context) => {
    const steps: number[] = [];
    let isKilled = true;
    await write(context, [put(keys.schemaVersion, 1)]);
    const migrations = [
      step(2, () => steps.push(2)),
      step(3, () => {
        steps.push(3);
        if (isKilled) throw new Error("killed");
      }),
    ];
    await assert.rejects(migrate(context, migrations), { message: "killed" });
    assert.equal((await context.kv.get(keys.schemaVersion)).value, 2);
    isKilled = false;
    await migrate(context, migrations);
    assert.deepEqual(steps, [2, 3, 3]);
    assert.equal((await context.kv.get(keys.schemaVersion)).value, 3);
  }));

Deno.test("a slow migration never lowers a schema version that another process has raised meanwhile", () =>
  withStore(async (context) => {
    const slow = step(2, () => write(context, [put(keys.schemaVersion, 3)]));
    await write(context, [put(keys.schemaVersion, 1)]);
    await migrate(context, [slow]);
    assert.equal((await context.kv.get(keys.schemaVersion)).value, 3);
  }));

Deno.test("a store that another program wrote is refused", () =>
  withStore(async (context) => {
    await write(context, [remove(keys.schemaVersion)]);
    await assert.rejects(migrate(context), { name: "StoreError", message: /another program wrote it/ });
    assert.equal((await context.kv.get(keys.schemaVersion)).value, null);
  }));

Deno.test("a store that another process creates at the same moment is accepted", () =>
  withStore(async (context) => {
    const { kv } = context;
    for await (const { key } of kv.list({ prefix: [] })) await write(context, [remove(key)]);
    const get = kv.get.bind(kv);
    let isBegun = false;
    Object.assign(kv, {
      async get(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>> {
        const entry = await get(key);
        if (!isBegun) await write(context, [put(keys.schemaVersion, latestVersion())]);
        isBegun = true;
        return entry;
      },
    });
    await migrate(context);
    assert.ok(isBegun);
  }));

function step(version: number, act: () => unknown): Migration {
  return {
    version,
    async migrate(_context: StoreContext) {
      await act();
    },
  };
}
