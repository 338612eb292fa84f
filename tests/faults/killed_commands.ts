/**
 * Tests that an operator's command that is killed at a random moment loses nothing, leaves nothing half done that a
 * service would open, and can be run again: a backup, a restore, a comparison with the bucket, and the migration of an
 * earlier schema, each of a store in a file and in PostgreSQL. `moves_under_load.ts` has the kills of a move.
 * Run by `deno task test:moves`; the environment variables COMMAND_KILLS and COMMAND_SEED are optional.
 */
import assert from "node:assert/strict";
import { latestVersion } from "../../src/store/schema_version.ts";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { keys } from "../../src/store/keys.ts";
import { holdsOf } from "../../src/store/moving/prepare_move.ts";
import { openRawStore } from "../../src/store/moving/open_raw_store.ts";
import type { ArtifactBucket } from "../../src/store/bucket_objects.ts";
import { StoreError } from "../../src/store/store_error.ts";
import { hasObjectServer, objectBucket } from "../support/object_server.ts";
import { objectSetsAgree } from "../support/object_sets_agree.ts";
import { openKvAt } from "../support/open_kv_at.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../support/postgres_server.ts";
import { randomOf } from "../support/random_actions.ts";
import { startAdminProcess } from "../support/service_process.ts";
import { storeAt } from "../support/store_agrees.ts";
import { storeContent } from "../support/store_content.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";

const KILLS = Number(Deno.env.get("COMMAND_KILLS") ?? 8);
const SEED = Number(Deno.env.get("COMMAND_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
const RUNS = 60;
/** Size of a config that is stored in chunks, and in a bucket where there is one. */
const LARGE_BYTES = 100_000;

sharesPostgres();

interface Place {
  readonly name: string;
  readonly ignore: boolean;
  /** Returns the `KV_PATH` of a new store. */
  newPath(folder: string): string;
}

let files = 0;
const PLACES: readonly Place[] = [
  { name: "a file", ignore: false, newPath: (folder) => `${folder}/${++files}/kv.sqlite3` },
  { name: "PostgreSQL", ignore: !hasPostgres(), newPath: () => newPostgresPath() },
];

for (const { name, ignore, newPath } of PLACES) {
  const told = `killed ${KILLS} times (COMMAND_SEED=${SEED})`;

  Deno.test({
    name: `a backup of ${name} that is ${told} is there whole or not at all, and changes nothing`,
    ignore,
    async fn() {
      await using folder = await temporaryFolder();
      const path = newPath(folder.path), copy = (): string => `${folder.path}/backup-${copies}`;
      let copies = 0;
      await filled(path);
      const content = await storeContent(path);
      await killedOften({ KV_PATH: path, DATA_DIR: folder.path }, () => ["backup", copy()], {
        async after() {
          assert.equal(await storeContent(path), content, "the store");
          if (!await exists(copy())) return;
          assert.equal(await storeContent(copy()), content, "the backup");
          copies++;
        },
      });
      assert.ok(copies > 0);
    },
  });

  Deno.test({
    name: `a restore into ${name} that is ${told} puts the whole backup in place or nothing that a service opens`,
    ignore,
    async fn() {
      await using folder = await temporaryFolder();
      const [source, target] = [`${folder.path}/source.sqlite3`, newPath(folder.path)];
      await filled(source);
      await filled(target, { runs: 5 });
      const [content, former] = [await storeContent(source), await storeContent(target)];
      const settings = { KV_PATH: target, DATA_DIR: folder.path };
      const isFile = target.startsWith("/");
      await killedOften(settings, () => ["restore", source, ...isFile ? [] : ["--replace"]], {
        async after() {
          assert.equal(await storeContent(source), content, "the backup");
          const found = await contentForServices(target);
          assert.ok([content, former, null].includes(found), `${found} is neither the backup nor what was there`);
          if (isFile) assert.ok(await keepsContent(target, former), "the former store is kept");
        },
      });
      assert.equal(await storeContent(target), content);
      const store = await storeAt(target);
      const { value: account } = await store.accounts.all()[Symbol.asyncIterator]().next();
      assert.equal((await submittedJob(store, account.account.id)).status, "queued");
      await store.close();
    },
  });

  Deno.test({
    name: `a comparison of ${name} with its bucket that is ${told} deletes nothing that a record names`,
    ignore: ignore || !hasObjectServer(),
    async fn() {
      await using folder = await temporaryFolder();
      const path = newPath(folder.path), { bucket, put } = await objectBucket();
      await filled(path, { artifactBucket: bucket });
      const before = await objectSetsAgree(path, bucket);
      const account = await firstAccount(path, bucket);
      for (let orphan = 0; orphan < 20; orphan++) await put(`here/${account}/${orphanSet(orphan)}/${ORPHAN}`, BYTES);
      const settings = { KV_PATH: path, DATA_DIR: folder.path, ...settingsOf(bucket) };
      const last = await killedOften(settings, () => ["reconcile", "--mark-orphans", "--read-all"], {});
      assert.match(last, /^0 missing, 0 damaged, \d+ orphaned, 0 foreign objects$/m);
      for (const aheadMs of [3 * HOUR_MS, 6 * HOUR_MS]) {
        const store = await storeAt(path, { aheadMs, artifactBucket: bucket });
        await store.maintenance.sweep();
        await store.close();
      }
      assert.deepEqual(await objectSetsAgree(path, bucket), before);
    },
  });

  Deno.test({
    name: `a migration of an earlier schema in ${name} that is ${told} notes each run once and ends at this version`,
    ignore,
    async fn() {
      await using folder = await temporaryFolder();
      const path = newPath(folder.path);
      await filled(path);
      const content = await storeContent(path);
      await asOfSchema(path, 1);
      await killedOften({ KV_PATH: path, DATA_DIR: folder.path }, () => ["list-jobs"], {
        async before() {
          if (await schemaOf(path) === latestVersion()) await asOfSchema(path, 1);
        },
      });
      assert.equal(await schemaOf(path), latestVersion());
      await withoutNotes(path, RUNS);
      assert.equal(await storeContent(path), content, "all but the notes of the migration");
    },
  });
}

interface Rounds {
  /** Called before each round. */
  before?(): Promise<void>;
  /** Called after each round, whether its command was killed or ended before. */
  after?(): Promise<void>;
}

/**
 * Runs a command to its end, then again and again, killed at a random moment of the time that it takes, and to its end
 * once more. Returns what it printed last.
 */
async function killedOften(
  settings: Readonly<Record<string, string>>,
  args: () => readonly string[],
  { before, after }: Rounds,
): Promise<string> {
  const random = randomOf(SEED);
  const ran = async (killAfterMs: number | null): Promise<{ tookMs: number; output: string; isKilled: boolean }> => {
    await before?.();
    const began = performance.now();
    await using command = startAdminProcess(settings, args());
    const timer = killAfterMs === null ? undefined : setTimeout(() => command.kill("SIGKILL"), killAfterMs);
    const { code, output } = await command.ended();
    clearTimeout(timer);
    const tookMs = performance.now() - began, isKilled = code === 137;
    assert.ok(code === 0 || isKilled, output);
    await after?.();
    return { tookMs, output, isKilled };
  };
  const { tookMs } = await ran(null);
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    // A process does nothing in its first moments but start.
    if ((await ran(tookMs * (0.3 + 0.7 * random()))).isKilled) killed++;
  }
  const last = await ran(null);
  assert.ok(!last.isKilled);
  // deno-lint-ignore no-console
  console.log(JSON.stringify({ command: args()[0], killed, within_ms: Math.round(tookMs) }));
  return last.output;
}

/** Fills a new store with accounts, runs that succeeded, and runs that wait, some with large configs. */
async function filled(
  path: string,
  { runs = RUNS, artifactBucket = null }: { runs?: number; artifactBucket?: ArtifactBucket | null } = {},
): Promise<void> {
  if (path.startsWith("/")) await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
  const store = await storeAt(path, { artifactBucket });
  const { account } = await accountWithCredentials(store);
  await store.accounts.setPlan(account.id, "enterprise");
  const config = (number: number): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify({ number, text: "x".repeat(number % 4 === 0 ? LARGE_BYTES : 500) }));
  for (let number = 0; number < runs; number++) await submittedJob(store, account.id, {}, { config: config(number) });
  for (let number = 0; number < runs; number++) {
    const lease = await store.jobQueue.claim(null);
    assert.ok(lease !== null);
    await store.jobQueue.beginUpload(lease);
    const file = { name: "result.json", mediaType: "application/json", content: config(number) };
    await store.jobQueue.succeed(lease, await store.artifacts.write(account.id, lease.jobId, [file]));
  }
  for (let number = 0; number < 5; number++) await submittedJob(store, account.id, {}, { config: config(number) });
  await store.close();
}

/** Returns the content of a store that a service could open; null where none can. */
async function contentForServices(path: string): Promise<string | null> {
  if (path.startsWith("/")) return await exists(path) ? await storeContent(path) : null;
  const raw = await openRawStore(path, { as: "source" });
  const holds = await holdsOf(raw), isClosed = await raw.isClosedToWrites();
  await raw.end();
  if (holds === "an installation" && !isClosed) return await storeContent(path);
  await assert.rejects(storeAt(path), StoreError);
  return null;
}

/** Whether a store in a file, or one of those that were set aside beside it, has a content. */
async function keepsContent(path: string, content: string): Promise<boolean> {
  const folder = path.replace(/\/[^/]*$/, "");
  for await (const { name } of Deno.readDir(folder)) {
    const isStore = `${folder}/${name}` === path || /\.before-restore-[^.]*$/.test(name);
    if (isStore && await storeContent(`${folder}/${name}`) === content) return true;
  }
  return false;
}

const BYTES = new TextEncoder().encode("an orphan");
const ORPHAN = "a".repeat(64);

function orphanSet(number: number): string {
  return `01K0000000000000000000${String(number).padStart(4, "0")}`;
}

async function firstAccount(path: string, artifactBucket: ArtifactBucket): Promise<string> {
  const store = await storeAt(path, { artifactBucket });
  try {
    for await (const { account } of store.accounts.all()) return account.id;
  } finally {
    await store.close();
  }
  assert.fail("no account");
}

function settingsOf({ url, accessKeyId, secretAccessKey }: ArtifactBucket): Record<string, string> {
  return { ARTIFACTS_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
}

/** Makes a store one of an earlier schema, in which no run is noted. */
async function asOfSchema(path: string, version: number): Promise<void> {
  const kv = await openKvAt(path);
  await kv.commit({ checks: [], mutations: [{ type: "set", key: keys.schemaVersion, value: version }] });
  await kv.close();
  await withoutNotes(path);
}

/** Removes the notes of runs without figures, of which there must be a number if one is given. */
async function withoutNotes(path: string, expected?: number): Promise<void> {
  const kv = await openKvAt(path);
  const noted: Deno.KvKey[] = [];
  for await (const { key } of kv.list({ prefix: ["owned"] })) if (key[2] === "runs_without_figures") noted.push(key);
  if (expected !== undefined) assert.equal(noted.length, expected, "noted runs");
  await kv.commit({ checks: [], mutations: noted.map((key) => ({ type: "delete", key })) });
  await kv.close();
}

async function schemaOf(path: string): Promise<number | null> {
  const kv = await openKvAt(path);
  const { value } = await kv.get<number>(keys.schemaVersion);
  await kv.close();
  return value;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
