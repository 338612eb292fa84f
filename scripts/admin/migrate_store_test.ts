import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { admin, adminInProcess, withFolder } from "../../tests/support/admin_process.ts";
import { everyStoreOperation } from "../../tests/support/every_store_operation.ts";
import { kvConnectServer } from "../../tests/support/kv_connect_server.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../../tests/support/postgres_server.ts";
import { accountWithCredentials, sourceOfChance, withStore } from "../../tests/support/temporary_store.ts";
import { fullTest } from "../../tests/support/tier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { openRawStore } from "../../src/store/moving/open_raw_store.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { keyBytes } from "../../src/store/postgres/key_bytes.ts";
import { encodeValue } from "../../src/store/value_codec.ts";

sharesPostgres();

Deno.test({
  name: "an installation moves to PostgreSQL, to a KV Connect server and back to a file with equal digests",
  ignore: !hasPostgres(),
  fn: () => withAccountInFile(moveInTurn),
});

Deno.test(
  fullTest(
    "an installation moves to PostgreSQL, to a KV Connect server and back to a file with equal digests, with entries of every kind",
    {
      heldBy: "an installation moves to PostgreSQL, to a KV Connect server and back to a file with equal digests",
      ignore: !hasPostgres(),
    },
    () => withFilledFile(moveInTurn),
  ),
);

async function moveInTurn(path: string, folder: string): Promise<void> {
  await using server = kvConnectServer();
  const places = [path, newPostgresPath(), server.path, `${folder}/back.kv`];
  const digests: string[] = [];
  for (const [index, to] of places.entries()) {
    if (index === 0) continue;
    const { code, out, error } = await adminInProcess(["migrate-store", places[index - 1], to]);
    assert.equal(code, 0, error);
    digests.push(...digestsIn(out));
    if (places[index - 1].startsWith("postgres:")) assert.match(out, /The store "postgres:[^"]*\?schema=\w+" stays/);
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
}

Deno.test("a move into a file refuses one that is there, sets it aside with --replace, and can be abandoned until it is complete", () =>
  withAccountInFile(async (path, folder) => {
    const to = `${folder}/to.kv`;
    (await opened(to)).close();
    const refused = await adminInProcess(["migrate-store", path, to]);
    assert.deepEqual([refused.code, refused.out], [2, ""]);
    assert.match(refused.error, /^Cannot move into the file ".*to\.kv": there is such a file already/);
    const { code, out, error } = await adminInProcess(["migrate-store", path, to, "--replace"]);
    assert.equal(code, 0, error);
    const former = /kept as "([^"]+)"/.exec(out)?.[1] ?? "";
    assert.ok((await Deno.stat(former)).isFile);
    assert.equal(((await Deno.stat(to)).mode ?? 0) & 0o777, 0o600);
    const late = await adminInProcess(["migrate-store", path, to, "--abandon"]);
    assert.equal(late.code, 2);
    assert.match(late.error, /^Cannot abandon a move that is complete/);
    const elsewhere = await adminInProcess(["migrate-store", path, `${folder}/other.kv`]);
    assert.equal(elsewhere.code, 2);
    assert.match(elsewhere.error, /it was moved to another store, and refuses writes since then/);
    await Deno.rename(to, `${to}.moving`);
    assert.equal((await adminInProcess(["migrate-store", path, to, "--abandon"])).code, 0);
    (await opened(path)).close();
    assert.deepEqual([...Deno.readDirSync(folder)].filter(({ name }) => /moving/.test(name)), []);
  }));

/** Trigger by which the first version that moved a store closed a file to writes. */
const FORMER_TRIGGER = `CREATE TRIGGER closed_to_writes BEFORE UPDATE ON data_version
  BEGIN SELECT RAISE(ABORT, 'the store is closed to writes'); END`;

for (const by of ["this version", "an earlier version"]) {
  Deno.test(`a move that ${by} left unfinished is abandoned also after entries of its file are over`, () =>
    withAccountInFile(async (path, folder) => {
      const raw = await openRawStore(path, { as: "source" });
      const over = { key: keyBytes(["over"]), value: encodeValue(1), expiresAt: systemClock.now() };
      await raw.write({ set: [over], remove: [] });
      if (by === "this version") await raw.closeToWrites(null);
      else execute(path, FORMER_TRIGGER);
      await raw.end();
      // In a process of its own: the runtime ends one that it does not let remove such an entry.
      const { code, error } = await admin(["migrate-store", path, `${folder}/to.kv`, "--abandon"]);
      assert.equal(code, 0, error);
      (await opened(path)).close();
    }));
}

Deno.test("a store is not moved into itself, from nothing, or into what another program wrote", () =>
  withFolder(async (folder) => {
    const from = `${folder}/from.kv`, empty = `${folder}/empty.kv`;
    await using server = kvConnectServer();
    await using foreign = kvConnectServer();
    (await opened(from)).close();
    (await Deno.openKv(empty)).close();
    using kv = await Deno.openKv(foreign.path);
    await kv.set(["of another program"], Uint8Array.of(1, 0, 49));
    await Deno.symlink(from, `${folder}/link.kv`);
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[from, from], /^Cannot move a store to itself/],
      [[from, `${folder}/link.kv`, "--replace"], /^Cannot move a store to itself/],
      [[empty, server.path], /holds no installation$/],
      [[`${folder}/none.kv`, server.path], /none\.kv/],
      [[from, foreign.path], /another program wrote it$/],
      [[from, ":memory:"], /^Cannot copy the store ":memory:"/],
      [["postgres://ada:secret@127.0.0.1:1/none", server.path], /^Cannot use the store "postgres:\/\/ada@127/],
      [[`@${folder}/none`, server.path], /^Cannot read an address from/],
    ];
    for (const [args, sentence] of cases) {
      const { code, error } = await adminInProcess(["migrate-store", ...args]);
      assert.equal(code, 2, `${args.join(" ")}: ${error}`);
      assert.match(error.trimEnd(), sentence);
      assert.doesNotMatch(error, /secret/);
    }
    await Deno.writeTextFile(`${folder}/address`, `${server.path}\n`);
    assert.equal((await adminInProcess(["migrate-store", "KV_PATH", `@${folder}/address`], { KV_PATH: from })).code, 0);
    const again = await adminInProcess(["migrate-store", from, server.path]);
    assert.match(again.error, /it holds an installation, which --replace deletes/);
  }));

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

/** Runs a test with a file in which one person has signed up. */
function withAccountInFile(test: (path: string, folder: string) => Promise<void>): Promise<void> {
  return withStore(async ({ store, path }) => {
    await accountWithCredentials(store);
    await withFolder((folder) => test(path, folder));
  });
}

function opened(path: string): Promise<Store> {
  return openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: sourceOfChance() });
}

function execute(path: string, statement: string): void {
  const database = new DatabaseSync(path);
  database.exec(statement);
  database.close();
}

function expiringKeys(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("SELECT hex(k) AS key FROM kv WHERE expiration_ms >= 0 ORDER BY k").all();
  database.close();
  return rows.map(({ key }) => String(key));
}
