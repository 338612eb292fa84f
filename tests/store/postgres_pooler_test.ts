/** Tests of a store in PostgreSQL behind pgbouncer in transaction mode. */
import assert from "node:assert/strict";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { everyArtifactOperation, everyStoreOperation } from "../support/every_store_operation.ts";
import { hasPooler, type Pooler, startPooler } from "../support/pooler.ts";
import { hasPostgres, newPostgresPath, sharedPostgres, sharesPostgres } from "../support/postgres_server.ts";
import { sourceOfChance } from "../support/temporary_store.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

sharesPostgres();

const ignore = !hasPostgres() || !hasPooler();

async function behindPooler(test: (pooler: Pooler) => Promise<void>): Promise<void> {
  await using pooler = await startPooler(sharedPostgres());
  await test(pooler);
}

Deno.test(fullTest("behind a pooler in transaction mode every operation of the store works", {
  heldBy: "behind a pooler with fewer connections than its clients, each of many additions happens once",
  ignore,
}, () =>
  behindPooler(async (pooler) => {
    const clock = { nowMs: Date.UTC(2026, 4, 20, 12), now: () => clock.nowMs };
    const later = (ms: number) => clock.nowMs += ms;
    for (const [index, every] of [everyStoreOperation, everyArtifactOperation].entries()) {
      const path = pooler.path(newPostgresPath(), "&pgbouncer=true");
      const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
      await every(store, { host: `host-${index}.example.com`, later });
      await store.maintenance.sweep();
      await store.close();
    }
  })));

Deno.test(
  "behind a pooler with fewer connections than its clients, each of many additions happens once",
  { ignore },
  () =>
    behindPooler(async (pooler) => {
      const path = pooler.path(newPostgresPath(), "&pgbouncer=true");
      const handles = await Promise.all(Array.from({ length: 3 }, () => openPostgres(path)));
      await Promise.all(Array.from({ length: 30 }, async (_, client) => {
        const kv = handles[client % handles.length] ?? handles[0];
        for (let added = 0; added < 4;) {
          const entry = await kv.get<number>(["sum", client % 5]);
          const value = (entry.value ?? 0) + 1;
          if (await kv.commit({ checks: [entry], mutations: [{ type: "set", key: entry.key, value }] })) added++;
        }
      }));
      for (let k = 0; k < 5; k++) assert.equal((await handles[0].get(["sum", k])).value, 24);
      await Promise.all(handles.map((kv) => kv.close()));
    }),
);

Deno.test(
  "a process behind a pooler wakes those that reach the server itself",
  { ignore },
  () =>
    behindPooler(async (pooler) => {
      const direct = newPostgresPath();
      const [kv, other] = await Promise.all([
        openPostgres(pooler.path(direct, "&pgbouncer=true")),
        openPostgres(direct),
      ]);
      let heard = 0;
      const listening = other.listenQueue(() => heard++);
      // The first call is of the connection itself.
      await until(() => heard > 0, "the connection of the listener");
      const before = heard;
      await kv.commit({ checks: [], mutations: [{ type: "set", key: ["a"], value: 1 }], message: {} });
      await until(() => heard > before, "the ring");
      await Promise.all([kv.close(), other.close()]);
      await listening;
    }),
);

Deno.test(
  "an address of a pooler without pgbouncer=true is refused with a sentence that names the option",
  { ignore },
  () =>
    behindPooler(async (pooler) => {
      await assert.rejects(openPostgres(pooler.path(newPostgresPath())), {
        name: "StoreError",
        message: /unsupported startup parameter: statement_timeout; behind a pooler add pgbouncer=true to the address$/,
      });
    }),
);

Deno.test(
  "a pooler that drops the settings of a session without a word is found at the start, and the option named",
  { ignore },
  async () => {
    const dropped = ["ignore_startup_parameters = statement_timeout, application_name"];
    await using pooler = await startPooler(sharedPostgres(), dropped);
    const path = pooler.path(newPostgresPath());
    await assert.rejects(openPostgres(path), {
      name: "StoreError",
      message:
        /its server does not get the settings of a connection; behind a pooler add pgbouncer=true to the address$/,
    });
    await (await openPostgres(`${path}&pgbouncer=true`)).close();
  },
);
