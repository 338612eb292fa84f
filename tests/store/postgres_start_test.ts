/** Tests of what an operator reads when the store cannot be opened in a PostgreSQL database. */
import assert from "node:assert/strict";
import { accountIdOf, identifier, type JobId } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { EncodedKv } from "../../src/store/encoded_kv.ts";
import { keys } from "../../src/store/keys.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { latestVersion, migrate } from "../../src/store/schema_version.ts";
import { freePort } from "../support/free_port.ts";
import { hasPostgres, newPostgresPath, sharedPostgres, sharesPostgres } from "../support/postgres_server.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { stoppingAfter } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testedCases, testInTurn } from "../support/tier.ts";

sharesPostgres();

const ignore = !hasPostgres();
const SCRIPT = new URL("../support/opened_stores.ts", import.meta.url).pathname;

function open(path: string): Promise<Store> {
  return openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
}

/** Returns the sentence with which the store refuses a path, which shows no password. */
async function refusalOf(path: string): Promise<string> {
  const error: unknown = await open(path).then(async (store) => {
    await store.close();
    return null;
  }, (error: unknown) => error);
  assert.ok(error instanceof Error && error.name === "StoreError", `${path} gave ${error}`);
  assert.doesNotMatch(error.message, /hunter2/);
  return error.message;
}

/** Returns the address of a new schema for another user, with a password, at the shared server. */
function pathOf(user: string, { database = "postgres", password = "hunter2" } = {}): string {
  const { port, pathname, search } = new URL(newPostgresPath());
  assert.equal(pathname, "/postgres");
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}${search}`;
}

function schemaOf(path: string): string {
  return new URL(path).searchParams.get("schema") ?? "";
}

Deno.test("a server that is not there is named, with what to do", { ignore }, async () => {
  const port = freePort();
  assert.match(
    await refusalOf(`postgres://ada:hunter2@127.0.0.1:${port}/books`),
    /^Cannot use the store "postgres:\/\/ada@127\.0\.0\.1:\d+\/books": .*ECONNREFUSED.*; start the server, or correct the host/,
  );
});

Deno.test("a server is reached by the folder of its socket, and an empty folder is named", { ignore }, async () => {
  const { port, folder } = sharedPostgres();
  const direct = newPostgresPath(), at = direct.replace(`127.0.0.1:${port}`, "");
  // The permissions of this process leave out sockets.
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-all", SCRIPT, `${at}&host=${folder}:${port}`, `${at}&host=/nowhere`],
    stdin: "null",
  }).output();
  const [opened, refused] = JSON.parse(new TextDecoder().decode(stdout));
  assert.equal(opened, "opened");
  assert.match(refused, /^Cannot use the store "postgres:\/\/postgres@\/postgres": .*ENOENT/);
});

Deno.test(
  testInTurn("a server that accepts a connection and is silent is given up after seconds", { ignore }, async () => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const accepted: Deno.Conn[] = [];
    const accepting = (async () => {
      for await (const connection of listener) accepted.push(connection);
    })();
    const began = performance.now();
    const sentence = await refusalOf(`postgres://ada:hunter2@127.0.0.1:${listener.addr.port}/books`);
    assert.match(sentence, /; the server does not answer: look at it and at the network before it$/);
    assert.ok(performance.now() - began < 60_000, `${performance.now() - began} ms`);
    for (const connection of accepted) connection.close();
    listener.close();
    await accepting;
  }),
);

Deno.test("a wrong password, an unknown user and an unknown database are refused by name", { ignore }, async () => {
  const { folder, sql } = sharedPostgres(), file = `${folder}/pg_hba.conf`, before = await Deno.readTextFile(file);
  await sql("CREATE ROLE locked LOGIN PASSWORD 'right'");
  await Deno.writeTextFile(
    file,
    `host all locked 127.0.0.1/32 scram-sha-256\nhost all barred 127.0.0.1/32 reject\n${before}`,
  );
  await sql("SELECT pg_reload_conf()");
  assert.match(
    await refusalOf(pathOf("locked")),
    /password authentication failed for user "locked"; correct the user and the password in the address$/,
  );
  assert.match(await refusalOf(pathOf("locked", { password: "" })), /password|SASL/);
  assert.match(
    await refusalOf(pathOf("barred")),
    /rejects connection.*; let this user in, in the server's pg_hba\.conf$/,
  );
  assert.match(await refusalOf(pathOf("nobody_known")), /role "nobody_known" does not exist/);
  assert.match(
    await refusalOf(pathOf("postgres", { database: "nowhere" })),
    /database "nowhere" does not exist; create it with CREATE DATABASE "nowhere"$/,
  );
  await Deno.writeTextFile(file, before);
  await sql("SELECT pg_reload_conf()");
});

Deno.test(
  "a user who may not create or not write the tables reads what an administrator must run",
  { ignore },
  async () => {
    const { sql } = sharedPostgres();
    await sql("CREATE ROLE guest LOGIN PASSWORD 'hunter2'");
    const path = pathOf("guest"), schema = schemaOf(path);
    assert.match(
      await refusalOf(path),
      new RegExp(`permission denied for database postgres; .* CREATE SCHEMA ${schema} AUTHORIZATION "guest"$`),
    );
    await (await open(path.replace("guest", "postgres"))).close();
    const sentence = await refusalOf(path);
    assert.match(sentence, new RegExp(`its user "guest" may not write the tables of schema "${schema}"; use the user`));
    await sql(sentence.slice(sentence.indexOf("GRANT USAGE")));
    await (await open(path)).close();
  },
);

Deno.test("what an administrator is told to run for a user without rights is enough", { ignore }, async () => {
  const { sql } = sharedPostgres();
  await sql("CREATE ROLE owner_to_be LOGIN PASSWORD 'hunter2'");
  const path = pathOf("owner_to_be"), sentence = await refusalOf(path);
  await sql(sentence.slice(sentence.indexOf("CREATE SCHEMA")));
  await (await open(path)).close();
});

Deno.test(
  "a user whose defaults do not suit the store is refused, and reads what sets them right",
  { ignore },
  async () => {
    const { sql } = sharedPostgres();
    await sql("CREATE ROLE reader LOGIN SUPERUSER PASSWORD 'hunter2'");
    await sql("ALTER ROLE reader SET default_transaction_read_only TO on");
    await sql("ALTER ROLE reader SET default_transaction_isolation TO serializable");
    await sql("ALTER ROLE reader SET bytea_output TO escape");
    const path = pathOf("reader");
    for (
      const reason of [
        /its transactions are read only by default; run ALTER/,
        /its transactions are "serializable" by default; run ALTER/,
        /shows bytes as "escape"; run ALTER/,
      ]
    ) {
      const sentence = await refusalOf(path);
      assert.match(sentence, reason);
      await sql(sentence.slice(sentence.indexOf("ALTER ROLE")));
    }
    await (await open(path)).close();
  },
);

Deno.test("a schema of another program is left as it is", { ignore }, async () => {
  const path = newPostgresPath(), schema = schemaOf(path), { sql } = sharedPostgres();
  await sql(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.entries (id integer)`);
  assert.match(
    await refusalOf(path),
    new RegExp(`: its schema "${schema}" holds tables of another program; name another one with \\?schema=…$`),
  );
  assert.equal(await sql(`SELECT count(*) FROM pg_class WHERE relnamespace = '${schema}'::regnamespace`), "1");
});

Deno.test("a schema of which a part is missing is refused with what to do", { ignore }, async () => {
  const path = newPostgresPath(), schema = schemaOf(path), { sql } = sharedPostgres();
  await (await open(path)).close();
  await sql(`DROP TABLE ${schema}.entries`);
  const remedy = `; a part of schema "${schema}" is missing: restore the whole of it, or name an empty one by schema=…`;
  assert.ok((await refusalOf(path)).endsWith(remedy));
});

Deno.test("an empty schema that an administrator made is used", { ignore }, async () => {
  const path = newPostgresPath();
  await sharedPostgres().sql(`CREATE SCHEMA ${schemaOf(path)}`);
  await (await open(path)).close();
});

Deno.test("tables and entries of a newer form are refused before any write", { ignore }, async () => {
  const path = newPostgresPath(), schema = schemaOf(path), { sql } = sharedPostgres();
  const store = await open(path);
  await store.close();
  await sql(`COMMENT ON SCHEMA ${schema} IS 'portfolio optimization, form 900'`);
  assert.match(
    await refusalOf(path),
    /its tables have form 900, newer than \d+, the latest .*; start the newer program$/,
  );
  await sql(`COMMENT ON SCHEMA ${schema} IS 'portfolio optimization, form 1'`);
  const kv = await openPostgres(path);
  await kv.commit({ checks: [], mutations: [{ type: "set", key: keys.schemaVersion, value: 900 }] });
  await kv.close();
  const before = await sql(`SELECT max(version) FROM ${schema}.entries`);
  assert.match(await refusalOf(path), /its schema version 900 is newer than/);
  assert.equal(await sql(`SELECT max(version) FROM ${schema}.entries`), before);
});

Deno.test("processes that create the tables at once create them once", { ignore }, async () => {
  const path = newPostgresPath();
  const stores = await Promise.all(Array.from({ length: 6 }, () => open(path)));
  await Promise.all(stores.map((store) => store.close()));
  const kv = await openPostgres(path);
  assert.equal((await kv.get(keys.schemaVersion)).value, latestVersion());
  await kv.close();
});

Deno.test("a start that is killed while it creates the tables leaves nothing behind", { ignore }, async () => {
  const path = newPostgresPath(), schema = schemaOf(path), { sql } = sharedPostgres();
  // The sequence exists already, so the creation fails after its first statements.
  await sql(`CREATE SCHEMA ${schema}; CREATE FUNCTION ${schema}.commit_entries(bytea, integer[], bigint[], integer[],
    bigint[]) RETURNS text LANGUAGE sql AS 'SELECT NULL::text'`);
  assert.match(await refusalOf(path), /cannot change return type of existing function/);
  assert.equal(await sql(`SELECT count(*) FROM pg_class WHERE relnamespace = '${schema}'::regnamespace`), "0");
  await sql(`DROP FUNCTION ${schema}.commit_entries`);
  await (await open(path)).close();
});

/** Puts an account with succeeded runs of the first schema version into an empty KV, and returns its run ids. */
async function oldStore(kv: EncodedKv, runs: number): Promise<ReadonlySet<string>> {
  const account = accountIdOf(identifier("acc", systemRandom.ulid())), ids = new Set<JobId>();
  for (let k = 0; k < runs; k++) ids.add(identifier("run", systemRandom.ulid()));
  const set = (key: Deno.KvKey, value: unknown): Deno.KvMutation => ({ type: "set", key, value });
  await kv.commit({
    checks: [],
    mutations: [
      set(keys.schemaVersion, 1),
      set(keys.account(account), { id: account }),
      ...[...ids].map((id) => set(keys.job(account, "optimization", id), { id, status: "succeeded" })),
    ],
  });
  return ids;
}

/** Runs that a migration notes in two commits, before the one of the version. */
const RUNS_TO_NOTE = 101;

for (const commits of testedCases([0, 1, 2])) {
  Deno.test(`a migration of the entries that was killed after ${commits} commits is finished by the next start`, {
    ignore,
  }, async () => {
    const path = newPostgresPath(), kv = await openPostgres(path);
    const ids = await oldStore(kv, RUNS_TO_NOTE);
    const sources = { clock: systemClock, random: systemRandom, mayLoseAnswers: true };
    await assert.rejects(migrate({ ...sources, kv: stoppingAfter(kv, commits) }), { message: "killed" });
    await (await open(path)).close();
    assert.equal((await kv.get(keys.schemaVersion)).value, latestVersion());
    const noted = await Array.fromAsync(kv.list({ prefix: ["owned"] }));
    const found = noted.filter(({ key }) => key[2] === "runs_without_figures").map(({ key }) => String(key[3]));
    assert.deepEqual(new Set(found), ids);
    await kv.close();
  });
}

for (const args of testedCases([[], ["work"]])) {
  const name = args[0] ?? "start";
  Deno.test(testInTurn(
    `deno task ${name} ends with 2 and one sentence where its database cannot be used`,
    { ignore },
    async () => {
      await using folder = await temporaryFolder();
      const KV_PATH = `postgres://ada:hunter2@127.0.0.1:${freePort()}/books`;
      await using process = startServiceProcess(
        { DATA_DIR: folder.path, KV_PATH, HTTPS_PORT: "0", WORKERS: "1" },
        args,
      );
      const { code, output } = await process.ended();
      assert.equal(code, 2, output);
      assert.match(
        output,
        /^Cannot use the store "postgres:\/\/ada@127\.0\.0\.1:\d+\/books": [^\n]*start the server[^\n]*\n$/,
      );
      assert.doesNotMatch(output, /hunter2/);
    },
  ));
}
