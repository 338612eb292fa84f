import assert from "node:assert/strict";
import { AwsClient } from "aws4fetch";
import { adminInProcess, withFolder } from "../../tests/support/admin_process.ts";
import { everyArtifactOperation, everyStoreOperation } from "../../tests/support/every_store_operation.ts";
import { kvConnectServer } from "../../tests/support/kv_connect_server.ts";
import { hasObjectServer, objectBucket } from "../../tests/support/object_server.ts";
import { hasPostgres, newPostgresPath, sharesPostgres } from "../../tests/support/postgres_server.ts";
import { accountWithCredentials, sourceOfChance, withStore } from "../../tests/support/temporary_store.ts";
import { fullTest, testInTurn } from "../../tests/support/tier.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { closingEntry } from "../../src/store/closed_store.ts";
import { type EncodedKv, encodedKv } from "../../src/store/encoded_kv.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { isPostgresPath } from "../../src/store/postgres/postgres_address.ts";
import { put, write } from "../../src/store/transaction.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";

sharesPostgres();

Deno.test({
  name: "backups of the kinds of stores restore into one another with equal digests",
  ignore: !hasPostgres(),
  fn: () => restoreInTurn(async (store) => void await accountWithCredentials(store)),
});

Deno.test(
  fullTest(
    "backups of the kinds of stores restore into one another with equal digests, with entries of every kind",
    { heldBy: "backups of the kinds of stores restore into one another with equal digests", ignore: !hasPostgres() },
    () => restoreInTurn((store, later) => everyStoreOperation(store, { host: "example.com", later })),
  ),
);

/** Fills a file, then restores the backup of each kind of store into the next one. */
function restoreInTurn(fill: (store: Store, later: (ms: number) => void) => Promise<void>): Promise<void> {
  return withStore(async ({ store, path, clock }) => {
    await fill(store, (ms) => clock.nowMs += ms);
    await using server = kvConnectServer();
    await withFolder(async (folder) => {
      const places = [path, newPostgresPath(), server.path, `${folder}/restored.kv`, newPostgresPath()];
      const digests: string[] = [];
      for (const [index, place] of places.entries()) {
        if (index === 0) continue;
        const file = `${folder}/${index}.kv`;
        const backup = await adminInProcess(["backup", file], { KV_PATH: places[index - 1] });
        assert.equal(backup.code, 0, backup.error);
        assert.equal(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
        const restored = await adminInProcess(["restore", file], { KV_PATH: place });
        assert.equal(restored.code, 0, restored.error);
        digests.push(...[backup.out, restored.out].flatMap(digestsIn));
      }
      assert.equal(new Set(digests).size, 1, digests.join("\n"));
      assert.equal(digests.length, 8);
      const again = await adminInProcess(["restore", `${folder}/1.kv`], { KV_PATH: places[1] });
      assert.deepEqual([again.code, again.out], [2, ""]);
      assert.match(again.error, /it holds an installation, which --replace deletes/);
      const replaced = await adminInProcess(["restore", `${folder}/1.kv`, "--replace", "--end-keys"], {
        KV_PATH: places[1],
      });
      assert.equal(replaced.code, 0, replaced.error);
      assert.match(replaced.out, /All API keys have ended/);
      const files = [...Deno.readDirSync(folder)].map(({ name }) => name).toSorted();
      assert.deepEqual(files, ["1.kv", "2.kv", "3.kv", "4.kv", "restored.kv"]);
    });
  });
}

function digestsIn(out: string): readonly string[] {
  return [...out.matchAll(/^([0-9a-f]{64} of \d+ entries): /gm)].map(([, digest = ""]) => digest);
}

for (const name of ["PostgreSQL", "a KV Connect server"] as const) {
  Deno.test({
    name: `a backup of ${name} shows one moment, although writes go on`,
    ignore: name === "PostgreSQL" && !hasPostgres(),
    async fn() {
      await using server = kvConnectServer();
      const path = name === "PostgreSQL" ? newPostgresPath() : server.path;
      (await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: sourceOfChance() })).close();
      const kv = isPostgresPath(path) ? await openPostgres(path) : encodedKv(await Deno.openKv(path));
      const context = {
        ...{ kv, random: sourceOfChance(), mayLoseAnswers: true },
        closingEntry: isPostgresPath(path) ? undefined : closingEntry({ clock: systemClock }),
      };
      let isOver = false, count = 0;
      const writing = (async () => {
        while (!isOver) await written(context, ++count);
      })();
      await withFolder(async (folder) => {
        const { code, error } = await adminInProcess(["backup", `${folder}/copy.kv`], { KV_PATH: path });
        isOver = true;
        await writing;
        assert.equal(code, 0, error);
        const copied = encodedKv(await Deno.openKv(`${folder}/copy.kv`));
        const [one, other] = await copied.getMany<number[]>([["first"], ["last"]]);
        assert.equal(one.value, other.value);
        assert.ok((one.value ?? 0) > 0);
        await written(context, 1);
        await copied.close();
      });
      await kv.close();
    },
  });
}

/** Writes a number under the first and the last key, again while the store refuses writes. */
async function written(context: Parameters<typeof write>[0] & { kv: EncodedKv }, count: number): Promise<void> {
  for (;;) {
    try {
      return await write(context, [put(["first"], count), put(["last"], count)]);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "not_ready")) throw error;
    }
  }
}

Deno.test(testInTurn({
  name: "a backup names the objects of the bucket with size and digest, and restore tells which of them are gone",
  ignore: !hasObjectServer(),
  async fn() {
    const { bucket, keys } = await objectBucket();
    await withStore(async ({ store, path, clock }) => {
      await everyArtifactOperation(store, { host: "example.com", later: (ms) => clock.nowMs += ms });
      await withFolder(async (folder) => {
        const environment = {
          KV_PATH: path,
          ARTIFACTS_URL: bucket.url,
          AWS_ACCESS_KEY_ID: bucket.accessKeyId,
          AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
        };
        const { code, error } = await adminInProcess(["backup", `${folder}/copy.kv`], environment);
        assert.equal(code, 0, error);
        const lines = (await Deno.readTextFile(`${folder}/copy.kv.objects.jsonl`)).trimEnd().split("\n");
        const named: { key: string; bytes: number; sha256: string }[] = lines.map((line) => JSON.parse(line));
        assert.deepEqual(named.map(({ key }) => `here/${key}`).toSorted(), (await keys()).toSorted());
        for (const { bytes, sha256 } of named) assert.ok(bytes > 0 && /^[0-9a-f]{64}$/.test(sha256));
        const target = { ...environment, KV_PATH: `${folder}/restored.kv` };
        const whole = await adminInProcess(["restore", `${folder}/copy.kv`], target);
        assert.match(whole.out, new RegExp(`^The bucket has all ${named.length} objects that it names$`, "m"));
        await deleteObject(bucket, `here/${named[0].key}`);
        const lacking = await adminInProcess(["restore", `${folder}/copy.kv`], target);
        assert.match(lacking.out, new RegExp(`^The bucket lacks 1 of the ${named.length} objects that it names`, "m"));
        assert.ok(lacking.out.includes(`  ${named[0].key} (${named[0].bytes} bytes)`), lacking.out);
      });
    }, { artifactBucket: bucket });
  },
}));

async function deleteObject(
  { url, accessKeyId, secretAccessKey }: { url: string; accessKeyId: string; secretAccessKey: string },
  key: string,
): Promise<void> {
  const { hostname, searchParams } = new URL(url);
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
  const response = await client.fetch(`${searchParams.get("endpoint")}/${hostname}/${key}`, { method: "DELETE" });
  await response.body?.cancel();
  assert.ok(response.ok);
}
