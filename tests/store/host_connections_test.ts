import assert from "node:assert/strict";
import { HostConnections } from "../../src/store/postgres/host_connections.ts";
import { hasPostgres, sharedPostgres, sharesPostgres } from "../support/postgres_server.ts";

sharesPostgres();

Deno.test("a connection that was asked for just before the end is lent, and none is lent after it", {
  ignore: !hasPostgres(),
}, async () => {
  const connections = new HostConnections({
    ...{ host: "127.0.0.1", port: sharedPostgres().port, database: "postgres", user: "postgres", password: "" },
    ...{ ssl: false, max: 1, idleTimeoutMillis: 60_000, allowExitOnIdle: true, connectionTimeoutMillis: 300 },
  });
  (await connections.lend()).release();
  const asked = connections.lend(), ended = connections.end();
  await assert.rejects(connections.lend());
  const client = await asked;
  assert.equal((await client.query({ text: "SELECT 1::text", rowMode: "array" })).rows[0]?.[0], "1");
  client.release();
  await ended;
});
