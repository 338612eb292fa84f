import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { sourceOfChance } from "../../tests/support/temporary_store.ts";
import { PLAN_LIMITS } from "../domain/plan.ts";
import { encodedKv } from "./encoded_kv.ts";
import { openStore, type Store } from "./open_store.ts";
import { put } from "./transaction.ts";

const SQLITE_PAGE_BYTES = 4_096;

Deno.test("a store opens in memory and in a file, and the file keeps what was written", () =>
  inFolder(async (folder) => {
    (await open(":memory:")).close();
    const path = `${folder}/kv.sqlite3`;
    const first = await open(path);
    const secret = await first.serviceSecrets.ensure("csrf");
    first.close();
    const second = await open(path);
    assert.deepEqual(await second.serviceSecrets.ensure("csrf"), secret);
    second.close();
  }));

Deno.test("opening a store makes its files readable by their owner only, also where others could read them before", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    const closed = { "kv.sqlite3": 0o600, "kv.sqlite3-shm": 0o600, "kv.sqlite3-wal": 0o600 };
    const first = await open(path);
    assert.deepEqual(await modesIn(folder), closed);
    for await (const { name } of Deno.readDir(folder)) await Deno.chmod(`${folder}/${name}`, 0o644);
    const second = await open(path);
    assert.deepEqual(await modesIn(folder), closed);
    first.close();
    second.close();
  }));

async function modesIn(folder: string): Promise<Readonly<Record<string, number>>> {
  const modes: Record<string, number> = {};
  for await (const { name } of Deno.readDir(folder)) {
    modes[name] = ((await Deno.stat(`${folder}/${name}`)).mode ?? 0) & 0o777;
  }
  return modes;
}

Deno.test("an empty file is opened as a new store", () =>
  inFolder(async (folder) => {
    await Deno.writeFile(`${folder}/kv.sqlite3`, new Uint8Array());
    (await open(`${folder}/kv.sqlite3`)).close();
  }));

Deno.test("five simultaneous openings of a new store file all succeed", () =>
  inFolder(async (folder) => {
    const stores = await Promise.all(Array.from({ length: 5 }, () => open(`${folder}/kv.sqlite3`)));
    for (const store of stores) store.close();
  }));

Deno.test("a store of a newer schema version is refused, and stays unchanged", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    const kv = await Deno.openKv(path);
    await encodedKv(kv).commit({ checks: [], mutations: [put(["schema_version"], 99)] });
    // Opening the file as KV would delete this expired entry, so its survival shows that the file was not changed.
    await kv.set(["expired"], 1, { expireIn: 1 });
    kv.close();
    await refusedUnchanged(path, /schema version 99 is newer than 3/);
  }));

Deno.test("a store whose values are not in the service's own encoding is refused, and stays unchanged", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    const kv = await Deno.openKv(path);
    await kv.set(["schema_version"], 1);
    await kv.set(["accounts", "acc_1"], { id: "acc_1" });
    kv.close();
    await refusedUnchanged(path, /a value in it has no form that this program writes/);
  }));

Deno.test("a file that is not a database is refused as a store, and stays unchanged", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    for (const text of ["short", "no database at all ".repeat(1_000), "SQLite format 3\0 and then nothing of it"]) {
      await Deno.writeTextFile(path, text);
      await refusedUnchanged(path, /damaged or not a Deno KV file/);
    }
  }));

Deno.test("a damaged store is refused, and stays unchanged", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    const kv = await Deno.openKv(path);
    for (let index = 0; index < 200; index++) await kv.set(["entry", index], "x".repeat(1_000));
    kv.close();
    const whole = await Deno.readFile(path);
    await Deno.writeFile(path, whole.slice(0, 2 * SQLITE_PAGE_BYTES));
    await refusedUnchanged(path, /damaged or not a Deno KV file/);
    await Deno.writeFile(path, whole.slice().fill(7, SQLITE_PAGE_BYTES));
    await refusedUnchanged(path, /damaged or not a Deno KV file/);
  }));

Deno.test("the database of another program is refused as a store, and stays unchanged", () =>
  inFolder(async (folder) => {
    const path = `${folder}/other.sqlite3`;
    const database = new DatabaseSync(path);
    database.exec("create table notes (text)");
    database.close();
    await refusedUnchanged(path, /damaged or not a Deno KV file/);
  }));

Deno.test("a KV file that another program wrote is refused", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    const kv = await Deno.openKv(path);
    await kv.set(["notes", 1], "text");
    kv.close();
    await assert.rejects(open(path), { name: "StoreError", message: /another program wrote it/ });
  }));

Deno.test("a read-only file is refused as a store, and stays unchanged", () =>
  inFolder(async (folder) => {
    const path = `${folder}/kv.sqlite3`;
    (await open(path)).close();
    await Deno.chmod(path, 0o444);
    await refusedUnchanged(path, /read-only/);
  }));

Deno.test("opening a store in a read-only folder fails with an error that names the folder, and creates nothing", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(`${folder}/sealed`, { mode: 0o555 });
    await assert.rejects(open(`${folder}/sealed/kv.sqlite3`), {
      name: "StoreError",
      message: `Cannot open the store "${folder}/sealed/kv.sqlite3": the folder "${folder}/sealed" is read-only`,
    });
    assert.deepEqual([...Deno.readDirSync(`${folder}/sealed`)], []);
  }));

Deno.test("opening a store in a missing folder, or at the path of a folder, fails with an error that names it", () =>
  inFolder(async (folder) => {
    await assert.rejects(open(`${folder}/missing/kv.sqlite3`), {
      name: "StoreError",
      message: `Cannot open the store "${folder}/missing/kv.sqlite3": there is no folder "${folder}/missing"`,
    });
    await assert.rejects(open(folder), {
      name: "StoreError",
      message: `Cannot open the store "${folder}": it is not a file`,
    });
    await Deno.writeTextFile(`${folder}/file`, "");
    await assert.rejects(open(`${folder}/file/kv.sqlite3`), { name: "StoreError" });
  }));

Deno.test("opening a store at a server that does not answer fails with an error that names the server", async () => {
  await assert.rejects(open("http://127.0.0.1:9"), {
    name: "StoreError",
    message: /^Cannot use the store "http:\/\/127.0.0.1:9": /,
  });
});

function open(path: string): Promise<Store> {
  return openStore({ path, planLimits: PLAN_LIMITS, clock: { now: () => 0 }, random: sourceOfChance() });
}

async function refusedUnchanged(path: string, message: RegExp): Promise<void> {
  const before = await Deno.readFile(path);
  await assert.rejects(open(path), { name: "StoreError", message });
  assert.deepEqual(await Deno.readFile(path), before);
}

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
