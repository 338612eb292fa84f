import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { DomainError } from "../../src/domain/errors.ts";
import { JoinedReads } from "../../src/store/postgres/joined_reads.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { postgresAddress } from "../../src/store/postgres/postgres_address.ts";
import { PostgresPool, type Row } from "../../src/store/postgres/postgres_pool.ts";
import { hasPostgres, newPostgresPath, sharesPostgres, startPostgres } from "../support/postgres_server.ts";
import { testInTurn } from "../support/tier.ts";

sharesPostgres();
const ignore = !hasPostgres();

Deno.test("a thousand reads at once over one connection are answered in few trips, each with the value of its key", {
  ignore,
}, async () => {
  const path = newPostgresPath("&connections=1");
  const kv = await openPostgres(path);
  const keys = Array.from({ length: 300 }, (_, number) => ["entry", number]);
  for (const first of [0, 100, 200]) {
    const mutations = keys.slice(first, first + 100).map((key) => ({ type: "set", key, value: { key } } as const));
    await kv.commit({ checks: [], mutations });
  }
  const asked = [...keys, ...keys, ...keys, ...Array.from({ length: 100 }, (_, number) => ["absent", number])];
  const found = await Promise.all(asked.map((key) => kv.get(key)));
  assert.deepEqual(found.map(({ key }) => key), asked);
  assert.deepEqual(found.map(({ value }) => value), asked.map((key) => key[0] === "entry" ? { key } : null));
  await kv.close();
});

Deno.test(
  "reads that wait together for a connection are one statement, and readers of one key get bytes of their own",
  {
    ignore,
  },
  async () => {
    const path = newPostgresPath();
    await (await openPostgres(path)).close();
    const address = postgresAddress(path), pool = new PostgresPool({ ...address, connections: 1 }, null);
    const table = `${address.schema}.entries`;
    const insert = `INSERT INTO ${table} (key, value, version) SELECT decode(to_hex(k), 'hex'), '\\x0102', k
    FROM generate_series(16, 255) k`;
    await pool.query({ name: "fill", text: insert }, [], { isRepeatable: false });
    let statements = 0;
    const counted: Pick<PostgresPool, "inTurn"> = {
      inTurn: (act) => pool.inTurn((send) => act((...given) => (statements++, send(...given)))),
    };
    const reads = new JoinedReads(counted, {
      get: { name: "one", text: `SELECT value, version FROM ${table} WHERE key = $1` },
      getMany: { name: "many", text: `SELECT key, value, version FROM ${table} WHERE key = ANY ($1::bytea[])` },
    });
    const read = (key: number): Promise<Row | undefined> => reads.get(Buffer.of(key));
    const rows = await Promise.all(Array.from({ length: 90 }, (_, number) => read(number % 30)));
    assert.equal(statements, 1);
    assert.deepEqual(
      rows.map((row) => row?.[1]),
      rows.map((_, number) => number % 30 < 16 ? undefined : `${number % 30}`),
    );
    const [first, second] = await Promise.all([read(20), read(20)]);
    assert.ok(first?.[0] instanceof Uint8Array && second?.[0] instanceof Uint8Array);
    first[0].fill(0);
    assert.deepEqual([...second[0]], [1, 2]);
    statements = 0;
    await read(40);
    await read(41);
    assert.equal(statements, 2, "reads that wait for nothing are sent alone");
    await pool.close();
  },
);

Deno.test(
  testInTurn("reads of a database that falls silent are all refused in time, with not_ready", { ignore }, async () => {
    await using server = await startPostgres();
    const kv = await openPostgres(server.path("portfolio", "&connections=2"));
    await server.fallSilent();
    const answers = await Promise.allSettled(Array.from({ length: 300 }, (_, number) => kv.get(["entry", number])));
    for (const answer of answers) {
      assert.ok(answer.status === "rejected" && answer.reason instanceof DomainError, answer.status);
      assert.equal(answer.reason.code, "not_ready");
    }
    await server.goOn();
    assert.equal((await kv.get(["entry", 1])).value, null);
    await kv.close();
  }),
);
