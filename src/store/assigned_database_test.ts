import assert from "node:assert/strict";
import { kvConnectServer } from "../../tests/support/kv_connect_server.ts";
import { isAssignedDatabase } from "./assigned_database.ts";

Deno.test("a database behind KV Connect counts as assigned, and one in memory does not; the probe writes nothing", async () => {
  await using server = kvConnectServer();
  for (const [path, isAssigned] of [[server.path, true], [":memory:", false]] as const) {
    using kv = await Deno.openKv(path);
    assert.equal(await isAssignedDatabase(kv), isAssigned, path);
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })), []);
  }
});

Deno.test("a database that fails for another reason does not count as absent", async () => {
  using kv = await Deno.openKv(":memory:");
  const away = new Proxy(kv, {
    get: (target, name) => name === "atomic" ? () => failing() : Reflect.get(target, name, target),
  });
  await assert.rejects(isAssignedDatabase(away), /the database is away/);
});

function failing(): unknown {
  const operation = {
    check: () => operation,
    enqueue: () => operation,
    commit: () => Promise.reject(new Error("the database is away")),
  };
  return operation;
}
